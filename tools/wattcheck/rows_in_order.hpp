// SPDX-License-Identifier: Apache-2.0
// The rows of several files of one kind as one series in order of time.
#pragma once
#include <algorithm>
#include <limits>
#include <vector>

namespace wattline::wattcheck {

// Calls use(row) for each row of `files`, by start_s; of rows that start together, those of the first file come first.
// Each file alone is in order. Several files of a kind, such as the parts of a rotated log, may be given in any order.
template <class File, class Use>
void for_each_in_order(std::vector<File>& files, const Use& use) {
  struct Head {
    typename File::Row row;
    File* file;
  };
  std::vector<Head> heads;
  for (File& file : files) {
    Head head{{}, &file};
    if (file.next(head.row)) heads.push_back(head);
  }
  while (!heads.empty()) {
    const auto earlier = [](const Head& a, const Head& b) { return a.row.start_s < b.row.start_s; };
    const auto first = std::min_element(heads.begin(), heads.end(), earlier);
    double others_s = std::numeric_limits<double>::infinity();
    for (const Head& head : heads) {
      if (&head != &*first) others_s = std::min(others_s, head.row.start_s);
    }
    bool more = true;
    do {
      use(first->row);
      more = first->file->next(first->row);
    } while (more && first->row.start_s < others_s);
    if (!more) heads.erase(first);
  }
}

}  // namespace wattline::wattcheck
