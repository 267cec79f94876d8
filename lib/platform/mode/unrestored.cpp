// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/unrestored.hpp"

#include "io/confined.hpp"
#include "io/replace_file.hpp"

namespace wattline::platform {

namespace {

constexpr const char* kFile = "/run/wattline/pmode.unrestored";

}  // namespace

void keep_unrestored(const io::Root& root, const std::string& text) {
  io::replace_machine_file(root.path(kFile).string(), [&](io::Output& out) { out.write(text); });
}

std::string unrestored_state(const io::Root& root) {
  const auto file = root.path(kFile);
  return io::exists_confined(file) ? file.string() : "";
}

void forget_unrestored(const io::Root& root) {
  io::remove_machine_file(root.path(kFile).string());
}

}  // namespace wattline::platform
