// SPDX-License-Identifier: Apache-2.0
// Fuzz target: a JPEG or PNG file on its way to a network's input: header, orientation, decoding of a part, resize.
#include "data_folder.hpp"
#include "trainstep/data/prepare_image.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace wattline;
  const auto decode = size % 2 == 0 ? trainstep::Decode::exact : trainstep::Decode::fast;
  trainstep::ImageOptions options = trainstep::landmark_options(decode);
  if (size % 4 >= 2) options.read_as = trainstep::ReadAs::opencv;
  std::vector<float> pixels(static_cast<std::size_t>(3 * options.side * options.side));
  trainstep::Scratch scratch;
  scratch.file.assign(data, data + size);
  Random random(size);
  fuzz::may_be_refused(ExitCode::data, [&] {
    trainstep::prepare_image("fuzz", options, random, scratch, pixels.data());
    fuzz::require(std::all_of(pixels.begin(), pixels.end(), [](float value) { return std::isfinite(value); }));
  });
  return 0;
}
