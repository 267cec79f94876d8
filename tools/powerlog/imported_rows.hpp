// SPDX-License-Identifier: Apache-2.0
// Writes imported readings as power rows, with a TOTAL where the rails have an unambiguous one.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/tsv.hpp"
#include "platform/power/rails.hpp"
#include "powerlog/import.hpp"

namespace wattline::powerlog {

struct ImportedRail {
  std::string name;
  std::optional<double> power_w;
};

class ImportedRows {
 public:
  ImportedRows(const ImportOptions& options, const cli::RowOptions& rows, cli::Context& context);
  // One instant. Without a time of its own it is --start + k x -i, or NA.
  void add(std::optional<double> time_s, const std::vector<ImportedRail>& rails);
  long long count() const { return count_; }

 private:
  void learn(const std::vector<ImportedRail>& rails);
  void straighten_labels();
  void tell_of_total();
  std::string name_of(const std::string& label) const;
  platform::Scope scope_of(const std::string& name) const;
  void write(std::optional<double> time_s, const std::string& rail, platform::Scope scope,
             std::optional<double> power_w);
  cli::Context& context_;
  ImportOptions options_;
  cli::RowStream stream_;
  std::optional<double> start_s_;
  platform::Rails rails_;  // their names and scopes, from the first instant
  std::map<std::string, std::string> renamed_;
  long long count_ = 0;
};

int import_tegrastats(const ImportOptions& options, const cli::RowOptions& rows, cli::Context& context);
int import_jtop(const ImportOptions& options, const cli::RowOptions& rows, cli::Context& context);
int import_meter(const ImportOptions& options, const cli::RowOptions& rows, cli::Context& context);

}  // namespace wattline::powerlog
