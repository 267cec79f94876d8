// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/orientation.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace wattline::trainstep {

namespace {

using namespace std::string_view_literals;

// A number of 2 or 4 bytes; 0 behind the end.
std::uint32_t number_at(std::string_view data, std::size_t at, std::size_t bytes, bool big_endian) {
  if (at > data.size() || data.size() - at < bytes) return 0;
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    const std::size_t place = big_endian ? at + i : at + bytes - 1 - i;
    value = value << 8 | static_cast<unsigned char>(data[place]);
  }
  return value;
}

std::string_view rest_of(std::string_view data, std::size_t at, std::size_t size) {
  return at > data.size() ? std::string_view() : data.substr(at, size);
}

// EXIF's data in the segments before the image's.
std::string_view exif_of_jpeg(std::string_view file) {
  constexpr unsigned char kScan = 0xda, kApp1 = 0xe1;
  for (std::size_t at = 2; at + 4 <= file.size() && file[at] == '\xff';) {
    const auto marker = static_cast<unsigned char>(file[at + 1]);
    if (marker == 0xff) {  // a fill byte
      ++at;
      continue;
    }
    if (marker == kScan) break;
    const std::string_view segment = rest_of(file, at + 4, number_at(file, at + 2, 2, true) - 2);
    if (marker == kApp1 && segment.substr(0, 6) == "Exif\0\0"sv) return segment.substr(6);
    at += 2 + std::max<std::size_t>(2, number_at(file, at + 2, 2, true));
  }
  return {};
}

std::string_view exif_of_png(std::string_view file) {
  constexpr std::size_t kFrame = 12;  // length, type and checksum
  for (std::size_t at = 8; at + kFrame <= file.size();) {
    const std::size_t size = number_at(file, at, 4, true);
    if (file.substr(at + 4, 4) == "eXIf") return rest_of(file, at + 8, size);
    at += kFrame + size;
  }
  return {};
}

// The value of the tag Orientation in TIFF's first directory; 0 when it has none.
std::uint32_t orientation_tag(std::string_view tiff) {
  constexpr std::uint32_t kOrientation = 0x0112;
  constexpr std::size_t kEntry = 12;
  const bool big_endian = tiff.substr(0, 2) == "MM";
  if (!big_endian && tiff.substr(0, 2) != "II") return 0;
  const auto number = [&](std::size_t at, std::size_t bytes) { return number_at(tiff, at, bytes, big_endian); };
  const std::size_t directory = number(4, 4);
  const std::size_t entries = number(directory, 2);
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t entry = directory + 2 + i * kEntry;
    if (number(entry, 2) == kOrientation) return number(entry + 8, 2);
  }
  return 0;
}

std::string_view exif_of(std::string_view file) {
  if (file.substr(0, 2) == "\xff\xd8") return exif_of_jpeg(file);
  return file.substr(0, 4) == "\x89PNG" ? exif_of_png(file) : std::string_view();
}

// The shown rectangle in a stored image of this size, or back: two turns that undo each other.
Rect stored_rect(const Orientation& o, Rect shown, ImageSize stored) {
  if (o.transposed) {
    std::swap(shown.x, shown.y);
    std::swap(shown.width, shown.height);
  }
  if (o.from_right) shown.x = stored.width - shown.x - shown.width;
  if (o.from_below) shown.y = stored.height - shown.y - shown.height;
  return shown;
}

Rect shown_rect(const Orientation& o, Rect rect, ImageSize stored) {
  if (o.from_right) rect.x = stored.width - rect.x - rect.width;
  if (o.from_below) rect.y = stored.height - rect.y - rect.height;
  if (o.transposed) {
    std::swap(rect.x, rect.y);
    std::swap(rect.width, rect.height);
  }
  return rect;
}

}  // namespace

Orientation exif_orientation(const std::uint8_t* data, std::size_t size) {
  switch (orientation_tag(exif_of({reinterpret_cast<const char*>(data), size}))) {
    case 2:
      return {false, true, false};
    case 3:
      return {false, true, true};
    case 4:
      return {false, false, true};
    case 5:
      return {true, false, false};
    case 6:
      return {true, false, true};
    case 7:
      return {true, true, true};
    case 8:
      return {true, true, false};
    default:
      return {};
  }
}

ImageSize shown(const Orientation& orientation, ImageSize stored) {
  return orientation.transposed ? ImageSize{stored.height, stored.width} : stored;
}

View stored_view(const Orientation& orientation, View view, ImageSize stored) {
  view.crop = stored_rect(orientation, view.crop, stored);
  if (orientation.transposed) std::swap(view.scaled_width, view.scaled_height);
  return view;
}

void turn(const Orientation& o, Image& image, Rect& crop) {
  constexpr std::size_t kChannels = 3;
  const ImageSize stored{image.width, image.height}, size = shown(o, stored);
  std::vector<std::uint8_t> turned(kChannels * static_cast<std::size_t>(size.width) *
                                   static_cast<std::size_t>(size.height));
  std::uint8_t* out = turned.data();
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x, out += kChannels) {
      const Rect from = stored_rect(o, {x, y, 1, 1}, stored);
      const std::size_t pixel =
          static_cast<std::size_t>(from.y) * static_cast<std::size_t>(stored.width) + static_cast<std::size_t>(from.x);
      std::copy_n(image.pixels.data() + kChannels * pixel, kChannels, out);
    }
  }
  crop = shown_rect(o, {crop.x - image.origin_x, crop.y - image.origin_y, crop.width, crop.height}, stored);
  image.pixels = std::move(turned);
  image.width = size.width;
  image.height = size.height;
  image.origin_x = image.origin_y = 0;
}

}  // namespace wattline::trainstep
