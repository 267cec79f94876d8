// SPDX-License-Identifier: Apache-2.0
#include "trainstep/hooks.hpp"

#include <unistd.h>

#include <cstring>

#include "base/error.hpp"
#include "io/child.hpp"

namespace wattline::trainstep {

Hooks::Hooks(cli::Context& context, Clock& clock, const HookOptions& options, bool append)
    : context_(context), clock_(clock), options_(options) {
  if (!options.marks.empty()) marks_.emplace(options.marks);
  if (!options.gpio.empty()) line_.emplace(context.root, options.gpio, "trainstep");
  if (!options.residency.empty()) probe_.emplace();
  if (options.residency_out.empty()) return;
  cli::RowOptions rows;
  rows.output = options.residency_out;
  rows.append = append;
  rows.machine = io::Root();  // whose page cache it is
  residency_.emplace(context, rows, page_cache::residency_rows());
}

template <class Work>
void Hooks::timed(Work work) {
  const std::int64_t start_ns = clock_.mono_ns();
  work();
  spent_ns_ += clock_.mono_ns() - start_ns;
}

void Hooks::before_run() {
  timed([&] {
    const auto row = measure_residency("before");
    // A mistyped folder would give empty columns for a whole run.
    if (row && row->totals.empty()) throw data_error("--residency " + row->path + ": no files found");
  });
}

void Hooks::before_epoch(std::int64_t epoch) {
  timed([&] {
    const std::string number = std::to_string(epoch);
    if (!options_.epoch_command.empty())
      run({"--epoch-hook ", options_.epoch_command, "WATTLINE_EPOCH=" + number, "epoch " + number});
    mark("epoch " + number);
  });
}

void Hooks::after_epoch(EpochRecord& epoch) {
  timed([&] {
    const auto row = measure_residency("epoch" + std::to_string(epoch.epoch));
    if (row) epoch.resident_pct = row->shares.resident_pct;
  });
  epoch.boundary_hook_ms += static_cast<double>(spent_ns_) * 1e-6;
  spent_ns_ = 0;
}

void Hooks::after_run() {
  mark("end");
}

// The line is high from right before a minibatch is fetched until right after it is trained.
void Hooks::attach(TimedLoop& loop) {
  if (!line_) return;
  loop.before_step = [this] { line_->set(true); };
  loop.after_step = [this] { line_->set(false); };
}

void Hooks::attach(Interleave& loop) {
  mark("window 0");
  if (!options_.phase_command.empty()) {
    loop.before_use = [this](Use use) {
      run({"--phase-hook ", options_.phase_command, std::string("WATTLINE_PHASE=") + to_string(use), to_string(use)});
    };
  }
  if (!line_) return;
  loop.before_inference = [this] { line_->set(true); };
  loop.after_inference = [this] { line_->set(false); };
}

void Hooks::after_window(const WindowRecord& window) {
  mark("window " + std::to_string(window.window + 1));
}

void Hooks::after_inference_run() {
  measure_residency("end");
  after_run();
}

void Hooks::mark(const std::string& label) {
  if (!marks_) return;
  const int error = marks_->write(label);
  if (error != 0)
    context_.warn_once("--marks " + options_.marks, std::string(std::strerror(error)) + ": marks are lost");
}

void Hooks::run(const Command& command) {
  io::SpawnOptions options;
  options.null_stdin = true;
  options.stdout_fd = STDERR_FILENO;
  options.environment = {command.variable};
  const int status = io::Child::spawn({"/bin/sh", "-c", command.line}, options).wait();
  if (status == 0 || context_.signals.stop() != 0) return;
  throw Error(static_cast<ExitCode>(status), command.option + command.line + ": ended with status " +
                                                 std::to_string(status) + " before " + command.before);
}

std::optional<page_cache::ResidencyRow> Hooks::measure_residency(const std::string& label) {
  if (!probe_) return std::nullopt;
  page_cache::ResidencyRow row = page_cache::measure_residency(options_.residency, *probe_, clock_);
  row.label = label;
  if (residency_) page_cache::write_row(residency_->rows(), row, "measured");
  const std::uint64_t lost = row.totals.unknown + row.totals.errors;
  if (lost > 0)
    context_.warn_once("--residency " + row.path, "not known of " + std::to_string(lost) + " files; run cachestat " +
                                                      row.path + " for the reasons");
  return row;
}

}  // namespace wattline::trainstep
