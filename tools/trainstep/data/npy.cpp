// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/npy.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/fd.hpp"

namespace wattline::trainstep {

namespace {

struct Mapping {
  std::shared_ptr<const std::uint8_t> bytes;
  std::size_t size;
};

Mapping map_file(const std::string& path) {
  const io::Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!fd || ::fstat(fd.get(), &status) != 0) throw data_error(os_error(path, errno).what());
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) throw data_error(path + ": is empty");
  void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd.get(), 0);
  if (memory == MAP_FAILED) throw data_error(os_error(path, errno).what());
  const auto unmap = [size](const std::uint8_t* bytes) { ::munmap(const_cast<std::uint8_t*>(bytes), size); };
  return {std::shared_ptr<const std::uint8_t>(static_cast<const std::uint8_t*>(memory), unmap), size};
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
  const Mapping mapping = map_file(path);
  const std::uint8_t* bytes = mapping.bytes.get();
  check(mapping.size > 12 && std::memcmp(bytes, "\x93NUMPY", 6) == 0, "is not an .npy file");
  const bool first_version = bytes[6] == 1;
  const std::size_t start = first_version ? 10 : 12;
  std::size_t length = bytes[8] | static_cast<std::size_t>(bytes[9]) << 8;
  if (!first_version) length |= static_cast<std::size_t>(bytes[10]) << 16 | static_cast<std::size_t>(bytes[11]) << 24;
  check(start + length <= mapping.size, "is cut short");
  const std::string header(reinterpret_cast<const char*>(bytes) + start, length);
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
    check(shape_.back() == 0 || size_ <= mapping.size / shape_.back(), "is cut short");
    size_ *= shape_.back();
  }
  check(size_ * width_ + start + length <= mapping.size, "is cut short");
  file_ = mapping.bytes;
  values_ = bytes + start + length;
}

std::int64_t IntegerArray::at(std::size_t i) const {
  std::uint64_t value = 0;
  std::memcpy(&value, values_ + i * width_, width_);
  const unsigned unused = 64 - 8 * static_cast<unsigned>(width_);
  if (!is_signed_ || unused == 0) return static_cast<std::int64_t>(value);
  return static_cast<std::int64_t>(value << unused) >> unused;
}

void IntegerArray::copy(std::size_t begin, std::size_t count, std::int64_t limit, std::int64_t* out) const {
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = at(begin + i);
    if (out[i] < 0 || out[i] >= limit) {
      throw data_error(path_ + ": value " + std::to_string(out[i]) + " is not less than " + std::to_string(limit));
    }
  }
}

}  // namespace wattline::trainstep
