// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/npy.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/regular_file.hpp"

namespace wattline::trainstep {

namespace {

// The magic, the version, the length of the header and the header itself.
std::string read_start(const io::RegularFile& file, const std::string& path) {
  constexpr std::uint64_t kLongest = 1 << 16;
  std::string start(static_cast<std::size_t>(std::min(file.size, kLongest)), '\0');
  const ssize_t n = ::pread(file.fd.get(), &start[0], start.size(), 0);
  if (n < 0) throw data_error(os_error(path, errno).what());
  start.resize(static_cast<std::size_t>(n));
  return start;
}

// The text between `key` and the next of `ends`, in the header {'descr': '<i8', 'fortran_order': False, 'shape': (3,
// 4), }.
std::string header_value(const std::string& header, const std::string& key, const char* ends) {
  const std::size_t begin = header.find("'" + key + "': ");
  if (begin == std::string::npos) return {};
  const std::size_t from = begin + key.size() + 4;
  return header.substr(from, header.find_first_of(ends, from) - from);
}

}  // namespace

IntegerArray::IntegerArray(const std::string& path) : path_(path) {
  const auto check = [&](bool good, const char* problem) {
    if (!good)
      throw data_error(path + ": " + problem, "write it with numpy.save(FILE, array) from an array of integers");
  };
  io::RegularFile file = io::open_regular_file(path);
  check(file.size > 0, "is empty");
  const std::string begin = read_start(file, path);
  check(begin.size() > 12 && begin.compare(0, 6, "\x93NUMPY") == 0, "is not an .npy file");
  const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(begin[i])); };
  const bool first_version = byte(6) == 1;
  const std::size_t start = first_version ? 10 : 12;
  std::size_t length = byte(8) | byte(9) << 8;
  if (!first_version) length |= byte(10) << 16 | byte(11) << 24;
  check(start + length <= begin.size(), "is cut short");
  const std::string header = begin.substr(start, length);
  const std::string type = header_value(header, "descr", ",");
  check(type.size() == 5 && (type[2] == 'i' || type[2] == 'u') && type[1] != '>',
        "does not hold little-endian integers");
  check(header_value(header, "fortran_order", ",") == "False", "is in Fortran order");
  is_signed_ = type[2] == 'i';
  width_ = static_cast<std::size_t>(type[3] - '0');
  check(width_ == 1 || width_ == 2 || width_ == 4 || width_ == 8, "does not hold integers");
  const std::string shape = header_value(header, "shape", ")");
  for (const std::string_view part : split(std::string_view(shape).substr(shape.empty() ? 0 : 1), ',')) {
    if (trim(part).empty()) continue;
    const auto extent = to_int64(trim(part));
    check(extent && *extent >= 0 && *extent < (std::int64_t{1} << 40), "has a broken shape");
    shape_.push_back(static_cast<std::size_t>(*extent));
    check(shape_.back() == 0 || size_ <= file.size / shape_.back(), "is cut short");
    size_ *= shape_.back();
  }
  check(size_ * width_ + start + length <= file.size, "is cut short");
  file_ = std::make_shared<const io::Fd>(std::move(file.fd));
  offset_ = start + length;
}

IntegerArray IntegerArray::without_header(const std::string& path, std::size_t width) {
  io::RegularFile file = io::open_regular_file(path);
  if (file.size == 0) throw data_error(path + ": is empty");
  if (file.size % width != 0)
    throw data_error(path + ": is cut short: its integers have " + std::to_string(width) + " bytes");
  IntegerArray array;
  array.path_ = path;
  array.file_ = std::make_shared<const io::Fd>(std::move(file.fd));
  array.size_ = file.size / width;
  array.shape_ = {array.size_};
  array.width_ = width;
  array.is_signed_ = false;
  return array;
}

void IntegerArray::read(std::size_t begin, std::size_t count, std::uint8_t* out) const {
  const std::size_t size = count * width_;
  std::size_t done = 0;
  while (done < size) {
    const auto place = static_cast<off_t>(offset_ + begin * width_ + done);
    const ssize_t n = ::pread(file_->get(), out + done, size - done, place);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw data_error(os_error(path_, errno).what());
    if (n == 0) throw data_error(path_ + ": was cut short while it was in use");
    done += static_cast<std::size_t>(n);
  }
}

std::int64_t IntegerArray::value_of(const std::uint8_t* bytes) const {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, width_);
  const unsigned unused = 64 - 8 * static_cast<unsigned>(width_);
  if (!is_signed_ || unused == 0) return static_cast<std::int64_t>(value);
  return static_cast<std::int64_t>(value << unused) >> unused;
}

std::int64_t IntegerArray::at(std::size_t i) const {
  std::uint8_t bytes[sizeof(std::int64_t)];
  read(i, 1, bytes);
  return value_of(bytes);
}

void IntegerArray::copy(std::size_t begin, std::size_t count, std::int64_t limit, std::int64_t* out) const {
  constexpr std::size_t kAtOnce = 1024;
  std::uint8_t bytes[kAtOnce * sizeof(std::int64_t)];
  for (std::size_t i = 0; i < count; ++i) {
    if (i % kAtOnce == 0) read(begin + i, std::min(kAtOnce, count - i), bytes);
    out[i] = value_of(bytes + i % kAtOnce * width_);
    if (out[i] < 0 || out[i] >= limit) {
      throw data_error(path_ + ": value " + std::to_string(out[i]) + " is not less than " + std::to_string(limit));
    }
  }
}

}  // namespace wattline::trainstep
