// SPDX-License-Identifier: Apache-2.0
#include "io/attribute.hpp"

#include <dirent.h>
#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>

#include "base/parse.hpp"
#include "io/confined.hpp"
#include "io/unread.hpp"

namespace wattline::io {

namespace {

constexpr std::size_t kMostBytes = std::size_t{16} << 20;  // no kernel file and no list of modes is nearly as long

Fd open_to_read(const fs::path& path) {
  for (;;) {
    Fd fd = open_confined(path, O_RDONLY);
    if (fd || errno != EINTR) return fd;
  }
}

// Appends the rest of the file; 0 or errno.
int read_all(int fd, std::string& text) {
  char buffer[4096];
  for (;;) {
    const ssize_t n = ::read(fd, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    if (n == 0) return 0;
    text.append(buffer, static_cast<std::size_t>(n));
    if (text.size() > kMostBytes) return EFBIG;
  }
}

}  // namespace

FileReading<std::string> try_text(const fs::path& path) {
  std::string text;
  const Fd fd = open_to_read(path);
  const int error = fd ? read_all(fd.get(), text) : errno;
  if (error != 0) {
    note_unread(path, error);
    return {std::nullopt, error};
  }
  while (!text.empty() && (text.back() == '\n' || text.back() == '\0' || text.back() == ' ')) text.pop_back();
  return {std::move(text)};
}

FileReading<std::int64_t> try_int(const fs::path& path) {
  const auto text = try_text(path);
  if (!text.value) return {std::nullopt, text.error};
  const auto value = to_int64(trim(*text.value));
  return {value, value ? 0 : EINVAL};
}

std::optional<std::string> read_text(const fs::path& path) {
  return try_text(path).value;
}

std::optional<std::int64_t> read_int(const fs::path& path) {
  return try_int(path).value;
}

std::vector<std::int64_t> read_ints(const fs::path& path) {
  std::vector<std::int64_t> values;
  const std::string text = read_text(path).value_or("");
  for (const std::string_view word : split_blanks(text)) {
    if (const auto value = to_int64(word)) values.push_back(*value);
  }
  return values;
}

int write_text(const fs::path& path, std::string_view text) {
  // O_TRUNC as a shell's `>`: the kernel's files ignore it, a plain file would keep the tail of a longer text.
  const Fd fd = open_confined(path, O_WRONLY | O_TRUNC);
  if (!fd) return errno;
  ssize_t n = 0;
  do {
    n = ::write(fd.get(), text.data(), text.size());
  } while (n < 0 && errno == EINTR);
  if (n < 0) return errno;
  return n == static_cast<ssize_t>(text.size()) ? 0 : EIO;
}

std::vector<std::string> list_directory(const fs::path& directory) {
  std::vector<std::string> names;
  Fd fd = open_confined(directory, O_RDONLY | O_DIRECTORY);
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(fd ? ::fdopendir(fd.get()) : nullptr, ::closedir);
  if (stream) fd.release();
  while (stream) {
    errno = 0;
    const dirent* entry = ::readdir(stream.get());
    if (entry == nullptr) break;
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  note_unread(directory, errno);
  std::sort(names.begin(), names.end());
  return names;
}

int existence_error(const fs::path& path) {
  const int error = exists_confined(path) ? 0 : errno;
  note_unread(path, error);
  return error;
}

bool exists(const fs::path& path) {
  return existence_error(path) == 0;
}

Attribute::Attribute(const fs::path& path) : path_(path.string()), fd_(open_to_read(path)), error_(fd_ ? 0 : errno) {}

std::optional<std::string_view> Attribute::read() {
  if (!fd_) return std::nullopt;
  ssize_t n = 0;
  do {
    n = ::pread(fd_.get(), buffer_, sizeof buffer_, 0);
  } while (n < 0 && errno == EINTR);
  if (n < 0 || n == static_cast<ssize_t>(sizeof buffer_)) {
    error_ = n < 0 ? errno : EOVERFLOW;
    return std::nullopt;
  }
  error_ = 0;
  return trim(std::string_view(buffer_, static_cast<std::size_t>(n)));
}

std::optional<std::int64_t> Attribute::read_int() {
  const auto text = read();
  if (!text) return std::nullopt;
  const auto value = to_int64(*text);
  if (!value) error_ = EINVAL;
  return value;
}

}  // namespace wattline::io
