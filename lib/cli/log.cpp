// SPDX-License-Identifier: Apache-2.0
#include "cli/log.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include "cli/messages.hpp"

namespace wattline::cli {

void start_logging(const std::string& name) {
  spdlog::drop(name);  // tests start several tools in one process
  auto logger = spdlog::stderr_color_st(name);
  logger->set_pattern("%n: %v");
  spdlog::set_default_logger(logger);
  spdlog::set_level(spdlog::level::warn);
}

void set_log_level(bool quiet, int verbose) {
  if (quiet) spdlog::set_level(spdlog::level::err);
  if (verbose == 1) spdlog::set_level(spdlog::level::info);
  if (verbose > 1) spdlog::set_level(spdlog::level::debug);
}

int log_error(const Error& error) {
  spdlog::error("{}{}", kErrorPrefix, printable(error.what()));
  if (!error.hint().empty()) spdlog::error("{}{}", kHintPrefix, printable(error.hint()));
  return to_int(error.code());
}

void log_line(int level, const std::string& text) {
  if (level < 0) spdlog::warn("{}{}", kWarningPrefix, printable(text));
  if (level == 0) spdlog::info("{}", printable(text));
  if (level > 0) spdlog::debug("{}", printable(text));
}

}  // namespace wattline::cli
