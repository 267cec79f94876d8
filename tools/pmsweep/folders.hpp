// SPDX-License-Identifier: Apache-2.0
// Folders for the logs of runs, named by the mode as the published runs are: cores_kHz_Hz_Hz.
#pragma once
#include <set>
#include <string>
#include <utility>

#include "base/power_mode.hpp"

namespace wattline::pmsweep {

// "4_1190400_905250000_1600000000"; NA for a knob that is not known.
std::string folder_name(const PowerMode& mode);

// Makes a folder, unless it exists; the one above it must. Throws Error{io}.
void make_folder(const std::string& path, bool for_caller);
// The same, with those above it.
void make_folder_and_parents(const std::string& path, bool for_caller);

class Folders {
 public:
  // `for_caller`: under sudo, the command runs as the user who called it and writes there.
  Folders(std::string out, bool for_caller) : out_(std::move(out)), for_caller_(for_caller) {}
  // The folder of a finished run stays as it is.
  void keep(const std::string& name) { kept_.insert(name); }
  // Makes the folder of the next run: the mode's name, with .2, .3 ... when that one is kept. What an unfinished run
  // left in it is overwritten.
  std::string make(const PowerMode& mode);
  std::string path(const std::string& name) const { return out_ + "/" + name; }

 private:
  std::string out_;
  bool for_caller_;
  std::set<std::string> kept_;
};

}  // namespace wattline::pmsweep
