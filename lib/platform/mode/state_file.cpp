// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/state_file.hpp"

#include <cinttypes>
#include <cstdio>
#include <string_view>

#include "base/error.hpp"
#include "io/replace_file.hpp"
#include "io/tsv.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::platform {

namespace {

const io::RowKind kStateRows{
    "saved state", {{"path", "", 0, "kernel attribute"}, {"value", "", 0, "its text; NA where the kernel hid it"}}};
constexpr const char* kEnd = "end";  // the path of the last row, whose value is that of closing()

// FNV-1a of the rows before, and how many they are: a file that was cut or changed does not match.
std::string closing(const std::vector<PathValue>& lines) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto add = [&hash](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  };
  for (const PathValue& line : lines) {
    add(line.path);
    add("\t");
    add(line.value);
    add("\n");
  }
  char text[64];
  std::snprintf(text, sizeof text, "%zu rows, checksum %016" PRIx64, lines.size(), hash);
  return text;
}

void write_state(io::Output& out, const std::vector<PathValue>& lines) {
  io::TsvWriter writer(out, kStateRows);
  for (const PathValue& line : lines) writer.text(line.path).text(line.value).end_row();
  writer.text(kEnd).text(closing(lines)).end_row();
}

}  // namespace

void save_state(const std::string& file, const std::vector<PathValue>& lines) {
  io::replace_file(file, [&](io::Output& out) { write_state(out, lines); });
}

void save_runtime_state(const std::string& file, const std::vector<PathValue>& lines) {
  io::replace_machine_file(file, [&](io::Output& out) { write_state(out, lines); });
}

std::vector<PathValue> load_state(const std::string& file) {
  io::TsvReader reader(file);
  const std::size_t path = reader.require("path");
  const std::size_t value = reader.require("value");
  std::vector<PathValue> lines;
  while (reader.next()) {
    lines.push_back({io::unescape_field(reader.field(path)), io::unescape_field(reader.field(value))});
  }
  if (lines.empty() || lines.back().path != kEnd) {
    throw data_error(file + ": the last row, 'end', is missing: the file was cut off, or an earlier version wrote it",
                     "save the state again with `pmode save`");
  }
  const std::string end = lines.back().value;
  lines.pop_back();
  if (end != closing(lines)) {
    throw data_error(file + ": ends with '" + end + "', but what it holds is '" + closing(lines) + "'",
                     "it was damaged or edited: save the state again with `pmode save`");
  }
  return lines;
}

}  // namespace wattline::platform
