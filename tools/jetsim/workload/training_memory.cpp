// SPDX-License-Identifier: Apache-2.0
#include "jetsim/workload/training_memory.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace wattline::jetsim {

bool fits_memory(const BoardSpec& board, const Surface& surface, int batch) {
  return surface.memory_b(batch) <= board.free_memory_b();
}

void require_memory(const BoardSpec& board, const Surface& surface, int batch) {
  if (fits_memory(board, surface, batch)) return;
  int fitting = batch / 2;
  while (fitting > 0 && !fits_memory(board, surface, fitting)) fitting /= 2;
  const auto gb = [](double bytes) { return fmt::format("{:.1f} GB", bytes / 1e9); };
  throw unavailable(
      fmt::format("{}: out of memory: minibatches of {} need {}, and {} has {}", surface.name(), batch,
                  gb(surface.memory_b(batch)), board.name, gb(board.free_memory_b())),
      fitting > 0 ? fmt::format("minibatches of {} fit (--batch {})", fitting, fitting) : "not even one sample fits");
}

}  // namespace wattline::jetsim
