// SPDX-License-Identifier: Apache-2.0
// The sizes of a language model that the options ask for.
#pragma once
#include "io/meta.hpp"
#include "trainstep/net/language_sizes.hpp"
#include "trainstep/options.hpp"

namespace wattline::trainstep {

// Of a workload that is one.
LanguageSizes language_sizes_of(const Options& options, const Workload& workload);
// What the meta file has of a language model beside other networks; nothing for others.
io::Meta language_meta(const Options& options, const Workload& workload);

}  // namespace wattline::trainstep
