// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/state_file.hpp"

#include "io/replace_file.hpp"
#include "io/tsv.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::platform {

namespace {

const io::RowKind kStateRows{
    "saved state", {{"path", "", 0, "kernel attribute"}, {"value", "", 0, "its text; NA where the kernel hid it"}}};

}  // namespace

void save_state(const std::string& file, const std::vector<PathValue>& lines) {
  io::replace_file(file, [&](io::Output& out) {
    io::TsvWriter writer(out, kStateRows);
    for (const PathValue& line : lines) writer.text(line.path).text(line.value).end_row();
  });
}

std::vector<PathValue> load_state(const std::string& file) {
  io::TsvReader reader(file);
  const std::size_t path = reader.require("path");
  const std::size_t value = reader.require("value");
  std::vector<PathValue> lines;
  while (reader.next()) {
    lines.push_back({io::unescape_field(reader.field(path)), io::unescape_field(reader.field(value))});
  }
  return lines;
}

}  // namespace wattline::platform
