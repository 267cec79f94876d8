// SPDX-License-Identifier: Apache-2.0
#include "measure/powerlog_child.hpp"

#include "base/error.hpp"
#include "io/meta.hpp"
#include "io/rail_meta.hpp"

namespace wattline::measure {

namespace {

constexpr int kStartLimitS = 60;
constexpr int kDeathsInARow = 3;

Error ended(const std::string& how, int status, const std::string& folder) {
  const ExitCode code = status == to_int(ExitCode::io) ? ExitCode::io : ExitCode::unavailable;
  return Error(code, how + " with status " + std::to_string(status), "see " + folder + "/powerlog.log");
}

}  // namespace

PowerlogChild::PowerlogChild(cli::Context& context, Pump& pump, const std::string& folder, const std::string& rail,
                             std::int64_t interval_ns)
    : context_(context),
      pump_(pump),
      folder_(folder),
      rail_(rail),
      interval_ns_(interval_ns),
      child_(pump, "powerlog", folder + "/powerlog.log") {
  child_.on_row([this](const io::TsvFeed& row) { take_row(row); });
}

void PowerlogChild::spawn() {
  columns_.reset();
  child_.start({"--root", context_.root.directory().string(), "--interval", std::to_string(interval_ns_ / 1000) + "us",
                "--meta", folder_ + "/power.meta"});
}

void PowerlogChild::start(const std::string& hint) {
  spawn();
  // A rail that the whole first tick lacks does not come later.
  const auto known = [this] { return rail_seen_ || ticks_ > 1 || child_.status() || pump_.stopped(); };
  pump_.wait_for_process(known, kStartLimitS);
  if (const auto status = child_.status()) {
    metered_ = *status != to_int(ExitCode::unavailable);
    if (!metered_) return;
    throw ended("powerlog ended", *status, folder_);
  }
  if (!rail_seen_ && !pump_.stopped()) throw unavailable("powerlog has no readings of " + rail_, hint);
  std::string problem;  // of a file that powerlog has just written
  facts_ = io::rail_facts(io::read_meta(folder_ + "/power.meta"), rail_, problem);
}

void PowerlogChild::keep_alive() {
  const auto status = child_.status();
  if (!metered_ || !status) return;
  if (++deaths_ >= kDeathsInARow) {
    throw ended("powerlog keeps ending, last", *status, folder_);
  }
  context_.warn("powerlog ended with status " + std::to_string(*status) + " and was restarted");
  child_.stop();
  spawn();
}

void PowerlogChild::take_row(const io::TsvFeed& row) {
  if (!columns_) columns_.emplace(row);
  log_.add(row);
  if (first_rail_.empty()) first_rail_ = std::string(columns_->rail(row));
  if (columns_->rail(row) == first_rail_) ++ticks_;
  if (columns_->rail(row) != rail_) return;
  rail_seen_ = true;
  const auto watts = columns_->power_w(row), mono_s = columns_->mono_s(row);
  if (!watts || !mono_s) return;
  deaths_ = 0;
  if (take_) take_(*mono_s, *watts, columns_->stale(row));
}

}  // namespace wattline::measure
