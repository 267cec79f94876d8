// SPDX-License-Identifier: Apache-2.0
// Fuzz target: records of CSV, quoted or not, over several lines.
#include "io/csv.hpp"

#include "base/parse.hpp"
#include "input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace wattline;
  io::CsvRecord record(size % 2 == 0 ? ',' : ';');
  std::size_t fields = 0;
  for (const std::string_view line : split(fuzz::text_of(data, size), '\n')) {
    if (!record.add(line)) continue;
    fields += record.fields().size();
    fuzz::require(!record.fields().empty());
  }
  fuzz::require(fields <= size + 1);
  return 0;
}
