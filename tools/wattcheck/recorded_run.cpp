// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/recorded_run.hpp"

#include "base/enum_name.hpp"
#include "base/parse.hpp"

namespace wattline::wattcheck {

const char* to_string(Kind kind) {
  return enum_name(kind, {"power", "load", "step", "epoch", "watch", "residency"});
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

std::string missing_in_load(const Run& run, const std::string& column) {
  const std::string where = run.where(Kind::load);
  return run.load->rows == 0 ? where + " has no rows in the counted phase" : "no " + column + " values in " + where;
}

}  // namespace wattline::wattcheck
