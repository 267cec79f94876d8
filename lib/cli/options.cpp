// SPDX-License-Identifier: Apache-2.0
#include "cli/options.hpp"

#include "base/error.hpp"
#include "base/units.hpp"

namespace wattline::cli {

namespace {

CLI::Option* add_parsed(CLI::App& app, const std::string& name, std::int64_t& value, const std::string& help,
                        std::int64_t (*parse)(std::string_view), const char* type) {
  const auto store = [&value, parse, name](const std::string& text) {
    try {
      value = parse(text);
    } catch (const Error& error) {
      throw CLI::ValidationError(name, error.what());
    }
  };
  return app.add_option_function<std::string>(name, store, help)->type_name(type);
}

}  // namespace

CLI::Option* add_duration(CLI::App& app, const std::string& name, std::int64_t& ns, const std::string& help) {
  return add_parsed(app, name, ns, help, parse_duration_ns, "TIME");
}

CLI::Option* add_size(CLI::App& app, const std::string& name, std::int64_t& bytes, const std::string& help) {
  return add_parsed(app, name, bytes, help, parse_size_b, "SIZE");
}

CLI::Option* add_frequency(CLI::App& app, const std::string& name, std::int64_t& hz, const std::string& help) {
  return add_parsed(app, name, hz, help, parse_frequency_hz, "FREQ");
}

CLI::Option* add_list(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                      const std::string& help) {
  return app.add_option(name, values, help)->delimiter(',')->allow_extra_args(false);
}

}  // namespace wattline::cli
