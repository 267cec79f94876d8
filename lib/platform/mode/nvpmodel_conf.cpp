// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/nvpmodel_conf.hpp"

#include <algorithm>
#include <cctype>
#include <climits>
#include <map>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/byte_order_mark.hpp"

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

// A line is wrong; the parser leaves it out and continues.
struct WrongLine {
  std::string reason;
};

[[noreturn]] void fail(const std::string& reason) {
  throw WrongLine{reason};
}

std::string_view attribute(const Attributes& attributes, std::string_view name) {
  for (const auto& [key, value] : attributes) {
    if (key == name && !value.empty()) return value;
  }
  fail("no " + std::string(name) + "= in this header");
}

int mode_id(std::string_view text) {
  const auto value = to_int64(text);
  if (!value || *value < 0 || *value > INT_MAX) fail(quoted(text) + " is not a mode id");
  return static_cast<int>(*value);
}

// "<PARAM TYPE=CLOCK NAME=EMC >": NVIDIA requires blanks after '<' and before '>', but leaves them out itself.
std::vector<std::string_view> header_words(std::string_view line) {
  if (line.back() != '>') fail("no '>' at the end of " + quoted(line));
  auto words = split_blanks(line.substr(1, line.size() - 2));
  if (words.empty()) fail("an empty header");
  return words;
}

Attributes header_attributes(const std::vector<std::string_view>& words) {
  Attributes attributes;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    if (equals == std::string_view::npos) fail(quoted(words[i]) + " is not NAME=VALUE");
    attributes.emplace_back(words[i].substr(0, equals), words[i].substr(equals + 1));
  }
  return attributes;
}

class Parser {
 public:
  Parser(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  NvpmodelConf parse() {
    for (const std::string_view raw : split(io::without_byte_order_mark(text_), '\n')) {
      ++line_;
      const std::string_view line = trim(raw);
      if (!line.empty() && line.front() != '#') parse_line(line);
    }
    check_default();
    if (conf_.modes.empty()) throw data_error(conf_.problems.empty() ? file_ + ": no mode" : conf_.problems.front());
    return std::move(conf_);
  }

 private:
  // skipped: the header is wrong, so the lines below it are ignored.
  enum class Block { none, parameter, mode, skipped };

  void parse_line(std::string_view line) {
    defines_.clear();
    try {
      line.front() == '<' ? header(line) : body(line);
    } catch (const WrongLine& wrong) {
      const std::string problem = file_ + ":" + std::to_string(line_) + ": " + wrong.reason;
      conf_.problems.push_back(problem);
      if (!defines_.empty()) undefined_[defines_] = problem;
      break_modes_above(problem);
      if (block_ == Block::mode) break_mode(problem);
    }
  }

  // Those that use a parameter which this line declares again.
  void break_modes_above(const std::string& problem) {
    const auto uses_it = [this](const ConfSetting& setting) { return setting.parameter == defines_; };
    const auto first = std::stable_partition(conf_.modes.begin(), conf_.modes.end(), [&](const ConfMode& mode) {
      return std::none_of(mode.settings.begin(), mode.settings.end(), uses_it);
    });
    for (auto mode = first; mode != conf_.modes.end(); ++mode) conf_.broken_modes.push_back({*mode, problem});
    conf_.modes.erase(first, conf_.modes.end());
  }

  // The mode of this block cannot be used; the lines that follow are still read.
  void break_mode(const std::string& problem) {
    if (mode_is_broken_) return;
    conf_.broken_modes.push_back({std::move(conf_.modes.back()), problem});
    conf_.modes.pop_back();
    mode_is_broken_ = true;
  }

  void check_default() {
    if (!conf_.default_id) {
      conf_.problems.push_back(file_ + ": there is no < PM_CONFIG DEFAULT=ID > line");
      return;
    }
    const std::string id = std::to_string(*conf_.default_id);
    if (conf_.find_mode(id) != nullptr || conf_.find_broken_mode(id) != nullptr) return;
    conf_.problems.push_back(file_ + ": PM_CONFIG names mode " + id + ", which is not there");
  }

  void header(std::string_view line) {
    block_ = Block::skipped;
    const auto words = header_words(line);
    const Attributes attributes = header_attributes(words);
    if (words[0] == "PARAM") return open_parameter(attributes);
    if (words[0] == "POWER_MODEL") return open_mode(attributes);
    if (words[0] == "PM_CONFIG") return set_default(attributes);
    // The fan's default profile (r32.4.4 to r32.7) is not part of power modes.
    if (words[0] != "FAN_CONFIG") fail("unknown header " + quoted(words[0]));
    block_ = Block::none;
  }

  void open_parameter(const Attributes& attributes) {
    ConfParameter parameter;
    parameter.name = defines_ = std::string(attribute(attributes, "NAME"));
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
    mode.id = mode_id(attribute(attributes, "ID"));
    mode.name = std::string(attribute(attributes, "NAME"));
    const std::string id = std::to_string(mode.id);
    if (conf_.find_mode(id) != nullptr || conf_.find_broken_mode(id) != nullptr) fail("mode id " + id + " twice");
    conf_.modes.push_back(std::move(mode));
    block_ = Block::mode;
    mode_is_broken_ = false;
  }

  void set_default(const Attributes& attributes) {
    if (conf_.default_id) fail("PM_CONFIG twice");
    conf_.default_id = mode_id(attribute(attributes, "DEFAULT"));
    block_ = Block::none;
  }

  void body(std::string_view line) {
    const auto words = split_blanks(line);
    if (block_ == Block::parameter) return argument(words, line);
    if (block_ == Block::mode) return setting(words, line);
    if (block_ == Block::none) fail(quoted(line) + " is outside of PARAM and POWER_MODEL");
  }

  void argument(const std::vector<std::string_view>& words, std::string_view line) {
    ConfParameter& parameter = conf_.parameters.back();
    defines_ = parameter.name + " " + std::string(words[0]);
    const std::size_t expected = parameter.type == "HWMON" ? 3 : 2;
    if (words.size() != expected || words[1].front() != '/') fail(quoted(line) + " is not ARGUMENT /PATH");
    std::string path(words[1]);
    if (expected == 3) path += "/hwmon*/" + std::string(words[2]);
    parameter.arguments.push_back({std::string(words[0]), std::move(path)});
  }

  // A mode that uses what a wrong line should have defined, or defines again, is broken by that line.
  bool uses_undefined(const std::string& name) {
    const auto found = undefined_.find(name);
    if (found != undefined_.end()) break_mode(found->second);
    return found != undefined_.end();
  }

  void setting(const std::vector<std::string_view>& words, std::string_view line) {
    if (words.size() != 3) fail(quoted(line) + " is not PARAMETER ARGUMENT VALUE");
    const ConfParameter* parameter = conf_.find_parameter(words[0]);
    if (uses_undefined(std::string(words[0]))) return;
    if (parameter == nullptr) fail("parameter " + quoted(words[0]) + " is not declared");
    if (parameter->find(words[1]) == nullptr) {
      if (uses_undefined(parameter->name + " " + std::string(words[1]))) return;
      fail("parameter " + parameter->name + " has no argument " + quoted(words[1]));
    }
    if (parameter->type != "FILE" && !to_int64(words[2])) fail(quoted(words[2]) + " is not a number");
    if (mode_is_broken_) return;
    conf_.modes.back().settings.push_back({std::string(words[0]), std::string(words[1]), std::string(words[2])});
  }

  std::string_view text_;
  const std::string& file_;
  NvpmodelConf conf_;
  Block block_ = Block::none;
  bool mode_is_broken_ = false;
  int line_ = 0;
  std::string defines_;                           // "PARAMETER" or "PARAMETER ARGUMENT" of this line
  std::map<std::string, std::string> undefined_;  // the same of wrong lines, with the problem
};

bool same_regardless_of_case(std::string_view a, std::string_view b) {
  const auto same = [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

// An id is preferred to a name, and an exact name to one in another case.
bool matches(const ConfMode& mode, std::string_view id_or_name, bool exact) {
  const auto id = to_int64(id_or_name);
  if (id) return mode.id == *id;
  return exact ? mode.name == id_or_name : same_regardless_of_case(mode.name, id_or_name);
}

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
  for (const bool exact : {true, false}) {
    for (const ConfMode& mode : modes) {
      if (matches(mode, id_or_name, exact)) return &mode;
    }
  }
  return nullptr;
}

const BrokenConfMode* NvpmodelConf::find_broken_mode(std::string_view id_or_name) const {
  for (const bool exact : {true, false}) {
    for (const BrokenConfMode& broken : broken_modes) {
      if (matches(broken.mode, id_or_name, exact)) return &broken;
    }
  }
  return nullptr;
}

NvpmodelConf parse_nvpmodel_conf(std::string_view text, const std::string& file) {
  return Parser(text, file).parse();
}

}  // namespace wattline::platform
