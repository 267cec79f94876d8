// SPDX-License-Identifier: Apache-2.0
#include "io/machine_tags.hpp"

#include "base/error.hpp"

namespace wattline::io {

MachineTags::MachineTags(const TsvReader& reader) {
  for (const char* name : kMachineTags) {
    const auto column = reader.find(name);
    if (!column) continue;
    columns_.push_back(*column);
    tags_.push_back({name, ""});
  }
}

std::vector<MachineTag> MachineTags::of_row(const TsvReader& reader) const {
  std::vector<MachineTag> tags = tags_;
  for (std::size_t i = 0; i < tags.size(); ++i) tags[i].value = std::string(reader.field(columns_[i]));
  return tags;
}

void MachineTags::read(const TsvReader& reader) {
  for (std::size_t i = 0; i < tags_.size(); ++i) {
    const std::string_view value = reader.field(columns_[i]);
    MachineTag& tag = tags_[i];
    if (value == tag.value) continue;
    if (!tag.value.empty()) {
      throw data_error(reader.name() + ": line " + std::to_string(reader.line()) + ": its " + tag.name + " is " +
                           std::string(value) + ", that of the rows above is " + tag.value,
                       "choose the rows of one " + tag.name);
    }
    tag.value = std::string(value);
  }
}

std::string_view MachineTags::value(std::string_view name) const {
  for (const MachineTag& tag : tags_) {
    if (tag.name == name) return tag.value;
  }
  return {};
}

}  // namespace wattline::io
