// SPDX-License-Identifier: Apache-2.0
#include "io/column_names.hpp"

#include <algorithm>
#include <string_view>

#include "base/error.hpp"

namespace wattline::io {

void require_unique_columns(const std::string& file, const std::vector<std::string>& names) {
  std::vector<std::string_view> sorted(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end());
  const auto repeated = std::adjacent_find(sorted.begin(), sorted.end());
  if (repeated == sorted.end()) return;
  throw data_error(file + ": column '" + std::string(*repeated) + "' appears twice in the header",
                   "rename one of the two, or remove it");
}

void require_unique_named_columns(const std::string& file, std::vector<std::string> names) {
  names.erase(std::remove(names.begin(), names.end(), ""), names.end());
  require_unique_columns(file, names);
}

}  // namespace wattline::io
