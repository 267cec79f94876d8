// SPDX-License-Identifier: Apache-2.0
// Kernel attribute files (sysfs, procfs, debugfs): short texts that the kernel generates at each read.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/fd.hpp"
#include "io/filesystem.hpp"

namespace wattline::io {

// Files of a machine whose root is not "/" are opened without leaving it (io/confined.hpp). Those that exist and cannot
// be read are noted (io/unread.hpp).

// What a file says, or the errno for which it says nothing.
template <class T>
struct FileReading {
  std::optional<T> value;
  int error = 0;
};

// Whole text without trailing blanks and NULs. EFBIG: it is no kernel's by its length.
FileReading<std::string> try_text(const fs::path& path);
// EINVAL: the text is not a number.
FileReading<std::int64_t> try_int(const fs::path& path);
// The same for callers that do not need the error.
std::optional<std::string> read_text(const fs::path& path);
std::optional<std::int64_t> read_int(const fs::path& path);
// A blank-separated table of integers such as scaling_available_frequencies.
std::vector<std::int64_t> read_ints(const fs::path& path);

// One write(2) of the whole text; 0 or the errno of open or write. A short or empty write counts as EIO, because
// the kernel answers 0 to some refused writes.
int write_text(const fs::path& path, std::string_view text);

// The directory's entry names, sorted; empty when it is absent, those that were read when reading it failed.
std::vector<std::string> list_directory(const fs::path& directory);
// 0 when it exists, else errno, which is noted where it says that this cannot be told.
int existence_error(const fs::path& path);
bool exists(const fs::path& path);  // false also where that cannot be told

// A file kept open and re-read at offset 0, without allocation.
class Attribute {
 public:
  // error() tells why when it could not be opened.
  explicit Attribute(const fs::path& path);
  // The text read now, without trailing blanks; valid until the next call. Empty on failure (see error()).
  std::optional<std::string_view> read();
  std::optional<std::int64_t> read_int();
  int error() const { return error_; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  Fd fd_;
  int error_ = 0;
  char buffer_[128];
};

}  // namespace wattline::io
