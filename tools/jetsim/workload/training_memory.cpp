// SPDX-License-Identifier: Apache-2.0
#include "jetsim/workload/training_memory.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace wattline::jetsim {

bool fits_memory(const BoardSpec& board, const Surface& surface, const MinibatchSize& size) {
  return surface.memory_b(size) <= board.free_memory_b();
}

void require_memory(const BoardSpec& board, const Surface& surface, const MinibatchSize& size) {
  if (fits_memory(board, surface, size)) return;
  int fitting = size.batch / 2;
  while (fitting > 0 && !fits_memory(board, surface, {fitting, size.context})) fitting /= 2;
  const auto gb = [](double bytes) { return fmt::format("{:.1f} GB", bytes / 1e9); };
  throw unavailable(
      fmt::format("{}: out of memory: minibatches of {} need {}, and {} has {}", surface.name(), size.batch,
                  gb(surface.memory_b(size)), board.name, gb(board.free_memory_b())),
      fitting > 0 ? fmt::format("minibatches of {} fit (--batch {})", fitting, fitting) : "not even one sample fits");
}

}  // namespace wattline::jetsim
