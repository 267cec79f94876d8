// SPDX-License-Identifier: Apache-2.0
// Integer arrays in NumPy's .npy files (numpy.lib.format, versions 1 to 3), read where they are needed.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "io/fd.hpp"

namespace wattline::trainstep {

class IntegerArray {
 public:
  // Throws a data error when the file is not an .npy of little-endian integers in C order, or is cut short.
  explicit IntegerArray(const std::string& path);
  // Of a file that holds nothing but little-endian unsigned integers of so many bytes.
  static IntegerArray without_header(const std::string& path, std::size_t width);
  const std::vector<std::size_t>& shape() const { return shape_; }
  std::size_t size() const { return size_; }
  // Both throw a data error when the file was cut since, or cannot be read.
  std::int64_t at(std::size_t i) const;
  // Values begin .. begin + count to `out`; a data error also when one is outside 0 .. limit - 1.
  void copy(std::size_t begin, std::size_t count, std::int64_t limit, std::int64_t* out) const;
  const std::string& path() const { return path_; }

 private:
  IntegerArray() = default;
  std::string path_;
  // Values from `begin` on, as they are in the file. Not mapped: a file that is cut meanwhile would end the process.
  void read(std::size_t begin, std::size_t count, std::uint8_t* out) const;
  std::int64_t value_of(const std::uint8_t* bytes) const;
  std::shared_ptr<const io::Fd> file_;
  std::size_t offset_ = 0;  // of the values
  std::vector<std::size_t> shape_;
  std::size_t size_ = 1, width_ = 8;
  bool is_signed_ = true;
};

}  // namespace wattline::trainstep
