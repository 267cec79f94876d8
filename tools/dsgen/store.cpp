// SPDX-License-Identifier: Apache-2.0
#include "dsgen/store.hpp"

#include "base/error.hpp"
#include "io/caller.hpp"
#include "io/filesystem.hpp"
#include "io/output.hpp"

namespace wattline::dsgen {

void make_folder(const fs::path& folder) {
  const io::AsCaller rights;
  sys::error_code error;
  fs::create_directories(folder, error);
  if (!error) return;
  const std::string hint = io::refused_hint(error.value(), "choose a writable folder for --out");
  throw os_error(folder.string(), error.value(), hint);
}

void prepare_folder(const fs::path& folder) {
  make_folder(folder);
  if (fs::directory_iterator(folder) != fs::directory_iterator()) {
    throw usage_error(folder.string() + ": is not empty", "name a new folder with --out");
  }
}

void write_file(const fs::path& path, std::string_view data) {
  try {
    io::Output::to_file(path.string()).write(data);
  } catch (const Error&) {
    const io::AsCaller rights;
    sys::error_code ignored;
    fs::remove(path, ignored);
    throw;
  }
}

}  // namespace wattline::dsgen
