// SPDX-License-Identifier: Apache-2.0
// Fuzz target: lines of tegrastats. None is refused; one that is not understood is passed over.
#include "platform/load/tegrastats.hpp"

#include "base/parse.hpp"
#include "input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace wattline;
  for (const std::string_view line : split(fuzz::text_of(data, size), '\n')) {
    if (const auto parsed = platform::parse_tegrastats(line)) fuzz::require(parsed->rails.size() <= line.size());
  }
  return 0;
}
