// SPDX-License-Identifier: Apache-2.0
#include "dsgen/store.hpp"

#include <boost/filesystem/operations.hpp>

#include "base/error.hpp"
#include "io/output.hpp"

namespace wattline::dsgen {

namespace fs = boost::filesystem;

void prepare_folder(const fs::path& folder) {
  boost::system::error_code error;
  fs::create_directories(folder, error);
  if (error) throw os_error(folder.string(), error.value(), "choose a writable folder for --out");
  if (fs::directory_iterator(folder) != fs::directory_iterator()) {
    throw usage_error(folder.string() + ": is not empty", "name a new folder with --out");
  }
}

void write_file(const fs::path& path, std::string_view data) {
  try {
    io::Output::to_file(path.string()).write(data);
  } catch (const Error&) {
    boost::system::error_code ignored;
    fs::remove(path, ignored);
    throw;
  }
}

}  // namespace wattline::dsgen
