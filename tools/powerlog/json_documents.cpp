// SPDX-License-Identifier: Apache-2.0
#include "powerlog/json_documents.hpp"

#include <array>
#include <boost/property_tree/json_parser.hpp>
#include <sstream>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/input.hpp"

namespace wattline::powerlog {

namespace {

constexpr std::size_t kMost = std::size_t{256} << 20;
constexpr std::size_t kChunk = std::size_t{1} << 16;
constexpr std::string_view kBlanks = " \t\r\n";

std::string read_all(const io::RepeatedInput& input) {
  const io::Fd fd = input.again();
  std::string text;
  for (std::size_t n = 1; n > 0;) {
    if (text.size() > kMost) throw data_error(input.name() + ": larger than 256 MiB", "import a shorter recording");
    const std::size_t size = text.size();
    text.resize(size + kChunk);
    n = io::read_input(fd.get(), &text[size], kChunk, input.name());
    text.resize(size + n);
  }
  return text;
}

std::optional<Json> parse(std::string_view text) {
  std::istringstream stream{std::string(text)};
  Json document;
  try {
    boost::property_tree::read_json(stream, document);
  } catch (const boost::property_tree::json_parser_error&) {
    return std::nullopt;
  }
  return document;
}

std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return trim(line);
}

}  // namespace

bool begins_json(const io::RepeatedInput& input) {
  const io::Fd fd = input.again();
  std::array<char, 256> start{};
  const std::size_t n = io::read_input(fd.get(), start.data(), start.size(), input.name());
  const std::string_view text(start.data(), n);
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

JsonDocuments::JsonDocuments(const io::RepeatedInput& input) : name_(input.name()), text_(read_all(input)) {
  rest_ = trim(text_);
  std::string_view after_first = rest_;
  if (parse(take_line(after_first))) return;
  whole_ = parse(rest_);
  rest_ = {};
  if (!whole_) throw data_error(name_ + ": no whole JSON document, and its first line is none either");
}

std::optional<Json> JsonDocuments::next() {
  if (whole_) return std::exchange(whole_, std::nullopt);
  while (!rest_.empty()) {
    const std::string_view line = take_line(rest_);
    if (line.empty()) continue;
    if (auto document = parse(line)) return document;
    ++malformed_;
  }
  return std::nullopt;
}

void JsonDocuments::warn_malformed(cli::Context& context) const {
  if (malformed_ > 0) context.warn(name_ + ": " + std::to_string(malformed_) + " lines that are no JSON left out");
}

std::optional<std::string> member_text(const Json& object, const std::string& name) {
  const auto found = object.find(name);
  if (found == object.not_found() || !found->second.empty() || found->second.data() == "null") return std::nullopt;
  return found->second.data();
}

std::optional<double> member_number(const Json& object, const std::string& name) {
  const auto text = member_text(object, name);
  return text ? to_double(*text) : std::nullopt;
}

const Json* member(const Json& object, const std::string& name) {
  const auto found = object.find(name);
  return found == object.not_found() ? nullptr : &found->second;
}

}  // namespace wattline::powerlog
