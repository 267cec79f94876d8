// SPDX-License-Identifier: Apache-2.0
// Folders for the logs of runs, named by the mode as the published runs are (cores_kHz_Hz_Hz), and by what else is
// swept.
#pragma once
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/power_mode.hpp"

namespace wattline::pmsweep {

// "4_1190400_905250000_1600000000_workers=4"; NA for a knob that is not known. Of a value, what a name of a file cannot
// have or a shell would take for something else is replaced by "_".
using SweptValues = std::vector<std::pair<std::string, std::string>>;
std::string folder_name(const PowerMode& mode, const SweptValues& swept);

// Renames a file of such a folder. Throws when it cannot.
void move_file(const std::string& from, const std::string& to);

class Folders {
 public:
  explicit Folders(std::string out) : out_(std::move(out)) {}
  // The folder of a finished run stays as it is.
  void keep(const std::string& name) { kept_.insert(name); }
  // Makes the folder of the next run: `base`, with .2, .3 ... when that one is kept. What an unfinished run left in it
  // is overwritten.
  std::string make(const std::string& base);
  std::string path(const std::string& name) const { return out_ + "/" + name; }

 private:
  std::string out_;
  std::set<std::string> kept_;
};

}  // namespace wattline::pmsweep
