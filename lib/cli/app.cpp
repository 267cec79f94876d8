// SPDX-License-Identifier: Apache-2.0
#include "cli/app.hpp"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace wattline::cli {

namespace {

// "--interval" of "-i,--interval", as CLI11's own errors name an option.
std::string long_name(const std::string& name) {
  return name.substr(name.rfind(',') + 1);
}

}  // namespace

Option Option::required() const {
  return Option(option_->required());
}

Option Option::check(const ValueCheck& check) const {
  const auto problem = [check](std::string& text) { return check.problem(text); };
  return Option(option_->check(CLI::Validator(problem, check.description)));
}

Option Option::excludes(const Option& other) const {
  return Option(option_->excludes(other.option_));
}

Option Option::needs(const Option& other) const {
  return Option(option_->needs(other.option_));
}

Option Option::type_name(const std::string& name) const {
  return Option(option_->type_name(name));
}

Option Option::default_str(const std::string& text) const {
  return Option(option_->default_str(text));
}

Option Option::capture_default_str() const {
  return Option(option_->capture_default_str());
}

Option Option::group(const std::string& name) const {
  return Option(option_->group(name));
}

Option Option::delimiter(char character) const {
  return Option(option_->delimiter(character));
}

Option Option::optional_value() const {
  return Option(option_->expected(0, 1));
}

Option Option::allow_extra_args(bool allow) const {
  return Option(option_->allow_extra_args(allow));
}

Option Option::each(std::function<void(const std::string&)> take) const {
  return Option(option_->each(std::move(take)));
}

std::size_t Option::count() const {
  return option_->count();
}

template <class Value>
Option App::add_option(const std::string& name, Value& variable, const std::string& help) const {
  return Option(app_->add_option(name, variable, help));
}

#define WATTLINE_ADD_OPTION(...) \
  template Option App::add_option(const std::string&, __VA_ARGS__&, const std::string&) const
WATTLINE_ADD_OPTION(std::string);
WATTLINE_ADD_OPTION(int);
WATTLINE_ADD_OPTION(unsigned);
WATTLINE_ADD_OPTION(std::int64_t);
WATTLINE_ADD_OPTION(std::uint64_t);
WATTLINE_ADD_OPTION(double);
WATTLINE_ADD_OPTION(std::optional<std::string>);
WATTLINE_ADD_OPTION(std::optional<std::int64_t>);
WATTLINE_ADD_OPTION(std::optional<std::uint64_t>);
WATTLINE_ADD_OPTION(std::optional<double>);
WATTLINE_ADD_OPTION(std::vector<std::string>);
WATTLINE_ADD_OPTION(std::vector<int>);
#undef WATTLINE_ADD_OPTION

Option App::add_text_option(const std::string& name, const std::string& type, const std::string& help,
                            std::function<void(const std::string&)> take) const {
  const auto checked = [name, take = std::move(take)](const std::string& text) {
    try {
      take(text);
    } catch (const Error& error) {
      throw CLI::ValidationError(long_name(name), error.what());
    }
  };
  return Option(app_->add_option_function<std::string>(name, checked, help)->type_name(type));
}

Option App::add_flag(const std::string& name, bool& flag, const std::string& help) const {
  return Option(app_->add_flag(name, flag, help));
}

Option App::option(const std::string& name) const {
  return Option(app_->get_option(name));
}

void App::footer(const std::string& text) const {
  app_->footer(text);
}

void App::preparse_callback(std::function<void()> call) const {
  app_->preparse_callback([call = std::move(call)](std::size_t) { call(); });
}

App App::parent() const {
  return App(*app_->get_parent());
}

std::string App::name() const {
  return app_->get_name();
}

}  // namespace wattline::cli
