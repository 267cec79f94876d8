// SPDX-License-Identifier: Apache-2.0
#include "io/reused_file.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>

#include "io/confined.hpp"
#include "io/unread.hpp"

namespace wattline::io {

ReusedFile::ReusedFile(const fs::path& path, std::size_t capacity)
    : path_(path.string()), fd_(open_confined(path, O_RDONLY)), buffer_(capacity) {
  if (!fd_) note_unread(path, errno);
}

std::optional<std::string_view> ReusedFile::read() {
  if (!fd_) return std::nullopt;
  std::size_t size = 0;
  while (size < buffer_.size()) {
    const ssize_t n = ::pread(fd_.get(), buffer_.data() + size, buffer_.size() - size, static_cast<off_t>(size));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      note_unread(path_, errno);
      return std::nullopt;
    }
    if (n == 0) break;
    size += static_cast<std::size_t>(n);
  }
  return std::string_view(buffer_.data(), size);
}

std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return line;
}

std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t")));
  const std::string_view word = text.substr(0, text.find_first_of(" \t"));
  text.remove_prefix(word.size());
  return word;
}

}  // namespace wattline::io
