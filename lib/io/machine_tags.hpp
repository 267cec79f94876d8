// SPDX-License-Identifier: Apache-2.0
// The tags that name the machine of a row (--tag board=a): rows of two machines are not joined.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "io/tsv_reader.hpp"

namespace wattline::io {

inline constexpr const char* kMachineTags[] = {"board", "host"};

struct MachineTag {
  std::string name, value;
};

class MachineTags {
 public:
  explicit MachineTags(const TsvReader& reader);
  // Those of the current row. A row of another machine than the rows before it is a data error.
  void read(const TsvReader& reader);
  // Those of the current row, whatever the rows before it.
  std::vector<MachineTag> of_row(const TsvReader& reader) const;
  // Empty when the rows have no such tag.
  std::string_view value(std::string_view name) const;

 private:
  std::vector<std::size_t> columns_;
  std::vector<MachineTag> tags_;
};

}  // namespace wattline::io
