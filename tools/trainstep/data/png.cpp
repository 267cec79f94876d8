// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/png.hpp"

#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

#include "base/error.hpp"
#include "base/not_copyable.hpp"

namespace wattline::trainstep {

namespace {

constexpr std::size_t kSignature = 8;

// What libpng's callbacks have access to.
struct Source {
  const std::uint8_t* next;
  std::size_t left;
  std::jmp_buf jump;
  char text[160];       // the message, after the jump
  bool memory_refused;  // which says nothing about the image
};

[[noreturn]] void leave(png_structp png, png_const_charp message) {
  auto* source = static_cast<Source*>(png_get_error_ptr(png));
  std::snprintf(source->text, sizeof source->text, "%s", message);
  std::longjmp(source->jump, 1);
}

void ignore_warning(png_structp, png_const_charp) {}

png_voidp allocate(png_structp png, png_alloc_size_t size) {
  void* memory = std::malloc(size);
  if (memory == nullptr) static_cast<Source*>(png_get_mem_ptr(png))->memory_refused = true;
  return memory;
}

void release(png_structp, png_voidp memory) {
  std::free(memory);
}

void read_bytes(png_structp png, png_bytep out, png_size_t size) {
  auto* source = static_cast<Source*>(png_get_io_ptr(png));
  if (size > source->left) png_error(png, "is cut short");
  std::memcpy(out, source->next, size);
  source->next += size;
  source->left -= size;
}

class PngDecoder : NotCopyable {
 public:
  PngDecoder(const std::uint8_t* data, std::size_t size) : source_{data, size, {}, {}, false} {
    png_ =
        png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &source_, leave, ignore_warning, &source_, allocate, release);
    if (png_ == nullptr) throw std::bad_alloc();
    info_ = png_create_info_struct(png_);
    if (info_ == nullptr) {
      png_destroy_read_struct(&png_, nullptr, nullptr);
      throw std::bad_alloc();
    }
    png_set_read_fn(png_, &source_, read_bytes);
  }
  ~PngDecoder() { png_destroy_read_struct(&png_, &info_, nullptr); }

  // The two stages; each is false on an error, which check_memory() and text() then describe. No object with a
  // destructor is alive in them, because errors leave through longjmp.
  bool read_header() {
    if (setjmp(source_.jump) != 0) return false;
    png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);  // texts and profiles may be bombs
    png_read_info(png_, info_);
    return true;
  }
  bool read_part(const Rect& wanted, DeepGrey deep_grey, Image& image);

  int width() const { return static_cast<int>(png_get_image_width(png_, info_)); }
  int height() const { return static_cast<int>(png_get_image_height(png_, info_)); }
  void check_memory() const {
    if (source_.memory_refused) throw std::bad_alloc();
  }
  const char* text() const { return source_.text; }

 private:
  bool is_clipped(DeepGrey deep_grey) const {
    return deep_grey == DeepGrey::clipped && png_get_bit_depth(png_, info_) == 16 &&
           png_get_color_type(png_, info_) == PNG_COLOR_TYPE_GRAY;
  }
  void choose_transforms(bool clipped);
  void read_rows(int passes, const Image& image, std::size_t stride, std::uint8_t* pixels);

  Source source_;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  std::vector<std::uint8_t> unwanted_;  // a row
};

void PngDecoder::choose_transforms(bool clipped) {
  const int type = png_get_color_type(png_, info_);
  if (type == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png_);
  if (type == PNG_COLOR_TYPE_GRAY) png_set_expand_gray_1_2_4_to_8(png_);
  png_set_strip_alpha(png_);
  if (!clipped) png_set_strip_16(png_);
  if (!clipped && (type & PNG_COLOR_MASK_COLOR) == 0) png_set_gray_to_rgb(png_);
}

// Every row, because those behind the wanted ones may be broken. The passes of an interlaced image add to its rows.
void PngDecoder::read_rows(int passes, const Image& image, std::size_t stride, std::uint8_t* pixels) {
  for (int pass = 0; pass < passes; ++pass) {
    for (int y = 0; y < height(); ++y) {
      const int row = y - image.origin_y;
      const bool wanted = row >= 0 && row < image.height;
      png_read_row(png_, wanted ? pixels + stride * static_cast<std::size_t>(row) : unwanted_.data(), nullptr);
    }
  }
  png_read_end(png_, nullptr);
}

// In place, from levels of two bytes, the high one first, to three bytes per pixel.
void clip(std::uint8_t* pixels, std::size_t count) {
  for (std::size_t i = count; i-- > 0;) {
    const std::uint8_t level = pixels[2 * i] != 0 ? 255 : pixels[2 * i + 1];
    std::fill_n(pixels + 3 * i, 3, level);
  }
}

bool PngDecoder::read_part(const Rect& wanted, DeepGrey deep_grey, Image& image) {
  if (setjmp(source_.jump) != 0) return false;
  image.origin_x = 0;
  image.origin_y = wanted.y;
  image.width = width();
  image.height = wanted.height;
  const bool clipped = is_clipped(deep_grey);
  choose_transforms(clipped);
  const int passes = png_set_interlace_handling(png_);
  png_read_update_info(png_, info_);
  const std::size_t stride = png_get_rowbytes(png_, info_);
  const std::size_t count = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  unwanted_.resize(stride);
  if (image.pixels.size() < 3 * count) image.pixels.resize(3 * count);  // never smaller: growing again would clear it
  read_rows(passes, image, stride, image.pixels.data());
  if (clipped) clip(image.pixels.data(), count);
  return true;
}

}  // namespace

bool is_png(const std::uint8_t* data, std::size_t size) {
  return size >= kSignature && png_sig_cmp(data, 0, kSignature) == 0;
}

View decode_png(const std::uint8_t* data, std::size_t size, const std::string& name, DeepGrey deep_grey,
                const std::function<View(ImageSize)>& choose, Image& image) {
  PngDecoder decoder(data, size);
  const auto check = [&](bool done) {
    if (!done) decoder.check_memory();
    if (!done) throw data_error(name + ": " + decoder.text());
  };
  check(decoder.read_header());
  check_pixels({decoder.width(), decoder.height()}, name);
  const View view = choose({decoder.width(), decoder.height()});
  check(decoder.read_part(view.crop, deep_grey, image));
  return view;
}

}  // namespace wattline::trainstep
