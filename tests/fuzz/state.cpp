// SPDX-License-Identifier: Apache-2.0
// Fuzz target: saved states. One that is understood is saved as the same again.
#include "input.hpp"
#include "platform/mode/state_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace wattline;
  static const std::string copy = "/dev/shm/wattline-fuzz-state-" + std::to_string(::getpid());
  const fuzz::InputFile file(data, size);
  fuzz::may_be_refused(ExitCode::data, [&] {
    const auto lines = platform::load_state(file.path());
    platform::save_state(copy, lines);
    const auto same = platform::load_state(copy);
    ::unlink(copy.c_str());
    fuzz::require(same.size() == lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
      fuzz::require(same[i].path == lines[i].path && same[i].value == lines[i].value);
    }
  });
  return 0;
}
