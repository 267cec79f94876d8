// SPDX-License-Identifier: Apache-2.0
#include "platform/power/chip_samples.hpp"

#include <cerrno>

#include "base/error.hpp"
#include "io/attribute.hpp"
#include "platform/board/hwmon.hpp"

namespace wattline::platform {

ChipSamples::ChipSamples(const io::Root& root, std::int64_t samples) {
  for (const auto& chip : hwmon_chips(root, "ina3221")) {
    const std::string file = (chip / "samples").string();
    if (const auto text = io::read_text(file)) before_.emplace_back(file, *text);
  }
  if (before_.empty()) {
    throw unavailable("--chip-samples: no INA3221 whose averaging can be set",
                      "the driver of L4T r34 and later has the attribute");
  }
  try {
    for (const auto& chip : before_) set(chip.first, samples);
  } catch (...) {
    restore();
    throw;
  }
}

void ChipSamples::set(const std::string& file, std::int64_t samples) {
  const int error = io::write_text(file, std::to_string(samples));
  if (error != 0) throw os_error(file, error, "run as root");
  if (io::read_int(file) != samples) {
    throw usage_error("--chip-samples " + std::to_string(samples) + ": the chip took another value",
                      "it has 1, 4, 16, 64, 128, 256, 512 and 1024");
  }
}

ChipSamples::~ChipSamples() {
  restore();
}

void ChipSamples::restore() {
  for (const auto& [file, text] : before_) io::write_text(file, text);
}

}  // namespace wattline::platform
