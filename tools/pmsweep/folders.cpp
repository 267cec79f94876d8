// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/folders.hpp"

#include <cctype>
#include <cerrno>
#include <cstdio>

#include "base/error.hpp"
#include "io/caller.hpp"
#include "measure/folder.hpp"

namespace wattline::pmsweep {

namespace {

std::string plain(const std::string& text) {
  constexpr std::size_t kMost = 40;
  std::string name = text.substr(0, kMost);
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '-' && c != '+') c = '_';
  }
  return name;
}

}  // namespace

std::string folder_name(const PowerMode& mode, const SweptValues& swept) {
  std::string name;
  for (const auto& knob : {mode.cores, mode.cpu_khz, mode.gpu_hz, mode.emc_hz}) {
    name += (name.empty() ? "" : "_") + (knob ? std::to_string(*knob) : "NA");
  }
  for (const auto& [column, value] : swept) name += "_" + plain(column) + "=" + plain(value);
  return name;
}

void move_file(const std::string& from, const std::string& to) {
  const io::AsCaller rights;
  if (std::rename(from.c_str(), to.c_str()) != 0) throw os_error(to, errno);
}

std::string Folders::make(const std::string& base) {
  std::string name = base;
  for (int i = 2; kept_.count(name) != 0; ++i) name = base + "." + std::to_string(i);
  measure::make_folder(path(name));
  return name;
}

}  // namespace wattline::pmsweep
