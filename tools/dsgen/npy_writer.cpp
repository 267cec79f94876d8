// SPDX-License-Identifier: Apache-2.0
#include "dsgen/npy_writer.hpp"

#include "dsgen/store.hpp"

namespace wattline::dsgen {

namespace {

std::string npy_header(const std::vector<std::size_t>& shape) {
  constexpr std::size_t kAlignment = 64, kPrefix = 10;
  std::string text = "{'descr': '<i4', 'fortran_order': False, 'shape': (";
  for (const std::size_t extent : shape) text += std::to_string(extent) + ",";
  text += "), }";
  text.append(kAlignment - (kPrefix + text.size() + 1) % kAlignment, ' ');
  text += '\n';
  std::string header = "\x93NUMPY\x01";
  header += '\0';
  header += static_cast<char>(text.size() & 0xffU);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

}  // namespace

std::int64_t write_npy(const fs::path& path, const std::vector<std::size_t>& shape,
                       const std::vector<std::int32_t>& values) {
  std::string data = npy_header(shape);
  for (const std::int32_t value : values) {
    for (unsigned shift = 0; shift < 32; shift += 8)
      data += static_cast<char>(static_cast<std::uint32_t>(value) >> shift & 0xffU);
  }
  write_file(path, data);
  return static_cast<std::int64_t>(data.size());
}

}  // namespace wattline::dsgen
