// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/state_file.hpp"

#include <fcntl.h>

#include <cerrno>
#include <cstdio>

#include "base/error.hpp"
#include "io/rows.hpp"
#include "io/tsv.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::platform {

void save_state(const std::string& file, const std::vector<Attribute>& lines) {
  const std::string aside = file + ".new";
  {
    io::Output out = io::Output::to_file(aside, false);
    io::TsvWriter writer(out, io::saved_state_rows());
    for (const Attribute& line : lines) writer.text(line.path).text(line.text).end_row();
    out.sync();
  }
  if (std::rename(aside.c_str(), file.c_str()) != 0) throw os_error(file, errno);
  const std::string folder = file.find('/') == std::string::npos ? "." : file.substr(0, file.rfind('/') + 1);
  const io::Fd directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory) ::fsync(directory.get());
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
