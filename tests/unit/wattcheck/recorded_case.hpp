// SPDX-License-Identifier: Apache-2.0
// The files of one recorded run as tables that a test can edit, and what wattcheck says of them.
#pragma once
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "refusal.hpp"
#include "sysfs_tree.hpp"
#include "tool_fixture.hpp"
#include "wattcheck/wattcheck.hpp"

namespace wattline::test {

// A table as a file has it: the header is the first row.
class EditedTable {
 public:
  Table rows;

  std::size_t column(const std::string& name) const {
    const auto found = std::find(rows[0].begin(), rows[0].end(), name);
    REQUIRE(found != rows[0].end());
    return static_cast<std::size_t>(found - rows[0].begin());
  }
  std::size_t size() const { return rows.size() - 1; }
  std::string& at(std::size_t row, const std::string& name) { return rows[row + 1][column(name)]; }
  double number(std::size_t row, const std::string& name) { return std::stod(at(row, name)); }
  // Sets the fields of a column from `first` to before `last`.
  void set(const std::string& name, const std::string& value, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) at(i, name) = value;
  }
  void set(const std::string& name, const std::string& value) { set(name, value, 0, size()); }
  // Adds `amount` to them.
  void add(const std::string& name, double amount, std::size_t first, std::size_t last);
  void erase(std::size_t first, std::size_t last) {
    rows.erase(rows.begin() + static_cast<long>(first) + 1, rows.begin() + static_cast<long>(last) + 1);
  }
  void drop(const std::string& name);
  std::string text() const;
};

// What differs between boards and workloads.
struct Kit {
  std::string board = "orin-nano", mode = "6c/1510400k/624750k/2133000k";
  double watts = 13.5, error_w = 0.09, window_s = 0.0066, interval_s = 0.1, step_ms = 230;
  double celsius = 45, seconds = 80;
  double rest = 0.9;  // power before and after the training, of that in it
  int epochs = 2;
};

class RecordedCase {
 public:
  explicit RecordedCase(const Kit& kit = {}) { record(kit); }
  // Makes all files again.
  void record(const Kit& kit);
  // Files by name: power, load, steps, epochs, watch, cache; and the meta rows of each.
  std::map<std::string, EditedTable> files;
  std::map<std::string, std::map<std::string, std::string>> metas;
  std::map<std::string, std::string> raw;  // bytes in place of a file's table
  std::vector<std::string> given{"power", "steps", "load", "epochs", "watch", "cache"};
  wattcheck::Options options;

  // Writes the files and judges them; the verdict of each rule.
  std::map<std::string, std::string> judge();
  int status_by(wattcheck::LimitSet profile) {
    options.profile = profile;
    judge();
    return status;
  }
  ExitCode refused();
  int status = -1;

 private:
  void write();
  SysfsTree tree_;
};

// The rules with this verdict.
std::vector<std::string> rules_with(const std::map<std::string, std::string>& verdicts, const std::string& verdict);

}  // namespace wattline::test
