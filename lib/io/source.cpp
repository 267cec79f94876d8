// SPDX-License-Identifier: Apache-2.0
#include "io/source.hpp"

namespace wattline::io {

namespace {

bool is_known(const std::string& source) {
  return !source.empty() && source != "NA";
}

}  // namespace

bool sources_differ(const std::string& one, const std::string& other) {
  return is_known(one) && is_known(other) && one != other;
}

std::string joined_source(const std::string& one, const std::string& other) {
  if (!is_known(one)) return other;
  if (!is_known(other) || one == other) return one;
  return one == "emulated" || other == "emulated" ? "emulated" : "replayed";
}

}  // namespace wattline::io
