// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/attribute_writer.hpp"

#include <cerrno>

#include "io/attribute.hpp"

namespace wattline::platform {

namespace {

constexpr int kBusyTries = 20;
constexpr std::int64_t kBusyPauseNs = 10'000'000;

}  // namespace

bool AttributeWriter::write(const std::string& machine_path, std::string_view text) {
  int error = io::write_text(root_.path(machine_path), text);
  for (int i = 1; error == EBUSY && i < kBusyTries; ++i) {
    clock_.wait_until(clock_.mono_ns() + kBusyPauseNs, nullptr, 0);
    error = io::write_text(root_.path(machine_path), text);
  }
  if (error != 0) refused_.push_back({machine_path, std::string(text), error});
  if (error == 0 && on_write) on_write(machine_path, text);
  return error == 0;
}

bool AttributeWriter::write(const std::string& machine_path, std::int64_t value) {
  return write(machine_path, std::to_string(value));
}

}  // namespace wattline::platform
