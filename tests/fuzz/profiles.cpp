// SPDX-License-Identifier: Apache-2.0
// Fuzz target: tables of profiles, in whatever units.
#include <cmath>

#include "input.hpp"
#include "io/profile_table.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace wattline;
  const fuzz::InputFile file(data, size);
  fuzz::may_be_refused(ExitCode::data, [&] {
    io::TsvReader reader(file.path());
    for (const io::ProfileRow& row : io::read_profiles(reader, io::ProfileNeeds::mode).rows) {
      for (const auto& value : {row.minibatch_ms, row.power_w, row.infer_ms}) {
        fuzz::require(!value || (*value > 0 && std::isfinite(*value)));
      }
    }
  });
  return 0;
}
