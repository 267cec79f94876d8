// SPDX-License-Identifier: Apache-2.0
#include "wattop/live_rows.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "io/meta.hpp"

namespace wattline::wattop {

namespace {

// Rates are known from the second row on.
constexpr const char* kRowsOfOneScreen = "2";

std::string ended_text(const char* tool, int status, const std::string& problem) {
  return std::string(tool) + " ended with status " + std::to_string(status) + (problem.empty() ? "" : ": " + problem);
}

}  // namespace

LiveRows::LiveRows(const Options& options, cli::Context& context, measure::Pump& pump, BoardModel& model)
    : options_(options),
      context_(context),
      model_(model),
      folder_("wattop"),
      power_(pump, "powerlog", folder_.file("powerlog.log")),
      load_(pump, "loadlog", folder_.file("loadlog.log")),
      programs_(pump, "loadlog", folder_.file("programs.log")) {
  power_.on_row([this](const io::TsvFeed& row) { take_power(row); });
  load_.on_row([this](const io::TsvFeed& row) { take_load(row); });
  programs_.on_row([this](const io::TsvFeed& row) { take_program(row); });
  power_.start(arguments("power.meta", options_.interval_ns));
  const bool usual = options.disk.empty() && context.root.is_host();
  start_load(usual ? "/" : options.disk);
  programs_.start(program_arguments());
}

std::vector<std::string> LiveRows::arguments(const std::string& meta, std::int64_t interval_ns) const {
  std::vector<std::string> all{"--root",     context_.root.directory().string(),
                               "--interval", std::to_string(interval_ns / 1000) + "us",
                               "--meta",     folder_.file(meta)};
  if (options_.once) all.insert(all.end(), {"--count", kRowsOfOneScreen});
  return all;
}

// Not more often than once per second, so that ten minutes of rows stay few.
std::vector<std::string> LiveRows::program_arguments() const {
  constexpr std::int64_t kShortestNs = 1'000'000'000;
  constexpr const char* kMost = "50";
  const std::int64_t interval_ns = options_.once ? options_.interval_ns : std::max(options_.interval_ns, kShortestNs);
  std::vector<std::string> all = arguments("programs.meta", interval_ns);
  all.insert(all.begin(), "programs");
  all.insert(all.end(), {"--most", kMost});
  return all;
}

void LiveRows::start_load(const std::string& disk) {
  disk_ = disk;
  std::vector<std::string> all = arguments("load.meta", options_.interval_ns);
  all.emplace_back("--per-core");
  if (!disk.empty()) all.insert(all.end(), {"--disk", disk});
  load_.start(all);
}

void LiveRows::take_power(const io::TsvFeed& row) {
  if (!power_reader_) {
    power_reader_.emplace(row);
    model_.take_power_meta(io::read_meta(folder_.file("power.meta")));
  }
  model_.take(power_reader_->read(row));
}

void LiveRows::take_load(const io::TsvFeed& row) {
  if (!load_reader_) {
    load_reader_.emplace(row);
    model_.take_load_meta(io::read_meta(folder_.file("load.meta")));
  }
  model_.take(load_reader_->read(row));
}

void LiveRows::take_program(const io::TsvFeed& row) {
  if (!program_reader_) program_reader_.emplace(row);
  model_.take(program_reader_->read(row));
}

void LiveRows::check_power() {
  if (power_checked_ || !power_.finished()) return;
  power_checked_ = true;
  const int status = *power_.status();
  if (status == 0) return;
  const bool no_sensor = status == to_int(ExitCode::unavailable);
  if (!no_sensor) context_.partial = true;
  model_.set_power_problem(no_sensor ? power_.problem() : ended_text("powerlog", status, power_.problem()));
}

void LiveRows::check_load() {
  if (load_checked_ || !load_.finished()) return;
  const int status = *load_.status();
  const bool no_rows = status != 0 && !load_reader_;
  if (no_rows && !options_.disk.empty()) throw Error(static_cast<ExitCode>(status), load_.problem());
  if (no_rows && !disk_.empty()) {
    load_.stop();
    return start_load("");  // no disk holds /, as in a container
  }
  load_checked_ = true;
  if (status == 0) return;
  context_.partial = true;
  model_.set_load_problem(ended_text("loadlog", status, load_.problem()));
}

void LiveRows::check_programs() {
  if (programs_checked_ || !programs_.finished()) return;
  programs_checked_ = true;
  const int status = *programs_.status();
  if (status == 0) return;
  context_.partial = true;
  model_.set_program_problem(ended_text("loadlog programs", status, programs_.problem()));
}

void LiveRows::check_children() {
  check_power();
  check_load();
  check_programs();
}

}  // namespace wattline::wattop
