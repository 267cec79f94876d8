// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/report.hpp"

#include "base/units.hpp"

namespace wattline::trainstep {

namespace {

constexpr const char* kSource = "measured";

}  // namespace

void write_step(io::TsvWriter& rows, const StepRecord& step) {
  rows.number(to_seconds(step.start_ns)).number(to_seconds(step.end_ns)).number(to_seconds(step.end_time_ns));
  rows.integer(step.epoch).integer(step.step).text(to_string(step.phase));
  rows.number(step.stall_ms).number(step.h2d_ms).number(step.compute_ms).number(step.step_ms);
  rows.number(step.read_ms).number(step.prep_ms).integer(step.images).number(step.loss);
  rows.number(step.launch_ms).number(step.hook_ms).text(kSource).end_row();
}

void write_epoch(io::TsvWriter& rows, const EpochRecord& epoch, const std::string& device) {
  const double seconds = epoch.all.step_ms * 1e-3;
  rows.number(to_seconds(epoch.start_ns)).number(to_seconds(epoch.end_ns)).number(to_seconds(epoch.end_time_ns));
  rows.integer(epoch.epoch).integer(epoch.complete ? 1 : 0).integer(epoch.steps).integer(epoch.counted);
  rows.number(epoch.all.stall_ms).number(epoch.all.compute_ms).number(epoch.overhead_ms()).number(seconds);
  rows.number(epoch.times.step_ms.at(0.5)).integer(epoch.images);
  rows.number(static_cast<double>(epoch.images) / seconds).number(epoch.resident_pct).text(device);
  rows.number(epoch.all.hook_ms + epoch.boundary_hook_ms).text(kSource).end_row();
}

void write_window(io::TsvWriter& rows, const WindowRecord& window, std::int64_t batch) {
  rows.number(to_seconds(window.start_ns)).number(to_seconds(window.end_ns)).number(to_seconds(window.end_time_ns));
  rows.integer(window.window).number(window.queue_ms).number(window.infer_ms).number(window.latency_ms);
  rows.number(window.latency_max_ms).integer(window.violations).integer(window.train_steps).integer(window.fitting);
  rows.number(window.train_ms).integer(batch).text(kSource).end_row();
}

}  // namespace wattline::trainstep
