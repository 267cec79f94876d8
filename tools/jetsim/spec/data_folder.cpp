// SPDX-License-Identifier: Apache-2.0
#include "jetsim/spec/data_folder.hpp"

#include <cstdlib>

#include "base/error.hpp"

namespace wattline::jetsim {

namespace {

fs::path own_folder() {
  sys::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

}  // namespace

fs::path data_folder(const std::string& name) {
  if (const char* chosen = std::getenv("WATTLINE_DATA")) return fs::path(chosen) / name;
  const fs::path above = own_folder().parent_path();
  const fs::path places[] = {above / "share/wattline", above.parent_path() / "share", fs::path(WATTLINE_SHARE_DIR)};
  for (const fs::path& place : places) {
    if (fs::is_directory(place / name)) return place / name;
  }
  throw unavailable("share/" + name + ": the data files were not found",
                    "set WATTLINE_DATA to the folder that holds " + name + "/");
}

}  // namespace wattline::jetsim
