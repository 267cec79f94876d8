// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/recorded_run.hpp"

#include <algorithm>

#include "base/enum_name.hpp"
#include "base/parse.hpp"

namespace wattline::wattcheck {

const char* to_string(Kind kind) {
  return enum_name(kind, {"power", "load", "step", "epoch", "window", "watch", "residency"});
}

bool Run::has(Kind kind) const {
  return !files_of(kind).empty();
}

std::vector<const File*> Run::files_of(Kind kind) const {
  std::vector<const File*> found;
  for (const File& file : files) {
    if (file.kind == kind) found.push_back(&file);
  }
  return found;
}

std::string Run::where(const Place& place) const {
  const std::string& path = files[place.file].path;
  return place.line > 0 ? path + ":" + std::to_string(place.line) : path;
}

std::string Run::where(Kind kind) const {
  std::vector<std::string> paths;
  for (const File* file : files_of(kind)) paths.push_back(file->path);
  return join(paths, ",");
}

std::string missing_in_load(const Run& run, const std::vector<std::string>& columns) {
  const std::string where = run.where(Kind::load), names = join(columns, ", ");
  if (run.load->rows == 0) return where + " has no rows in the counted phase";
  const auto files = run.files_of(Kind::load);
  const bool has_column = std::any_of(files.begin(), files.end(), [&](const File* file) {
    return std::any_of(columns.begin(), columns.end(),
                       [file](const std::string& column) { return file->columns.count(column) > 0; });
  });
  return has_column ? names + ": NA in every row of " + where : where + " has no column " + names;
}

std::string missing_power(const Run& run) {
  if (!run.has(Kind::power)) return "no power rows";
  if (!run.phase && run.has(Kind::window)) return "pmtune held no mode in " + run.where(Kind::window);
  if (!run.phase && (run.has(Kind::step) || run.has(Kind::epoch))) return "no counted phase";
  return "no rows of rail " + run.rail + " in " + run.where(Kind::power) + " (--rail)";
}

}  // namespace wattline::wattcheck
