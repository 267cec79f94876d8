// SPDX-License-Identifier: Apache-2.0
// How much memory file pages may use.
#pragma once
#include <cstdint>

#include "io/root.hpp"

namespace wattline::page_cache {

// The smallest of MemAvailable and the memory limits of this process's control groups (v1 and v2), in bytes.
std::uint64_t budget_b(const io::Root& root);

// vm.max_map_count: mappings that one process may have.
std::uint64_t max_mappings(const io::Root& root);

}  // namespace wattline::page_cache
