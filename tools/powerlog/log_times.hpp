// SPDX-License-Identifier: Apache-2.0
// The times of the lines of a recorded file, as far as they are known only from all lines.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/line_times.hpp"
#include "cli/time_problems.hpp"
#include "powerlog/import_options.hpp"
#include "powerlog/imported_rows.hpp"

namespace wattline::powerlog {

// Of one line.
using TakeReading = std::function<void(const WrittenTime& time, const std::vector<ImportedRail>& reading)>;

struct ImportedFile {
  std::string name;
  std::vector<std::string> rails;
  // Goes through all lines, from the first one, whenever it is called.
  std::function<void(const TakeReading& take)> read;
};

// What the lines as a whole say of the time of each.
class LogTimes {
 public:
  LogTimes(const ImportedFile& file, ImportFormat format);

  struct Facts {
    DateOrder order = DateOrder::either;
    bool opening_goes_back = false;
    bool operator==(const Facts& b) const { return order == b.order && opening_goes_back == b.opening_goes_back; }
  };
  Facts facts{};
  long long lines = 0;
  bool timed = false;  // a line has a time
  // Lines of one time have the same reading: loggers repeat a row; meters with whole seconds have several readings in
  // one.
  bool only_repeats = true;
  WrittenTime first;
  SharedTimes shared;
  cli::TimeProblems problems;

 private:
  explicit LogTimes(const Facts& known) : facts(known) {}
  Facts survey(const ImportedFile& file, bool of_tegrastats);
  void add(const WrittenTime& time, const std::optional<double>& instant, const std::vector<ImportedRail>& reading);
  std::optional<double> last_s_;
  std::vector<ImportedRail> last_;
};

}  // namespace wattline::powerlog
