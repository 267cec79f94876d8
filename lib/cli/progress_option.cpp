// SPDX-License-Identifier: Apache-2.0
#include "cli/progress_option.hpp"

#include "base/text_counter.hpp"

namespace wattline::cli {

// CLI11 gives an option without its value the text "true".
Option declare_progress(App& app, ProgressOption& progress, const std::string& help) {
  const auto take = [&progress](const std::string& text) {
    progress.given = true;
    progress.expression = text == "true" ? "" : text;
    if (!progress.expression.empty()) CounterPattern{progress.expression};
  };
  return app.add_text_option("--progress", "[REGEX]", help, take).optional_value();
}

std::string no_counter_hint(const ProgressOption& progress) {
  return progress.expression.empty()
             ? "--progress=REGEX finds a counter of another form than 120/3125, as in 'step (\\d+)'"
             : "see which lines '" + progress.expression + "' matches";
}

}  // namespace wattline::cli
