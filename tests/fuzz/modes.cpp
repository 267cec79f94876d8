// SPDX-License-Identifier: Apache-2.0
// Fuzz target: power modes as users write them. What is resolved prints as the same mode again.
#include "base/power_mode.hpp"
#include "input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace wattline;
  const ModeTables tables{{1, 2, 4, 8}, {729600, 1190400, 2035200}, {306000000, 930750000}, {204000000, 2133000000}};
  const PowerMode current{4, 729600, 306000000, 2133000000};
  fuzz::may_be_refused(ExitCode::usage, [&] {
    const auto request = parse_mode_request(fuzz::text_of(data, size));
    if (!request) return;
    const PowerMode mode = resolve_mode(*request, tables, current, size % 2 == 0);
    const auto again = parse_mode_request(to_string(mode));
    fuzz::require(again && resolve_mode(*again, tables, current, false) == mode);
  });
  return 0;
}
