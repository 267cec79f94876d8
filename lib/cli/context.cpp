// SPDX-License-Identifier: Apache-2.0
#include "cli/context.hpp"

namespace wattline::cli {

void Context::warn(const std::string& text) {
  partial = true;
  note(text);
}

void Context::warn_once(const std::string& object, const std::string& text) {
  if (warned.insert(object).second) warn(object + ": " + text);
}

void Context::warn_torn(const std::string& file) {
  warn(file + ": the last line is incomplete and was ignored");
}

void Context::note(const std::string& text) const {
  if (log) log(-1, text);
}

void Context::info(const std::string& text) const {
  if (log) log(0, text);
}

}  // namespace wattline::cli
