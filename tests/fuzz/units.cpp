// SPDX-License-Identifier: Apache-2.0
// Fuzz target: numbers, quantities with units, times and lists of cores.
#include "base/units.hpp"

#include <cmath>

#include "base/parse.hpp"
#include "base/timestamp.hpp"
#include "input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace wattline;
  const std::string_view text = fuzz::text_of(data, size);
  fuzz::require(std::isfinite(to_double(text).value_or(0)));
  to_int64(text);
  const auto stamp = read_time(text).stamp;
  fuzz::require(!stamp || std::isfinite(stamp->seconds));
  parse_timestamp(text);
  fuzz::may_be_refused(ExitCode::usage, [&] {
    const std::int64_t hz = parse_frequency_hz(text);
    fuzz::require(hz >= 0 && parse_frequency_hz(format_frequency(hz)) == hz);
  });
  fuzz::may_be_refused(ExitCode::usage, [&] { fuzz::require(parse_duration_ns(text) >= 0); });
  fuzz::may_be_refused(ExitCode::usage, [&] { fuzz::require(parse_size_b(text) >= 0); });
  if (const auto cpus = parse_cpu_list(text)) fuzz::require(parse_cpu_list(format_cpu_list(*cpus)) == cpus);
  return 0;
}
