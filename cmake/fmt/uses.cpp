// SPDX-License-Identifier: Apache-2.0
// Links where instances.cpp suits the installed version of fmt.
#include <fmt/format.h>

int main(int argc, char** argv) {
  std::string text = fmt::format("{:>8.3f} {:g} {} {:#x} {}", 1.5 * argc, 1e300, 2.5F, 7U, argv[0]);
  fmt::format_to(std::back_inserter(text), "{:<{}}|{:L}", "a", 12, 1000);
  fmt::print("{}\n", text);
}
