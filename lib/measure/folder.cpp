// SPDX-License-Identifier: Apache-2.0
#include "measure/folder.hpp"

#include "base/error.hpp"
#include "io/caller.hpp"
#include "io/filesystem.hpp"

namespace wattline::measure {

namespace {

void check(const std::string& path, const sys::error_code& error) {
  if (error) throw os_error(path, error.value(), io::refused_hint(error.value(), ""));
}

}  // namespace

void make_folder(const std::string& path) {
  const io::AsCaller rights;
  sys::error_code error;
  fs::create_directory(path, error);
  check(path, error);
}

void make_folder_and_parents(const std::string& path) {
  const io::AsCaller rights;
  sys::error_code error;
  fs::create_directories(path, error);
  check(path, error);
}

std::string free_folder(const std::string& name, const std::string& file) {
  std::string folder = name;
  for (int i = 2; fs::exists(folder + "/" + file); ++i) folder = name + "." + std::to_string(i);
  return folder;
}

}  // namespace wattline::measure
