// SPDX-License-Identifier: Apache-2.0
// JPEG files for tests: smooth colours with some texture.
#pragma once
#include <jpeglib.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace wattline::test {

inline std::vector<std::uint8_t> jpeg_pixels(int width, int height, int seed) {
  std::vector<std::uint8_t> pixels;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      pixels.push_back(static_cast<std::uint8_t>((x * 3 + seed * 40) % 256));
      pixels.push_back(static_cast<std::uint8_t>((y * 2 + x * y / 16) % 256));
      pixels.push_back(static_cast<std::uint8_t>((x + y + seed * 11) % 256));
    }
  }
  return pixels;
}

inline std::vector<std::uint8_t> jpeg_file(int width, int height, int seed = 0) {
  std::vector<std::uint8_t> pixels = jpeg_pixels(width, height, seed);
  jpeg_compress_struct info;
  jpeg_error_mgr errors;
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  unsigned char* data = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&info, &data, &size);
  info.image_width = static_cast<JDIMENSION>(width);
  info.image_height = static_cast<JDIMENSION>(height);
  info.input_components = 3;
  info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_start_compress(&info, TRUE);
  for (int y = 0; y < height; ++y) {
    JSAMPROW row = pixels.data() + static_cast<std::ptrdiff_t>(y) * width * 3;
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  std::vector<std::uint8_t> file(data, data + size);
  std::free(data);
  return file;
}

// The same file with EXIF's tag Orientation.
inline std::vector<std::uint8_t> with_orientation(std::vector<std::uint8_t> jpeg, std::uint8_t orientation,
                                                  bool big_endian) {
  using Bytes = std::vector<std::uint8_t>;
  const Bytes little{'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0};
  const Bytes big{'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0};
  Bytes segment{0xff, 0xe1, 0, 34, 'E', 'x', 'i', 'f', 0, 0};
  const Bytes& tiff = big_endian ? big : little;
  segment.insert(segment.end(), tiff.begin(), tiff.end());
  jpeg.insert(jpeg.begin() + 2, segment.begin(), segment.end());
  return jpeg;
}

}  // namespace wattline::test
