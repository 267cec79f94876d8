// SPDX-License-Identifier: Apache-2.0
// Fuzz target: the reader of TSV files, its numbers and its escapes.
#include <cmath>

#include "input.hpp"
#include "io/tsv_escape.hpp"
#include "io/tsv_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace wattline;
  const fuzz::InputFile file(data, size);
  fuzz::may_be_refused(ExitCode::data, [&] {
    io::TsvReader reader(file.path());
    while (reader.next()) {
      for (std::size_t i = 0; i < reader.names().size(); ++i) {
        const std::string text = io::unescape_field(reader.field(i));
        fuzz::require(io::unescape_field(io::escape_field(text)) == text);
        fuzz::may_be_refused(ExitCode::data, [&] { fuzz::require(std::isfinite(reader.number(i).value_or(0))); });
        fuzz::may_be_refused(ExitCode::data, [&] { fuzz::require(reader.required_positive(i) > 0); });
        fuzz::may_be_refused(ExitCode::data, [&] { reader.integer(i); });
      }
    }
  });
  return 0;
}
