// SPDX-License-Identifier: Apache-2.0
// The options and operands of a tool or a subcommand, parsed by CLI11, whose method names these classes keep. Only
// lib/cli includes CLI11 itself: each file that includes it takes gcc seven seconds longer.
#pragma once
#include <cstddef>
#include <functional>
#include <string>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace wattline::cli {

// A check of the text of a value: returns what is wrong with it, or nothing. --help shows the description.
struct ValueCheck {
  std::function<std::string(const std::string&)> problem;
  std::string description;
};

// A handle, as cheap as a pointer. All but count() return the option itself.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  Option required() const;
  Option check(const ValueCheck& check) const;
  Option excludes(const Option& other) const;
  Option needs(const Option& other) const;
  Option type_name(const std::string& name) const;
  Option default_str(const std::string& text) const;
  Option capture_default_str() const;           // --help shows the present value of the variable
  Option group(const std::string& name) const;  // "": --help leaves the option out
  Option delimiter(char character) const;
  Option optional_value() const;              // --name, --name=VALUE or --name VALUE; without it, the text is empty
  Option allow_extra_args(bool allow) const;  // false: it takes one argument each time it is given
  Option each(std::function<void(const std::string&)> take) const;
  std::size_t count() const;  // of the arguments that were given

 private:
  CLI::Option* option_;
};

class App {
 public:
  explicit App(CLI::App& app) : app_(&app) {}

  // Stores the value in `variable`, which is a string, a number, a std::optional of these, or a vector of strings
  // or ints.
  template <class Value>
  Option add_option(const std::string& name, Value& variable, const std::string& help) const;
  // Hands the text to `take`. An Error that it throws becomes a usage error about this option.
  Option add_text_option(const std::string& name, const std::string& type, const std::string& help,
                         std::function<void(const std::string&)> take) const;
  Option add_flag(const std::string& name, bool& flag, const std::string& help = "") const;
  Option option(const std::string& name) const;  // one that was added

  void footer(const std::string& text) const;                // the end of --help
  void preparse_callback(std::function<void()> call) const;  // before the arguments of this subcommand are parsed
  App parent() const;                                        // of a subcommand
  std::string name() const;
  CLI::App& parser() const { return *app_; }  // for lib/cli and tests

 private:
  CLI::App* app_;
};

}  // namespace wattline::cli
