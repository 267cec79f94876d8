// SPDX-License-Identifier: Apache-2.0
#include "dsgen/jpeg_writer.hpp"

#include <jpeglib.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "base/error.hpp"

namespace wattline::dsgen {

namespace {

constexpr int kMcuRows = 16;

struct ErrorManager {
  jpeg_error_mgr base;
  std::jmp_buf jump;
  char text[JMSG_LENGTH_MAX];
};

[[noreturn]] void leave(j_common_ptr info) {
  auto* manager = reinterpret_cast<ErrorManager*>(info->err);
  info->err->format_message(info, manager->text);
  std::longjmp(manager->jump, 1);
}

void set_parameters(jpeg_compress_struct& info, const Picture& picture, int quality) {
  info.image_width = static_cast<JDIMENSION>(picture.luma.width);
  info.image_height = static_cast<JDIMENSION>(picture.luma.height);
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

void write_rows(jpeg_compress_struct& info, const Picture& picture) {
  std::array<JSAMPROW, kMcuRows> luma;
  std::array<JSAMPROW, kMcuRows / 2> blue, red;
  JSAMPARRAY planes[3] = {luma.data(), blue.data(), red.data()};
  for (int y = 0; y < picture.luma.height; y += kMcuRows) {
    point_to_rows(picture.luma, y, kMcuRows, luma.data());
    point_to_rows(picture.blue, y / 2, kMcuRows / 2, blue.data());
    point_to_rows(picture.red, y / 2, kMcuRows / 2, red.data());
    jpeg_write_raw_data(&info, planes, kMcuRows);
  }
}

// Nothing here has a destructor, because errors leave through longjmp.
bool compress(const Picture& picture, int quality, ErrorManager& errors, unsigned char** data, unsigned long* size) {
  jpeg_compress_struct info;
  info.err = jpeg_std_error(&errors.base);
  errors.base.error_exit = leave;
  if (setjmp(errors.jump) != 0) {
    jpeg_destroy_compress(&info);
    return false;
  }
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, data, size);
  set_parameters(info, picture, quality);
  jpeg_start_compress(&info, TRUE);
  write_rows(info, picture);
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  return true;
}

}  // namespace

std::string encode_jpeg(const Picture& picture, int quality) {
  ErrorManager errors;
  unsigned char* data = nullptr;
  unsigned long size = 0;
  const bool done = compress(picture, quality, errors, &data, &size);
  const std::unique_ptr<unsigned char, decltype(&std::free)> owner(data, std::free);
  if (!done) throw Error(ExitCode::software, std::string("JPEG encoder: ") + errors.text);
  return std::string(reinterpret_cast<const char*>(data), size);
}

}  // namespace wattline::dsgen
