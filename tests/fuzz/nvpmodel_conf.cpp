// SPDX-License-Identifier: Apache-2.0
// libFuzzer target: any bytes either parse or are refused with a data error, and what parses can be described.
#include "platform/mode/nvpmodel_conf.hpp"

#include <cstddef>
#include <cstdint>

#include "base/error.hpp"
#include "platform/mode/predefined.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace wattline;
  try {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const platform::NvpmodelConf conf = platform::parse_nvpmodel_conf(text, "fuzz");
    for (const platform::ConfMode& mode : conf.modes) platform::describe_mode(conf, mode, nullptr);
  } catch (const Error& error) {
    if (error.code() != ExitCode::data) __builtin_trap();
  }
  return 0;
}
