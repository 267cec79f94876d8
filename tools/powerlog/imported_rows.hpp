// SPDX-License-Identifier: Apache-2.0
// Writes imported readings as power rows, with a TOTAL where the rails have an unambiguous one.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/row_stream.hpp"
#include "io/tsv.hpp"
#include "platform/power/rails.hpp"
#include "powerlog/import_options.hpp"

namespace wattline::powerlog {

struct ImportedRail {
  std::string name;
  std::optional<double> power_w;
  std::optional<double> voltage_v{}, current_a{};
};
bool operator==(const ImportedRail& a, const ImportedRail& b);

class ImportedRows {
 public:
  ImportedRows(const ImportOptions& options, cli::Context& context);
  // Takes names and scopes of the rails of the whole file, before the first reading.
  void learn(const std::vector<std::string>& rails);
  // The readings of one instant. Without a time of its own, the k-th instant is at options.start + k x interval_ns, or
  // NA. Readings of the time of those before are counted and left out; they may be the same ones.
  void add(std::optional<double> time_s, const std::vector<ImportedRail>& rails);
  // Notes how many readings were left out, a warning where they were others. A data error where no reading of the file
  // has a power.
  void finish(const std::string& file);

 private:
  void correct_labels(const std::string& board);
  void report_total();
  std::string name_of(const std::string& label) const;
  platform::Scope scope_of(const std::string& name) const;
  void write(std::optional<double> time_s, const std::string& rail, platform::Scope scope,
             const platform::Reading& reading);
  cli::Context& context_;
  ImportOptions options_;
  std::optional<double> start_s_;  // read before the stream prints its header
  cli::RowStream stream_;
  platform::Rails rails_;
  std::map<std::string, std::string> renamed_;  // label in the file -> rail
  long long count_ = 0, with_power_ = 0, repeated_ = 0, lost_ = 0;
  std::optional<double> last_s_;
  std::vector<ImportedRail> last_;
};

}  // namespace wattline::powerlog
