// SPDX-License-Identifier: Apache-2.0
// Metrics in the text format of Prometheus, in a file for the textfile collector of node_exporter. What decides its
// form:
// - the format is version 0.0.4 (prometheus.io, "Exposition formats"), the one that the collector reads. OpenMetrics
//   leaves _total out of the TYPE line of a counter, which would then be another metric in version 0.0.4;
// - the collector refuses timestamps, and reads the file at any moment (README of node_exporter), so that the file is
//   replaced as a whole;
// - names end with the base unit, counters with _total, and a counter never falls (prometheus.io, "Metric and label
//   naming" and "Metric types").
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "cli/context.hpp"
#include "cli/tool.hpp"
#include "io/fd.hpp"

namespace wattline::cli {

struct Metric {
  const char* name;
  const char* type;  // counter or gauge
  const char* help;
  int decimals;
};
// A label's value in quotes: backslash, quote and line feed are escaped, and the text is UTF-8.
std::string label_value(std::string_view value);
void append_heading(std::string& text, const Metric& metric);
// `labels` with their braces, or empty.
void append_sample(std::string& text, const Metric& metric, const std::string& labels, double value);

void declare_prometheus(App& app, std::string& file, const char* help);
// Refuses a file that no collector would read. An empty name is none.
void check_prometheus(const std::string& file);

class MetricsFile {
 public:
  // Without a path nothing is written. Throws Error{io} for a file that cannot be written, and Error{try_later} for one
  // that another process writes.
  MetricsFile(Context& context, std::string path);
  // Replaces the file, about once per second.
  void tick(std::int64_t now_ns, const std::function<std::string()>& text);
  // Replaces it now. A file that can no longer be written is warned of once: the rows matter more.
  void replace(const std::function<std::string()>& text);

 private:
  // Whether no other process writes the file.
  bool lock(int limit_ms);
  Context& context_;
  std::string path_;
  io::Fd locked_;
  std::int64_t due_ns_ = 0;
};

}  // namespace wattline::cli
