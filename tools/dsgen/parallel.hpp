// SPDX-License-Identifier: Apache-2.0
// Runs independent pieces of work on all cores.
#pragma once
#include <cstddef>
#include <functional>

namespace wattline::dsgen {

// Calls work(i) once for each i in begin .. end-1, in no order; rethrows the first exception after all threads ended.
void parallel_for(std::size_t begin, std::size_t end, const std::function<void(std::size_t)>& work);

}  // namespace wattline::dsgen
