// SPDX-License-Identifier: Apache-2.0
// parity_images random|centre|turned COUNT FILE: grey levels of the 224 x 224 input that trainstep makes of an image
// file (turned: the centre, as EXIF says), as bytes on stdout: per view 9 integers (crop, scaled size, window's corner,
// mirrored), then a plane per channel.
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "io/regular_file.hpp"
#include "trainstep/data/prepare_image.hpp"

using namespace wattline;
using namespace wattline::trainstep;

int main(int argc, char** argv) {
  if (argc != 4) return 64;
  const std::string kind = argv[1];
  ImageOptions options = kind == "random" ? imagenet_options(Decode::exact) : fixed_options(Decode::exact);
  if (kind == "turned") options.read_as = ReadAs::opencv;
  options.normalisation = kPlain;
  Scratch scratch;
  io::read_regular_file(argv[3], scratch.file);
  const auto values = static_cast<std::size_t>(3 * options.side * options.side);
  std::vector<float> pixels(values);
  std::vector<std::uint8_t> levels(values);
  for (int i = 0; i < std::stoi(argv[2]); ++i) {
    Random random(mix64(1, static_cast<std::uint64_t>(i)));
    const View v = prepare_image(argv[3], options, random, scratch, pixels.data());
    for (std::size_t k = 0; k < values; ++k) levels[k] = static_cast<std::uint8_t>(std::lround(255 * pixels[k]));
    const std::array<std::int32_t, 9> facts{v.crop.x,        v.crop.y,   v.crop.width, v.crop.height, v.scaled_width,
                                            v.scaled_height, v.window.x, v.window.y,   v.mirrored};
    std::fwrite(facts.data(), sizeof facts[0], facts.size(), stdout);
    std::fwrite(levels.data(), 1, levels.size(), stdout);
  }
  return std::fflush(stdout) == 0 ? 0 : 74;
}
