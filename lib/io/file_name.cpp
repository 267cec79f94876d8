// SPDX-License-Identifier: Apache-2.0
#include "io/file_name.hpp"

namespace wattline::io {

namespace {

std::string_view last_part(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace

std::string_view file_suffix(std::string_view path) {
  const std::string_view name = last_part(path);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(dot);
}

std::string_view file_stem(std::string_view path) {
  const std::string_view name = last_part(path);
  return name.substr(0, name.size() - file_suffix(name).size());
}

}  // namespace wattline::io
