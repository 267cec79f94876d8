// SPDX-License-Identifier: Apache-2.0
// The options of networks for text: their sizes, adapters, and what a language model generates.
#pragma once
#include "cli/app.hpp"
#include "trainstep/net/network_options.hpp"
#include "trainstep/run/interleave.hpp"

namespace wattline::trainstep {

void declare_language(cli::App& app, NetworkOptions& network, InterleaveOptions& serving);

}  // namespace wattline::trainstep
