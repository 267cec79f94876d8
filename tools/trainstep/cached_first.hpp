// SPDX-License-Identifier: Apache-2.0
// The order of --order cached-first.
#pragma once
#include "trainstep/data/dataset.hpp"
#include "trainstep/data/order.hpp"

namespace wattline::trainstep {

// The samples whose files are wholly in the page cache now, then the others, both in the order of `usual`. Throws a
// usage error when samples have no files of their own, unavailable when residency is hidden.
Order cached_first_order(const Dataset& set, const Order& usual);

}  // namespace wattline::trainstep
