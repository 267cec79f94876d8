// SPDX-License-Identifier: Apache-2.0
// Files that could not be opened or read, reported in one line per operand and not in one per file.
#pragma once
#include <cstdint>
#include <string>

#include "cli/context.hpp"

namespace wattline::cachestat {

class Failures {
 public:
  void add(const std::string& path, int error);
  // Warns, which makes the exit status 1, and forgets them. An operand that is read several times, by a subcommand and
  // the scan after it or by --watch, is warned of once per error.
  void report(const std::string& operand, cli::Context& context);

 private:
  std::uint64_t count_ = 0;
  int error_ = 0;
  std::string first_;
};

}  // namespace wattline::cachestat
