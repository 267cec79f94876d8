// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/folders.hpp"

#include <boost/filesystem.hpp>

#include "base/error.hpp"
#include "io/child.hpp"

namespace wattline::pmsweep {

namespace {

void finish_folder(const std::string& path, bool for_caller, const boost::system::error_code& error) {
  if (error) throw os_error(path, error.value());
  if (for_caller) io::give_to_caller(path);
}

}  // namespace

std::string folder_name(const PowerMode& mode) {
  std::string name;
  for (const auto& knob : {mode.cores, mode.cpu_khz, mode.gpu_hz, mode.emc_hz}) {
    name += (name.empty() ? "" : "_") + (knob ? std::to_string(*knob) : "NA");
  }
  return name;
}

void make_folder(const std::string& path, bool for_caller) {
  boost::system::error_code error;
  boost::filesystem::create_directory(path, error);
  finish_folder(path, for_caller, error);
}

void make_folder_and_parents(const std::string& path, bool for_caller) {
  boost::system::error_code error;
  boost::filesystem::create_directories(path, error);
  finish_folder(path, for_caller, error);
}

std::string Folders::make(const PowerMode& mode) {
  const std::string base = folder_name(mode);
  std::string name = base;
  for (int i = 2; kept_.count(name) != 0; ++i) name = base + "." + std::to_string(i);
  make_folder(path(name), for_caller_);
  return name;
}

}  // namespace wattline::pmsweep
