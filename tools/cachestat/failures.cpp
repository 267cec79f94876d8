// SPDX-License-Identifier: Apache-2.0
#include "cachestat/failures.hpp"

#include <cstring>

#include "io/tsv_escape.hpp"

namespace wattline::cachestat {

void Failures::add(const std::string& path, int error) {
  if (count_++ > 0) return;
  first_ = io::escape_field(path);
  error_ = error;
}

void Failures::report(const std::string& operand, cli::Context& context) {
  if (count_ == 0) return;
  const std::string what = std::strerror(error_);
  const std::string more = count_ == 1 ? "" : " (and " + std::to_string(count_ - 1) + " more)";
  if (context.warned.insert(operand + "\n" + what).second) context.warn(first_ + ": " + what + more);
  count_ = 0;
}

}  // namespace wattline::cachestat
