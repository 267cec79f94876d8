// SPDX-License-Identifier: Apache-2.0
// The list of runs to make: input rows with a mode each and any further columns.
#pragma once
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "base/power_mode.hpp"
#include "io/fd.hpp"
#include "io/setting_columns.hpp"
#include "io/tsv_feed.hpp"
#include "pmsweep/list_check.hpp"

namespace wattline::pmsweep {

// One run to make.
struct Item {
  std::string mode;                           // for `pmode set`; empty = leave the mode alone
  PowerMode asked;                            // as far as the row's own columns say it
  std::map<std::string, std::string> values;  // every column of the row
  std::vector<std::string> carried;           // of the columns that the profile row repeats
  std::string key;                            // names the run after a restart: the row, its repetition, the run
  bool sentinel = false;
};

// Input rows as they come, without waiting for more than there is.
class RunList {
 public:
  // "-" is standard input.
  explicit RunList(const std::string& path);

  int fd() const { return fd_.get(); }
  // Reads what is there; false at the end. Throws a data error with the line for a bad row.
  bool pump();
  bool has_header() const { return feed_.has_header(); }
  bool ended() const { return ended_; }
  // The last line had no line feed and was dropped.
  bool torn() const { return ended_ && feed_.torn(); }
  ListColumns columns() const { return {name_, feed_.names(), carried_, sets_modes()}; }
  // Names of the columns that profile rows repeat in front.
  const std::vector<std::string>& carried() const { return carried_; }
  // Whether the rows have modes to set.
  bool sets_modes() const { return has_knobs_ || feed_.find("mode").has_value(); }
  std::deque<Item>& items() { return items_; }
  const std::string& name() const { return name_; }

 private:
  void find_columns();
  Item make_item();
  void read_mode(Item& item) const;

  std::string name_;
  io::Fd fd_;
  io::TsvFeed feed_;
  bool ended_ = false, located_ = false;
  io::SettingColumns settings_;
  bool has_knobs_ = false;  // else the column `mode` has the mode, and is carried like any other
  std::vector<std::string> carried_;
  std::map<std::string, int> repetitions_;
  std::deque<Item> items_;
};

// Each {NAME} that `values` knows is replaced, everything else stays as it is: an argv is never a shell line.
std::vector<std::string> substitute(const std::vector<std::string>& argv,
                                    const std::map<std::string, std::string>& values);

}  // namespace wattline::pmsweep
