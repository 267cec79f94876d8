// SPDX-License-Identifier: Apache-2.0
#include "measure/temporary_folder.hpp"

#include <cerrno>
#include <cstdlib>

#include "base/error.hpp"
#include "io/caller.hpp"
#include "io/filesystem.hpp"

namespace wattline::measure {

TemporaryFolder::TemporaryFolder(const std::string& tool) {
  const io::AsCaller rights;
  sys::error_code none;
  path_ = (fs::temp_directory_path(none) / (tool + "-XXXXXX")).string();
  if (::mkdtemp(path_.data()) == nullptr) throw os_error(path_, errno, "TMPDIR names the folder for temporary files");
}

TemporaryFolder::~TemporaryFolder() {
  try {
    const io::AsCaller rights;
    sys::error_code ignored;
    fs::remove_all(path_, ignored);
  } catch (...) {
    // It holds nothing that is of use to anybody.
  }
}

}  // namespace wattline::measure
