// SPDX-License-Identifier: Apache-2.0
#include "platform/load/program_use.hpp"

#include <algorithm>

namespace wattline::platform {

void keep_busiest(std::vector<ProgramUse>& programs, std::size_t most) {
  std::stable_sort(programs.begin(), programs.end(),
                   [](const ProgramUse& a, const ProgramUse& b) { return a.busy_cores > b.busy_cores; });
  if (programs.size() > most) programs.erase(programs.begin() + static_cast<std::ptrdiff_t>(most), programs.end());
}

}  // namespace wattline::platform
