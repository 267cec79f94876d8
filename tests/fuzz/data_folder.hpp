// SPDX-License-Identifier: Apache-2.0
// A folder of files for the readers of data sets.
#pragma once
#include <fcntl.h>

#include <algorithm>
#include <cmath>

#include "input.hpp"
#include "trainstep/data/dataset.hpp"

namespace wattline::fuzz {

// In memory, where there is room for it; removed at the end.
class DataFolder {
 public:
  DataFolder() { require(::mkdtemp(&path_[0]) != nullptr); }
  ~DataFolder() {
    for (const char* name : {"train-labels-idx1-ubyte", "train-images-idx3-ubyte", "data_batch_1.bin"}) {
      ::unlink((path_ + "/" + name).c_str());
    }
    ::rmdir(path_.c_str());
  }
  DataFolder(const DataFolder&) = delete;
  DataFolder& operator=(const DataFolder&) = delete;
  const std::string& path() const { return path_; }
  void write(const std::string& name, std::string_view bytes) const {
    const io::Fd fd(::open((path_ + "/" + name).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    require(fd && ::write(fd.get(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  }

 private:
  std::string path_ = "/dev/shm/wattline-fuzz-XXXXXX";
};

// The values of a sample are numbers, and its label is that of a class.
inline void read_last_sample(const trainstep::Dataset& set) {
  require(set.size > 0);
  trainstep::Minibatch batch(set.fields, 1, trainstep::plain_memory());
  trainstep::Scratch scratch;
  Random random(1);
  set.read(set.size - 1, random, scratch);
  set.prepare(set.size - 1, random, scratch, batch, 0);
  const float* pixels = batch.floats(0, 0);
  require(std::all_of(pixels, pixels + set.fields[0].elements(), [](float value) { return std::isfinite(value); }));
  require(*batch.integers(1, 0) >= 0 && *batch.integers(1, 0) < set.classes);
}

}  // namespace wattline::fuzz
