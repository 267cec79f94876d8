// SPDX-License-Identifier: Apache-2.0
#include "rows.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/tsv.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::contract {

namespace {

// "5.10" alone, "4.9-5.15", "5.10+", "all".
std::pair<Generation, Generation> parse_generations(std::string_view text) {
  const Generation oldest{0, 0};
  const Generation newest{std::numeric_limits<int>::max(), 0};
  if (text == "all") return {oldest, newest};
  if (!text.empty() && text.back() == '+') return {parse_generation(text.substr(0, text.size() - 1)), newest};
  const std::size_t dash = text.find('-');
  const Generation first = parse_generation(text.substr(0, dash));
  return {first, dash == std::string_view::npos ? first : parse_generation(text.substr(dash + 1))};
}

// "B/scaling_min_freq=low coresB/online=0"
std::vector<Setting> parse_settings(std::string_view text) {
  std::vector<Setting> settings;
  for (const std::string_view word : split_blanks(text)) {
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) throw usage_error(std::string(word) + ": not FILE=VALUE");
    settings.push_back({std::string(word.substr(0, equals)), std::string(word.substr(equals + 1))});
  }
  return settings;
}

std::string parse_basis(std::string_view text) {
  for (const char* known : {"base", "driver", "source", "device"}) {
    if (text == known) return known;
  }
  throw usage_error(std::string(text) + ": not a basis (base, driver, source, device)");
}

Row parse_row(const io::TsvReader& list) {
  const auto field = [&](const char* name) { return list.field(list.require(name)); };
  Row row;
  row.line = list.line();
  row.rule = field("rule");
  std::tie(row.first, row.last) = parse_generations(field("kernels"));
  row.basis = parse_basis(field("basis"));
  row.given = parse_settings(field("given"));
  row.write = {std::string(field("file")), io::unescape_field(field("value"))};
  row.answer = field("answer");
  row.reads = parse_settings(field("reads"));
  return row;
}

}  // namespace

Generation parse_generation(std::string_view text) {
  const std::size_t dot = text.find('.');
  const auto major = to_int64(text.substr(0, dot));
  const auto minor = dot == std::string_view::npos ? std::nullopt : to_int64(text.substr(dot + 1));
  if (!major || !minor) throw usage_error(std::string(text) + ": not a kernel generation such as 5.10");
  return {static_cast<int>(*major), static_cast<int>(*minor)};
}

std::vector<Row> read_rows(const std::string& path) {
  io::TsvReader list(path);
  std::vector<Row> rows;
  while (list.next()) {
    try {
      rows.push_back(parse_row(list));
    } catch (const Error& error) {
      throw data_error(path + ":" + std::to_string(list.line()) + ": " + error.what());
    }
  }
  return rows;
}

}  // namespace wattline::contract
