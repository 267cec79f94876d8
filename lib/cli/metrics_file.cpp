// SPDX-License-Identifier: Apache-2.0
#include "cli/metrics_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/utf8.hpp"
#include "io/caller.hpp"
#include "io/decimal.hpp"
#include "io/lock.hpp"
#include "io/regular_file.hpp"
#include "io/replace_file.hpp"

namespace wattline::cli {

namespace {
constexpr std::int64_t kPeriodNs = 950'000'000;  // a second, less what a tick may come early
constexpr const char* kTaken = ": another process writes this file";

bool was_replaced(int fd, const std::string& path) {
  struct stat open_one {};
  const auto now = io::file_status(path);
  return !now || ::fstat(fd, &open_one) != 0 || open_one.st_ino != now->st_ino || open_one.st_dev != now->st_dev;
}
}  // namespace

std::string label_value(std::string_view value) {
  std::string text = "\"";
  for (const char c : valid_utf8(value)) {
    if (c == '"' || c == '\\' || c == '\n') text += '\\';
    text += c == '\n' ? 'n' : c;
  }
  return text + '"';
}

void append_heading(std::string& text, const Metric& metric) {
  text += std::string("# HELP ") + metric.name + " " + metric.help + "\n";
  text += std::string("# TYPE ") + metric.name + " " + metric.type + "\n";
}

void append_sample(std::string& text, const Metric& metric, const std::string& labels, double value) {
  text += metric.name + labels + ' ';
  io::append_number(text, value, metric.decimals);
  text += '\n';
}

void declare_prometheus(App& app, std::string& file, const char* help) {
  app.add_option("--prometheus", file, help);
}

void check_prometheus(const std::string& file) {
  if (file.empty()) return;
  if (file == "-") {
    throw usage_error("--prometheus -: a file is replaced again and again, which standard output cannot be",
                      "name a file");
  }
  if (!ends_with(file, ".prom")) {
    throw usage_error("--prometheus " + file + ": the name does not end in .prom, so no collector would read the file",
                      "name it " + file + ".prom");
  }
}

MetricsFile::MetricsFile(Context& context, std::string path) : context_(context), path_(std::move(path)) {
  if (path_.empty()) return;
  const auto status = io::file_status(path_);
  if (status && !S_ISREG(status->st_mode)) {
    throw usage_error("--prometheus " + path_ + ": is no regular file", "name a file that can be replaced");
  }
  io::check_replaceable(path_);
  if (lock(io::kLockWaitMs)) return;
  throw Error(ExitCode::try_later, "--prometheus " + path_ + kTaken, "name another file");
}

// The lock is that of the file of this moment, which the next one replaces: one that was replaced while this waited for
// its lock is not locked any more, although its writer goes on.
bool MetricsFile::lock(int limit_ms) {
  constexpr int kReplaced = 3;  // times, and it goes on
  const io::AsCaller rights;
  for (int i = 0; i < kReplaced; ++i) {
    locked_ = io::Fd(::open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    if (!locked_) return true;
    if (!io::lock_within(locked_.get(), limit_ms)) return errno != EWOULDBLOCK;
    if (!was_replaced(locked_.get(), path_)) return true;
  }
  return false;
}

void MetricsFile::tick(std::int64_t now_ns, const std::function<std::string()>& text) {
  if (now_ns < due_ns_) return;
  due_ns_ = now_ns + kPeriodNs;
  replace(text);
}

void MetricsFile::replace(const std::function<std::string()>& text) {
  if (path_.empty()) return;
  if (!lock(0)) {
    context_.warn(path_ + kTaken);
    path_.clear();
    return;
  }
  try {
    const std::string metrics = text();
    io::replace_file(
        path_, [&](io::Output& file) { file.write(metrics); }, io::Durability::unsynced);
    lock(0);
  } catch (const Error& error) {
    context_.warn_once(path_, error.what());
  }
}

}  // namespace wattline::cli
