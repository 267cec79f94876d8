// SPDX-License-Identifier: Apache-2.0
#include "jetsim/view/vendor_commands.hpp"

#include <sys/mount.h>

#include <cstdlib>
#include <string>

namespace wattline::jetsim {

namespace {

// A path within the options of overlayfs (Documentation/filesystems/overlayfs.rst).
std::string escaped(const std::string& path) {
  std::string text;
  for (const char c : path) {
    if (c == ':' || c == ',' || c == '\\') text += '\\';
    text += c;
  }
  return text;
}

bool lay_over(const fs::path& upper, const std::string& folder) {
  const std::string options = "lowerdir=" + escaped(upper.string()) + ":" + escaped(folder);
  return ::mount("overlay", folder.c_str(), "overlay", MS_RDONLY | MS_NODEV, options.c_str()) == 0;
}

void put_first(const fs::path& folder) {
  const char* path = std::getenv("PATH");
  ::setenv("PATH", (folder.string() + (path != nullptr ? ":" + std::string(path) : "")).c_str(), 1);
}

}  // namespace

void show_vendor_commands(const fs::path& commands) {
  for (const char* folder : {"/usr/sbin", "/usr/bin"}) {
    const fs::path upper = commands / fs::path(folder).relative_path();
    if (!lay_over(upper, folder)) put_first(upper);
  }
}

}  // namespace wattline::jetsim
