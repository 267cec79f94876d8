// SPDX-License-Identifier: Apache-2.0
// PNG files for tests.
#pragma once
#include <png.h>

#include <cstdint>
#include <vector>

namespace wattline::test {

// Of rows as libpng writes them: big-endian levels, packed below 8 bits.
inline std::vector<std::uint8_t> png_file(int width, int height, int color_type, int depth,
                                          std::vector<std::uint8_t> rows, bool interlaced = false) {
  std::vector<std::uint8_t> file;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  const auto write = [](png_structp writer, png_bytep data, png_size_t size) {
    auto* out = static_cast<std::vector<std::uint8_t>*>(png_get_io_ptr(writer));
    out->insert(out->end(), data, data + size);
  };
  png_set_write_fn(png, &file, write, [](png_structp) {});
  png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), depth, color_type,
               interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  std::vector<png_bytep> pointers;
  const std::size_t stride = rows.size() / static_cast<std::size_t>(height);
  for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y) pointers.push_back(rows.data() + y * stride);
  png_write_info(png, info);
  png_write_image(png, pointers.data());
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return file;
}

}  // namespace wattline::test
