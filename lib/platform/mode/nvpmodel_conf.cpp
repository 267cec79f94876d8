// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/nvpmodel_conf.hpp"

#include <algorithm>
#include <climits>
#include <map>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/byte_order_mark.hpp"
#include "platform/mode/knob_path.hpp"

namespace wattline::platform {

namespace {

constexpr std::size_t kMaxQuoted = 40;
constexpr std::int64_t kNoLimit = -1;
constexpr std::int64_t kHighest = 1'000'000'000'000;  // no clock, in Hz, and no current, in mA, is as high

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

// The value of NAME=VALUE in a header that is wrong in another place; empty where there is none.
std::string word_of(std::string_view line, std::string_view name) {
  for (std::string_view word : split_blanks(line)) {
    if (word.size() <= name.size() || word[name.size()] != '=' || word.substr(0, name.size()) != name) continue;
    word.remove_prefix(name.size() + 1);
    return std::string(word.substr(0, word.find('>')));
  }
  return "";
}

// The kernel reads 7 as no switch, and nvpmodel writes -1 as INT_MAX. Other files take any text.
void check_value(const ConfParameter& parameter, const std::string& path, std::string_view text) {
  const KnobPath knob = knob_path(path);
  if (knob.online && text != "0" && text != "1") fail(quoted(text) + " is neither 0 nor 1");
  if (knob.online || (parameter.type == "FILE" && !knob.clock())) return;
  const auto value = to_int64(text);
  if (!value) fail(quoted(text) + " is not a number");
  if (*value < kNoLimit) fail(quoted(text) + " is below -1, which means no limit");
  if (*value > kHighest) fail(quoted(text) + " is above " + std::to_string(kHighest));
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
    if (conf_.modes.empty() && conf_.broken_modes.empty()) {
      throw data_error(conf_.problems.empty() ? file_ + ": no mode" : conf_.problems.front());
    }
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
      const std::string problem = problem_of(wrong);
      conf_.problems.push_back(problem);
      if (!defines_.empty()) undefined_[defines_] = problem;
      break_modes_above(problem);
      if (block_ == Block::mode) break_mode(problem);
    }
  }

  std::string problem_of(const WrongLine& wrong) const {
    return file_ + ":" + std::to_string(line_) + ": " + wrong.reason;
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
    try {
      read_header(line);
    } catch (const WrongLine& wrong) {
      const auto words = split_blanks(line.substr(1));
      if (!words.empty() && words[0] == "PARAM") defines_ = word_of(line, "NAME");
      if (!words.empty() && words[0] == "POWER_MODEL") leave_out(line, wrong);
      throw;
    }
  }

  // The header of a mode is wrong: the mode is named as far as the header does.
  void leave_out(std::string_view line, const WrongLine& wrong) {
    ConfMode mode;
    mode.name = word_of(line, "NAME");
    const std::string id = word_of(line, "ID");
    const auto number = to_int64(id);
    mode.id = number && *number >= 0 && *number <= INT_MAX ? static_cast<int>(*number) : -1;
    if (mode.name.empty()) mode.name = id.empty() ? "that of line " + std::to_string(line_) : "id " + id;
    conf_.broken_modes.push_back({std::move(mode), problem_of(wrong)});
  }

  void read_header(std::string_view line) {
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
    const ConfParameter::Argument* earlier = parameter.find(words[0]);
    if (earlier != nullptr && earlier->path == path) return;
    if (earlier != nullptr) fail("argument " + quoted(words[0]) + " twice, with two paths");
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
    const ConfParameter::Argument* argument = parameter->find(words[1]);
    if (argument == nullptr || undefined_.count(parameter->name + " " + argument->name) > 0) {
      if (uses_undefined(parameter->name + " " + std::string(words[1]))) return;
      fail("parameter " + parameter->name + " has no argument " + quoted(words[1]));
    }
    check_value(*parameter, argument->path, words[2]);
    if (!mode_is_broken_) add({std::string(words[0]), std::string(words[1]), std::string(words[2])});
  }

  void add(ConfSetting setting) {
    std::vector<ConfSetting>& settings = conf_.modes.back().settings;
    for (const ConfSetting& earlier : settings) {
      if (earlier.parameter != setting.parameter || earlier.argument != setting.argument) continue;
      if (earlier.value == setting.value) return;
      fail(setting.parameter + " " + setting.argument + " twice, with " + earlier.value + " and " + setting.value);
    }
    settings.push_back(std::move(setting));
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

}  // namespace

NvpmodelConf parse_nvpmodel_conf(std::string_view text, const std::string& file) {
  return Parser(text, file).parse();
}

}  // namespace wattline::platform
