// SPDX-License-Identifier: Apache-2.0
// A longer kernel table (such as /proc/stat) that is kept open and read repeatedly without allocation.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/fd.hpp"
#include "io/filesystem.hpp"

namespace wattline::io {

class ReusedFile {
 public:
  explicit ReusedFile(const fs::path& path, std::size_t capacity = 8192);
  // What the table says now, cut off at the capacity; valid until the next call. Empty when it cannot be read, which is
  // noted (io/unread.hpp).
  std::optional<std::string_view> read();
  bool is_open() const { return static_cast<bool>(fd_); }

 private:
  std::string path_;
  Fd fd_;
  std::vector<char> buffer_;
};

// The line without its line feed, taken off the front of `text`.
std::string_view take_line(std::string_view& text);
// The next word between blanks, taken off the front of `text`; empty at the end.
std::string_view take_word(std::string_view& text);

}  // namespace wattline::io
