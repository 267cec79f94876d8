// SPDX-License-Identifier: Apache-2.0
// The records of a zip file are those of PKWARE's APPNOTE: 4.3.7, 4.3.12, 4.3.14 to 4.3.16 and 4.5.3.
#include "trainstep/net/archive_check.hpp"

#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "io/regular_file.hpp"

namespace wattline::trainstep {

namespace {

using Bytes = std::string;

constexpr std::uint64_t kChunk = 1 << 20;
constexpr std::uint64_t kEndSize = 22, kLongestComment = 65535, kLocatorSize = 20, kEnd64Size = 56;
constexpr std::uint64_t kEntrySize = 46, kLocalSize = 30;
constexpr std::uint64_t kDeflated = 8, kElsewhere = 0xffffffff;  // the number is in the entry's zip64 field

// A number of the zip file; 0 behind the end of the bytes.
std::uint64_t number(const Bytes& bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  if (at + size > bytes.size()) return value;
  for (std::size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

struct Entry {
  std::string name;
  std::uint64_t method = 0, checksum = 0, packed = 0, size = 0, header = 0;
};

class Zip {
 public:
  explicit Zip(const std::string& path) : path_(path), file_(io::open_regular_file(path)) {}

  std::vector<Entry> entries() const;
  // Of its content. Empty when it cannot be unpacked.
  std::optional<std::uint64_t> checksum(const Entry& entry) const;

 private:
  Bytes read(std::uint64_t at, std::uint64_t size) const;
  Bytes directory() const;
  const std::string& path_;
  io::RegularFile file_;
};

// As many of these bytes as the file has.
Bytes Zip::read(std::uint64_t at, std::uint64_t size) const {
  if (at >= file_.size) return {};
  Bytes bytes(static_cast<std::size_t>(std::min(size, file_.size - at)), '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t n = ::pread(file_.fd.get(), &bytes[done], bytes.size() - done, static_cast<off_t>(at + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw os_error(path_, errno);
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  bytes.resize(done);
  return bytes;
}

Bytes Zip::directory() const {
  const std::uint64_t tail_at = file_.size - std::min(file_.size, kEndSize + kLongestComment);
  const Bytes tail = read(tail_at, file_.size);
  const std::size_t end = tail.rfind("PK\5\6");
  if (end == Bytes::npos) return {};
  const std::uint64_t size = number(tail, end + 12, 4), at = number(tail, end + 16, 4), end_at = tail_at + end;
  if (size != kElsewhere && at != kElsewhere) return read(at, size);
  const Bytes locator = read(end_at - std::min(end_at, kLocatorSize), kLocatorSize);
  const Bytes end64 = read(number(locator, 8, 8), kEnd64Size);
  return read(number(end64, 48, 8), number(end64, 40, 8));
}

// The zip64 field has those numbers that do not fit into the entry.
void complete(Entry& entry, const Bytes& extra) {
  for (std::size_t at = 0; at + 4 <= extra.size(); at += 4 + number(extra, at + 2, 2)) {
    if (number(extra, at, 2) != 1) continue;
    std::size_t field = at + 4;
    for (std::uint64_t* value : {&entry.size, &entry.packed, &entry.header}) {
      if (*value != kElsewhere) continue;
      *value = number(extra, field, 8);
      field += 8;
    }
  }
}

std::vector<Entry> Zip::entries() const {
  std::vector<Entry> entries;
  const Bytes all = directory();
  for (std::size_t at = 0; all.compare(at, 4, "PK\1\2") == 0;) {
    const std::size_t name = number(all, at + 28, 2), extra = number(all, at + 30, 2);
    if (at + kEntrySize + name + extra > all.size()) break;
    Entry entry{all.substr(at + kEntrySize, name), number(all, at + 10, 2), number(all, at + 16, 4),
                number(all, at + 20, 4),           number(all, at + 24, 4), number(all, at + 42, 4)};
    complete(entry, all.substr(at + kEntrySize + name, extra));
    entries.push_back(entry);
    at += kEntrySize + name + extra + number(all, at + 32, 2);
    if (at > all.size()) break;
  }
  return entries;
}

// Unpacks a stream of deflate(1) chunk by chunk.
class Inflater {
 public:
  Inflater() { ok_ = ::inflateInit2(&stream_, -MAX_WBITS) == Z_OK; }
  ~Inflater() { ::inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  std::uint64_t add_to(std::uint64_t checksum, Bytes chunk) {
    Bytes out(kChunk, '\0');
    stream_.next_in = reinterpret_cast<Bytef*>(&chunk[0]);
    stream_.avail_in = static_cast<uInt>(chunk.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(&out[0]);
      stream_.avail_out = static_cast<uInt>(out.size());
      const int result = ok_ ? ::inflate(&stream_, Z_NO_FLUSH) : Z_DATA_ERROR;
      ok_ = result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR;
      const auto n = static_cast<uInt>(out.size() - stream_.avail_out);
      checksum = ::crc32(checksum, reinterpret_cast<const Bytef*>(out.data()), n);
    } while (ok_ && stream_.avail_out == 0);
    return checksum;
  }
  bool ok() const { return ok_; }

 private:
  z_stream stream_{};
  bool ok_;
};

std::optional<std::uint64_t> Zip::checksum(const Entry& entry) const {
  const Bytes local = read(entry.header, kLocalSize);
  std::uint64_t at = entry.header + kLocalSize + number(local, 26, 2) + number(local, 28, 2);
  std::uint64_t sum = ::crc32(0, nullptr, 0);
  Inflater inflater;
  for (std::uint64_t left = entry.packed; left > 0;) {
    const Bytes chunk = read(at, std::min(left, kChunk));
    if (chunk.empty() || !inflater.ok()) return std::nullopt;
    at += chunk.size();
    left -= chunk.size();
    sum = entry.method == kDeflated
              ? inflater.add_to(sum, chunk)
              : ::crc32(sum, reinterpret_cast<const Bytef*>(chunk.data()), static_cast<uInt>(chunk.size()));
  }
  return sum;
}

}  // namespace

void check_archive(const std::string& path) {
  if (::access(path.c_str(), R_OK) != 0) throw os_error(path, errno);
  const Zip zip(path);
  for (const Entry& entry : zip.entries()) {
    if (entry.checksum == 0 || zip.checksum(entry) == entry.checksum) continue;
    throw data_error(path + ": is damaged, the checksum of " + entry.name + " is another one",
                     "use an intact copy of it");
  }
}

}  // namespace wattline::trainstep
