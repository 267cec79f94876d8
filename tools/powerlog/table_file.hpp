// SPDX-License-Identifier: Apache-2.0
// Writes the power rows of a table of another program, of which it holds only the rows of one time.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/repeated_input.hpp"
#include "powerlog/foreign_table.hpp"
#include "powerlog/imported_log.hpp"

namespace wattline::powerlog {

class TableFile {
 public:
  // Keeps a reference to the input.
  explicit TableFile(const io::RepeatedInput& input) : input_(input) { table_.emplace(input_); }
  const std::string& name() const { return input_.name(); }
  // The one that is being read; at first, its header is.
  const ForeignTable& current() const { return *table_; }
  // Reads the current row.
  using ReadRow = std::function<void(ForeignTable& table, const TakeReading& take)>;
  void write(const std::vector<std::string>& rails, const ImportOptions& options, cli::Context& context,
             const ReadRow& row);

 private:
  const io::RepeatedInput& input_;
  std::optional<ForeignTable> table_;
};

}  // namespace wattline::powerlog
