// SPDX-License-Identifier: Apache-2.0
#include "cli/option_types.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/units.hpp"

namespace wattline::cli {

namespace {

std::string text_of(double bound) {
  char text[32];
  std::snprintf(text, sizeof text, "%.15g", bound);
  return text;
}

// `wanted` completes "-3 is not ...".
ValueCheck checked(double low, double high, const std::string& wanted, const std::string& description) {
  const auto problem = [low, high, wanted](const std::string& text) -> std::string {
    const auto value = to_double(text);
    if (!value) return "'" + text + "' is not a number";
    return *value < low || *value > high ? text + " is not " + wanted : "";
  };
  return {problem, description};
}

// "INT" of "INT:POSITIVE".
std::string type_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type.substr(0, type.find(':'));
}

bool has_only_digits(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool fits(const std::string& digits, bool is_signed) {
  errno = 0;
  if (is_signed) {
    std::strtoll(digits.c_str(), nullptr, 10);
  } else {
    std::strtoull(digits.c_str(), nullptr, 10);
  }
  return errno != ERANGE;
}

std::string problem_of_number(std::string& text) {
  return to_double(text) ? "" : "'" + text + "' is not a number";
}

std::string problem_of_whole(std::string& text, bool is_signed) {
  if (has_only_digits(text)) {
    const bool negative = text.front() == '-' && text.find_first_of("123456789") != std::string::npos;
    if (negative && !is_signed) return text + " is not zero or more";
    return fits(text, is_signed) ? "" : text + (negative ? " is too small" : " is too large");
  }
  const std::string problem = problem_of_number(text);
  if (!problem.empty()) return problem;
  const double value = *to_double(text);
  return text + (std::floor(value) == value ? " is not written in digits" : " is not a whole number");
}

CLI::Validator whole_number(bool is_signed) {
  return CLI::Validator([is_signed](std::string& text) { return problem_of_whole(text, is_signed); }, "");
}

CLI::Validator number() {
  return CLI::Validator(problem_of_number, "");
}

// In front of a number they would make it an octal one.
CLI::Validator without_leading_zeros() {
  return CLI::Validator(
      [](std::string& text) -> std::string {
        const std::size_t first = text.find_first_of("0123456789");
        if (!has_only_digits(text)) return "";
        text.erase(first, std::min(text.find_first_not_of('0', first), text.size() - 1) - first);
        return "";
      },
      "");
}

}  // namespace

Option add_duration(App& app, const std::string& name, std::int64_t& ns, const std::string& help) {
  return app.add_text_option(name, "TIME", help, [&ns](const std::string& text) { ns = parse_duration_ns(text); });
}

double parse_milliseconds(const std::string& text) {
  const auto plain = to_double(text);
  const double ms = plain ? *plain : 1e-6 * double(parse_duration_ns(text));
  if (ms < 0) throw usage_error("'" + text + "' is negative");
  return ms;
}

Option add_milliseconds(App& app, const std::string& name, double& ms, const std::string& help) {
  return app.add_text_option(name, "TIME", help, [&ms](const std::string& text) { ms = parse_milliseconds(text); });
}

Option add_size(App& app, const std::string& name, std::int64_t& bytes, const std::string& help) {
  return app.add_text_option(name, "SIZE", help, [&bytes](const std::string& text) { bytes = parse_size_b(text); });
}

Option add_list(App& app, const std::string& name, std::vector<std::string>& values, const std::string& help) {
  return app.add_option(name, values, help).delimiter(',').allow_extra_args(false);
}

Option add_choice(App& app, const std::string& name, const std::vector<std::string>& choices, const std::string& help,
                  std::function<void(std::size_t)> store) {
  const auto choose = [choices, store = std::move(store)](const std::string& text) {
    const auto found = std::find(choices.begin(), choices.end(), text);
    if (found == choices.end()) throw usage_error("'" + text + "' is not one of " + join(choices, ", "));
    store(static_cast<std::size_t>(found - choices.begin()));
  };
  return app.add_text_option(name, "{" + join(choices, ",") + "}", help, choose);
}

ValueCheck positive() {
  return checked(std::numeric_limits<double>::min(), std::numeric_limits<double>::max(), "positive", "POSITIVE");
}

ValueCheck not_negative() {
  return checked(0, std::numeric_limits<double>::max(), "zero or more", "NONNEGATIVE");
}

ValueCheck between(double low, double high) {
  const std::string from = text_of(low), to = text_of(high);
  return checked(low, high, "between " + from + " and " + to, from + ".." + to);
}

ValueCheck one_of(const std::vector<std::string>& names) {
  const auto problem = [names](const std::string& text) -> std::string {
    const bool found = std::find(names.begin(), names.end(), text) != names.end();
    return found ? "" : "'" + text + "' is not one of " + join(names, ", ");
  };
  return {problem, "{" + join(names, ",") + "}"};
}

void check_numbers(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    const std::string type = type_of(*option);
    if (type == "FLOAT") option->check(number());
    if (type != "INT" && type != "UINT" && type != "N") continue;
    option->transform(without_leading_zeros());
    option->check(whole_number(type != "UINT"));
  }
  for (CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; })) check_numbers(*subcommand);
}

}  // namespace wattline::cli
