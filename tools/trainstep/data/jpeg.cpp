// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/jpeg.hpp"

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "base/not_copyable.hpp"
#include "io/jpeg_errors.hpp"

namespace wattline::trainstep {

namespace {

// Upsampled chroma depends on its neighbours: with a block more on each side the crop's own pixels are those of a
// full decode.
constexpr int kMargin = 16;

// A truncated file "succeeds" with a grey rest and a warning (level -1); here that is an error like any other.
void refuse_warnings(j_common_ptr info, int level) {
  if (level < 0) io::leave_jpeg_call(info);
}

class JpegDecoder : NotCopyable {
 public:
  JpegDecoder() {
    info_.err = io::jpeg_error_handler(errors_);
    info_.err->emit_message = refuse_warnings;
  }
  ~JpegDecoder() { jpeg_destroy_decompress(&info_); }

  // The three stages; each is false on an error, which check_memory() and text() then describe. No object with a
  // destructor is alive in them, because errors leave through longjmp.
  bool read_header(const std::uint8_t* data, std::size_t size) {
    if (setjmp(errors_.jump) != 0) return false;
    jpeg_create_decompress(&info_);
    jpeg_mem_src(&info_, const_cast<unsigned char*>(data), static_cast<unsigned long>(size));
    jpeg_read_header(&info_, TRUE);
    return true;
  }
  bool start(Decode decode, int denominator) {
    if (setjmp(errors_.jump) != 0) return false;
    info_.out_color_space = is_cmyk() ? JCS_CMYK : JCS_RGB;
    info_.scale_num = 1;
    info_.scale_denom = static_cast<unsigned>(denominator);
    if (decode == Decode::fast) {
      info_.dct_method = JDCT_IFAST;
      info_.do_fancy_upsampling = FALSE;
    }
    jpeg_start_decompress(&info_);
    return true;
  }
  bool read_part(const Rect& wanted, Image& image);

  int width() const { return static_cast<int>(info_.image_width); }
  int height() const { return static_cast<int>(info_.image_height); }
  int scaled_width() const { return static_cast<int>(info_.output_width); }
  int scaled_height() const { return static_cast<int>(info_.output_height); }
  bool is_cmyk() const { return info_.jpeg_color_space == JCS_CMYK || info_.jpeg_color_space == JCS_YCCK; }
  void check_memory() const { io::check_jpeg_memory(errors_); }
  const char* text() const { return errors_.text; }

 private:
  void choose_columns(const Rect& wanted, Image& image);
  void read_rows(const Image& image, std::uint8_t* pixels);
  void read_cmyk_rows(const Image& image, std::uint8_t* pixels);
  std::vector<std::uint8_t> cmyk_;  // a row
  jpeg_decompress_struct info_{};
  io::JpegErrors errors_{};
};

void JpegDecoder::choose_columns(const Rect& wanted, Image& image) {
  JDIMENSION x = static_cast<JDIMENSION>(std::max(0, wanted.x - kMargin));
  const int end = std::min(scaled_width(), wanted.x + wanted.width + kMargin);
  JDIMENSION width = static_cast<JDIMENSION>(end) - x;
  if (static_cast<int>(width) < scaled_width()) jpeg_crop_scanline(&info_, &x, &width);  // widens to whole blocks
  image.origin_x = static_cast<int>(x);
  image.width = static_cast<int>(width);
}

void JpegDecoder::read_rows(const Image& image, std::uint8_t* pixels) {
  constexpr int kRowsAtOnce = 8;
  const std::size_t stride = static_cast<std::size_t>(image.width) * 3;
  for (int y = 0; y < image.height;) {
    JSAMPROW rows[kRowsAtOnce];
    const int count = std::min(kRowsAtOnce, image.height - y);
    for (int i = 0; i < count; ++i) rows[i] = pixels + stride * static_cast<std::size_t>(y + i);
    y += static_cast<int>(jpeg_read_scanlines(&info_, rows, static_cast<JDIMENSION>(count)));
  }
}

// a * b / 255, rounded: Pillow's MULDIV255.
int share_of(int a, int b) {
  const int product = a * b + 128;
  return ((product >> 8) + product) >> 8;
}

// To RGB as Pillow converts it. The inks of CMYK files are stored inverted, as Adobe's programs write them.
void JpegDecoder::read_cmyk_rows(const Image& image, std::uint8_t* pixels) {
  cmyk_.resize(static_cast<std::size_t>(image.width) * 4);
  for (int y = 0; y < image.height; ++y) {
    JSAMPROW row = cmyk_.data();
    jpeg_read_scanlines(&info_, &row, 1);
    for (int x = 0; x < image.width; ++x, row += 4) {
      for (int ink = 0; ink < 3; ++ink)
        *pixels++ = static_cast<std::uint8_t>(row[3] - share_of(255 - row[ink], row[3]));
    }
  }
}

bool JpegDecoder::read_part(const Rect& wanted, Image& image) {
  if (setjmp(errors_.jump) != 0) return false;
  choose_columns(wanted, image);
  image.origin_y = wanted.y;
  image.height = wanted.height;
  const std::size_t stride = static_cast<std::size_t>(image.width) * 3;
  const std::size_t bytes = stride * static_cast<std::size_t>(image.height);
  if (image.pixels.size() < bytes) image.pixels.resize(bytes);  // never smaller: growing again would clear it
  if (wanted.y > 0) jpeg_skip_scanlines(&info_, static_cast<JDIMENSION>(wanted.y));
  is_cmyk() ? read_cmyk_rows(image, image.pixels.data()) : read_rows(image, image.pixels.data());
  jpeg_abort_decompress(&info_);  // rows below the crop are of no interest
  return true;
}

// The largest power of two that leaves at least as many pixels as the view shows.
int denominator_of(const View& view) {
  int denominator = 1;
  while (denominator < 8 && view.crop.width >= view.scaled_width * denominator * 2 &&
         view.crop.height >= view.scaled_height * denominator * 2) {
    denominator *= 2;
  }
  return denominator;
}

Rect divided(const Rect& rect, int denominator, int width, int height) {
  const int x = std::min(rect.x / denominator, width - 1), y = std::min(rect.y / denominator, height - 1);
  return {x, y, std::clamp(rect.width / denominator, 1, width - x),
          std::clamp(rect.height / denominator, 1, height - y)};
}

// Entropy-coded data cannot hold this marker, so that a file cut short has it nowhere behind its start.
bool has_end_marker(const std::uint8_t* data, std::size_t size) {
  for (std::size_t i = size; i >= 2; --i) {
    if (data[i - 1] == 0xd9 && data[i - 2] == 0xff) return true;
  }
  return false;
}

// False when libjpeg is to decode.
bool decode_by_plugin(JpegPlugin* plugin, const std::uint8_t* data, std::size_t size, const std::string& name,
                      const JpegDecoder& header, Image& image) {
  if (plugin == nullptr) return false;
  if (!header.is_cmyk() && plugin->decode(data, size, name, {header.width(), header.height()}, image)) return true;
  plugin->leave_to_libjpeg();
  return false;
}

}  // namespace

View decode_jpeg(const std::uint8_t* data, std::size_t size, const std::string& name, const JpegOptions& options,
                 const std::function<View(ImageSize)>& choose, Image& image) {
  if (size == 0) throw data_error(name + ": is empty");
  JpegDecoder decoder;
  const auto check = [&](bool done) {
    if (!done) decoder.check_memory();
    if (!done) throw data_error(name + ": " + decoder.text());
  };
  check(decoder.read_header(data, size));
  if (!has_end_marker(data, size)) throw data_error(name + ": is cut short");
  check_pixels({decoder.width(), decoder.height()}, name);
  View view = choose({decoder.width(), decoder.height()});
  if (decode_by_plugin(options.plugin.get(), data, size, name, decoder, image)) return view;
  const int denominator = options.decode == Decode::fast ? denominator_of(view) : 1;
  check(decoder.start(options.decode, denominator));
  if (denominator > 1) view.crop = divided(view.crop, denominator, decoder.scaled_width(), decoder.scaled_height());
  check(decoder.read_part(view.crop, image));
  return view;
}

}  // namespace wattline::trainstep
