// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/state_file.hpp"

#include "io/replace_file.hpp"
#include "io/rows.hpp"
#include "io/tsv.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::platform {

void save_state(const std::string& file, const std::vector<Attribute>& lines) {
  io::replace_file(file, [&](io::Output& out) {
    io::TsvWriter writer(out, io::saved_state_rows());
    for (const Attribute& line : lines) writer.text(line.path).text(line.text).end_row();
  });
}

std::vector<Attribute> load_state(const std::string& file) {
  io::TsvReader reader(file);
  const std::size_t path = reader.require("path");
  const std::size_t value = reader.require("value");
  std::vector<Attribute> lines;
  while (reader.next()) {
    lines.push_back({io::unescape_field(reader.field(path)), io::unescape_field(reader.field(value))});
  }
  return lines;
}

}  // namespace wattline::platform
