// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/nvpmodel_conf.hpp"

#include <algorithm>
#include <climits>

#include "base/error.hpp"
#include "base/parse.hpp"

namespace wattline::platform {

namespace {

constexpr std::size_t kMaxQuoted = 40;

std::string quoted(std::string_view text) {
  std::string safe;
  for (const char c : text.substr(0, kMaxQuoted)) safe += c >= ' ' && c <= '~' ? c : '?';
  return "'" + safe + (text.size() > kMaxQuoted ? "...'" : "'");
}

// "NAME=VALUE" words of a header.
using Attributes = std::vector<std::pair<std::string_view, std::string_view>>;

class Parser {
 public:
  Parser(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  NvpmodelConf parse() {
    for (const std::string_view raw : split(text_, '\n')) {
      ++line_;
      const std::string_view line = trim(raw);
      if (line.empty() || line.front() == '#') continue;
      if (line.front() == '<') {
        header(line);
      } else {
        body(line);
      }
    }
    if (!has_default_) throw data_error(file_ + ": there is no < PM_CONFIG DEFAULT=ID > line");
    if (conf_.find_mode(std::to_string(conf_.default_id)) == nullptr) {
      throw data_error(file_ + ": PM_CONFIG names mode " + std::to_string(conf_.default_id) + ", which is not there");
    }
    return std::move(conf_);
  }

 private:
  enum class Block { none, parameter, mode };

  [[noreturn]] void fail(const std::string& problem) const {
    throw data_error(file_ + ":" + std::to_string(line_) + ": " + problem);
  }

  std::string_view attribute(const Attributes& attributes, std::string_view name) const {
    for (const auto& [key, value] : attributes) {
      if (key == name && !value.empty()) return value;
    }
    fail("no " + std::string(name) + "= in this header");
  }

  int number(std::string_view text) const {
    const auto value = to_int64(text);
    if (!value || *value < 0 || *value > INT_MAX) fail(quoted(text) + " is not a mode id");
    return static_cast<int>(*value);
  }

  // "<PARAM TYPE=CLOCK NAME=EMC >": blanks after '<' and before '>' are asked for by NVIDIA and left out by it.
  void header(std::string_view line) {
    if (line.back() != '>') fail("no '>' at the end of " + quoted(line));
    const auto words = split_blanks(line.substr(1, line.size() - 2));
    if (words.empty()) fail("an empty header");
    Attributes attributes;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::size_t equals = words[i].find('=');
      if (equals == std::string_view::npos) fail(quoted(words[i]) + " is not NAME=VALUE");
      attributes.emplace_back(words[i].substr(0, equals), words[i].substr(equals + 1));
    }
    open_block(words[0], attributes);
  }

  void open_block(std::string_view keyword, const Attributes& attributes) {
    block_ = Block::none;
    if (keyword == "PARAM") return open_parameter(attributes);
    if (keyword == "POWER_MODEL") return open_mode(attributes);
    if (keyword == "PM_CONFIG") return set_default(attributes);
    // The fan's default profile (r32.4.4 to r32.7) is no business of power modes.
    if (keyword != "FAN_CONFIG") fail("unknown header " + quoted(keyword));
  }

  void open_parameter(const Attributes& attributes) {
    ConfParameter parameter;
    parameter.name = std::string(attribute(attributes, "NAME"));
    parameter.type = std::string(attribute(attributes, "TYPE"));
    if (parameter.type != "FILE" && parameter.type != "CLOCK" && parameter.type != "HWMON") {
      fail("unknown parameter type " + quoted(parameter.type));
    }
    if (conf_.find_parameter(parameter.name) != nullptr) fail("parameter " + quoted(parameter.name) + " twice");
    conf_.parameters.push_back(std::move(parameter));
    block_ = Block::parameter;
  }

  void open_mode(const Attributes& attributes) {
    ConfMode mode;
    mode.id = number(attribute(attributes, "ID"));
    mode.name = std::string(attribute(attributes, "NAME"));
    const auto same_id = [&](const ConfMode& other) { return other.id == mode.id; };
    if (std::any_of(conf_.modes.begin(), conf_.modes.end(), same_id)) {
      fail("mode id " + std::to_string(mode.id) + " twice");
    }
    conf_.modes.push_back(std::move(mode));
    block_ = Block::mode;
  }

  void set_default(const Attributes& attributes) {
    if (has_default_) fail("PM_CONFIG twice");
    conf_.default_id = number(attribute(attributes, "DEFAULT"));
    has_default_ = true;
  }

  void body(std::string_view line) {
    const auto words = split_blanks(line);
    if (block_ == Block::parameter) return argument(words, line);
    if (block_ == Block::mode) return setting(words, line);
    fail(quoted(line) + " stands outside of PARAM and POWER_MODEL");
  }

  void argument(const std::vector<std::string_view>& words, std::string_view line) {
    ConfParameter& parameter = conf_.parameters.back();
    const std::size_t expected = parameter.type == "HWMON" ? 3 : 2;
    if (words.size() != expected || words[1].front() != '/') fail(quoted(line) + " is not ARGUMENT /PATH");
    std::string path(words[1]);
    if (expected == 3) path += "/hwmon*/" + std::string(words[2]);
    parameter.arguments.push_back({std::string(words[0]), std::move(path)});
  }

  void setting(const std::vector<std::string_view>& words, std::string_view line) {
    if (words.size() != 3) fail(quoted(line) + " is not PARAMETER ARGUMENT VALUE");
    const ConfParameter* parameter = conf_.find_parameter(words[0]);
    if (parameter == nullptr) fail("parameter " + quoted(words[0]) + " is not declared");
    if (parameter->find(words[1]) == nullptr) {
      fail("parameter " + parameter->name + " has no argument " + quoted(words[1]));
    }
    if (parameter->type != "FILE" && !to_int64(words[2])) fail(quoted(words[2]) + " is not a number");
    conf_.modes.back().settings.push_back({std::string(words[0]), std::string(words[1]), std::string(words[2])});
  }

  std::string_view text_;
  const std::string& file_;
  NvpmodelConf conf_;
  Block block_ = Block::none;
  bool has_default_ = false;
  int line_ = 0;
};

}  // namespace

const ConfParameter::Argument* ConfParameter::find(std::string_view argument) const {
  const auto named = [&](const Argument& candidate) { return candidate.name == argument; };
  const auto found = std::find_if(arguments.begin(), arguments.end(), named);
  return found == arguments.end() ? nullptr : &*found;
}

const ConfParameter* NvpmodelConf::find_parameter(std::string_view name) const {
  const auto named = [&](const ConfParameter& candidate) { return candidate.name == name; };
  const auto found = std::find_if(parameters.begin(), parameters.end(), named);
  return found == parameters.end() ? nullptr : &*found;
}

const ConfMode* NvpmodelConf::find_mode(std::string_view id_or_name) const {
  const auto id = to_int64(id_or_name);
  for (const ConfMode& mode : modes) {
    if (id ? mode.id == *id : mode.name == id_or_name) return &mode;
  }
  return nullptr;
}

NvpmodelConf parse_nvpmodel_conf(std::string_view text, const std::string& file) {
  return Parser(text, file).parse();
}

}  // namespace wattline::platform
