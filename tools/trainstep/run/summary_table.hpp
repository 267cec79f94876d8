// SPDX-License-Identifier: Apache-2.0
// The values of a summary in two forms from one table: a row per value, or one row with a column per value.
#pragma once
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "io/training_rows.hpp"
#include "io/tsv.hpp"

namespace wattline::trainstep {

enum class SummaryForm { long_rows, wide_row };

template <class Run>
class SummaryTable {
 public:
  explicit SummaryTable(std::string name) : wide_{std::move(name), {}} {}

  void add(const std::string& name, const std::string& unit, const std::string& help,
           std::function<std::string(const Run&)> text) {
    wide_.columns.push_back({name, unit, 0, help});
    texts_.push_back(std::move(text));
  }
  const io::RowKind& kind(SummaryForm form) const {
    return form == SummaryForm::wide_row ? wide_ : io::run_summary_rows();
  }
  void write(io::TsvWriter& rows, const Run& run, SummaryForm form) const {
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      const io::Column& column = wide_.columns[i];
      if (form == SummaryForm::long_rows) rows.text(column.name);
      rows.text(texts_[i](run));
      if (form == SummaryForm::long_rows) rows.text(column.unit.empty() ? "text" : column.unit).end_row();
    }
    if (form == SummaryForm::wide_row) rows.end_row();
  }

 private:
  io::RowKind wide_;
  std::vector<std::function<std::string(const Run&)>> texts_;
};

}  // namespace wattline::trainstep
