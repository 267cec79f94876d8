// SPDX-License-Identifier: Apache-2.0
// The GPU's clock through devfreq (Documentation/ABI/testing/sysfs-class-devfreq). Clocks in Hz.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/root.hpp"

namespace wattline::platform {

struct Gpu {
  std::string name;       // "17000000.gpu"
  std::string directory;  // machine path of its devfreq folder
  std::vector<std::int64_t> table;
  std::string file(const char* attribute) const { return directory + "/" + attribute; }
  std::string device_file(const char* attribute) const { return directory + "/device/" + attribute; }
};

// Finds the GPU by the name of its device tree node (gpu, gp10b, gv11b, ga10b, gb10b), as NVIDIA's jetson_clocks does,
// because the name of its folder differs between releases.
std::optional<Gpu> find_gpu(const io::Root& root);

}  // namespace wattline::platform
