// SPDX-License-Identifier: Apache-2.0
// A data set as the loader sees it: numbered samples that are read (I/O) and then prepared (CPU).
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "trainstep/data/minibatch.hpp"
#include "trainstep/data/resize.hpp"

namespace wattline::trainstep {

// Which of the two sets in a folder.
enum class SetPart { training, validation };

// Work memory of one loader thread, reused from sample to sample.
struct Scratch {
  struct Tile {
    std::size_t sample = 0;
    std::vector<std::uint8_t> file, labels;
  };
  std::vector<std::uint8_t> file, labels;
  std::vector<Tile> tiles;  // of an image that is put together from several
  Image image;
  ResizeScratch resize;
};

struct Dataset {
  std::string path;
  std::string torn_file{};  // a table of labels whose incomplete last row was left out; empty = none
  std::string left_out_images{}, left_out_files{};  // of the folder, in words (image_files.hpp); empty = none
  std::size_t size = 0;
  std::int64_t classes = 0;                                // 0 = the samples have no classes
  std::vector<SampleField> fields;                         // the arrays that a sample fills
  std::function<std::string(std::size_t sample)> file;     // where a sample lies; empty when it has no file of its own
  std::function<void(std::uint64_t epoch)> begin_epoch{};  // called while no thread reads; may be empty
  // Both may be called from several threads at once and throw a data error that names the file. They draw from the same
  // random numbers, `read` first.
  std::function<void(std::size_t sample, Random&, Scratch&)> read;
  std::function<void(std::size_t sample, Random&, Scratch&, Minibatch&, std::size_t place)> prepare;
};

}  // namespace wattline::trainstep
