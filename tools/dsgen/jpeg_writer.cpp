// SPDX-License-Identifier: Apache-2.0
#include "dsgen/jpeg_writer.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include "base/error.hpp"
#include "io/jpeg_errors.hpp"

namespace wattline::dsgen {

namespace {

constexpr int kMcuRows = 16;

void set_parameters(jpeg_compress_struct& info, const YccImage& image, int quality) {
  info.image_width = static_cast<JDIMENSION>(image.luma.width);
  info.image_height = static_cast<JDIMENSION>(image.luma.height);
  info.input_components = 3;
  info.in_color_space = JCS_YCbCr;
  jpeg_set_defaults(&info);  // 4:2:0 for YCbCr
  jpeg_set_quality(&info, quality, TRUE);
  info.raw_data_in = TRUE;
}

// `count` rows from `first` on; rows below the last one repeat it.
void point_to_rows(const Plane& plane, int first, int count, JSAMPROW* rows) {
  for (int i = 0; i < count; ++i) {
    const int y = std::min(first + i, plane.height - 1);
    const std::uint8_t* row =
        plane.samples.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(plane.stride);
    rows[i] = const_cast<JSAMPROW>(row);  // the library only reads them
  }
}

void write_rows(jpeg_compress_struct& info, const YccImage& image) {
  std::array<JSAMPROW, kMcuRows> luma;
  std::array<JSAMPROW, kMcuRows / 2> blue, red;
  JSAMPARRAY planes[3] = {luma.data(), blue.data(), red.data()};
  for (int y = 0; y < image.luma.height; y += kMcuRows) {
    point_to_rows(image.luma, y, kMcuRows, luma.data());
    point_to_rows(image.blue, y / 2, kMcuRows / 2, blue.data());
    point_to_rows(image.red, y / 2, kMcuRows / 2, red.data());
    jpeg_write_raw_data(&info, planes, kMcuRows);
  }
}

// Nothing here has a destructor, because errors leave through longjmp.
bool compress(const YccImage& image, int quality, io::JpegErrors& errors, unsigned char** data, unsigned long* size) {
  jpeg_compress_struct info;
  info.err = io::jpeg_error_handler(errors);
  if (setjmp(errors.jump) != 0) {
    // The library may have freed the buffer that *data points to, and use a larger one.
    if (*data != nullptr) info.dest->term_destination(&info);
    jpeg_destroy_compress(&info);
    return false;
  }
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, data, size);
  set_parameters(info, image, quality);
  jpeg_start_compress(&info, TRUE);
  write_rows(info, image);
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  return true;
}

}  // namespace

std::string encode_jpeg(const YccImage& image, int quality) {
  io::JpegErrors errors;
  unsigned char* data = nullptr;
  unsigned long size = 0;
  const bool done = compress(image, quality, errors, &data, &size);
  const std::unique_ptr<unsigned char, decltype(&std::free)> owner(data, std::free);
  if (!done) io::check_jpeg_memory(errors);
  if (!done) throw Error(ExitCode::software, std::string("JPEG encoder: ") + errors.text);
  return std::string(reinterpret_cast<const char*>(data), size);
}

}  // namespace wattline::dsgen
