// SPDX-License-Identifier: Apache-2.0
// The parts into which a row is split by a column that it lacks: `stage` of a step or of a request to a language model,
// and `token` of such a request.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/step_time.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::joules {

struct RowPart {
  std::string name;
  double length_s;
  std::optional<double> tokens{};  // of this part alone; without it the row's
};

class RowParts {
 public:
  // Of a column of --by that the rows lack: whether it says how to split them.
  static bool splits_by(const std::string& column, const io::TsvReader& reader);
  RowParts(const std::string& column, const io::TsvReader& reader, std::size_t start, std::size_t end);
  // Of the row read last: from its end backwards. What is before them is overhead.
  std::vector<RowPart> of_row(const io::TsvReader& reader) const { return parts_(reader); }
  // Throws a data error if the times of the row contradict its length.
  void check(const io::TsvReader& reader);

 private:
  std::function<std::vector<RowPart>(const io::TsvReader&)> parts_;
  std::optional<io::StepTime> step_time_;
};

}  // namespace wattline::joules
