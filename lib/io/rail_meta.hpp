// SPDX-License-Identifier: Apache-2.0
// What the FILE.meta beside power rows says about the sensor of a rail.
#pragma once
#include <string>

#include "base/interval_energy.hpp"
#include "io/meta.hpp"

namespace wattline::io {

// A fact that is no number of zero or more is left out, and `problem` then names it.
RailFacts rail_facts(const Meta& meta, const std::string& rail, std::string& problem);

}  // namespace wattline::io
