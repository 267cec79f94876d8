// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/step_bottleneck.hpp"

#include "base/parse.hpp"
#include "catch.hpp"
#include "io/output.hpp"
#include "io/training_rows.hpp"
#include "trainstep/run/summary.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

// A step of 100 ms that computes for 98, fed by a worker that reads 20 ms and prepares 40 ms.
Stages busy() {
  Stages stages;
  stages.stall_ms = 1;
  stages.h2d_ms = 0.5;
  stages.compute_ms = 98;
  stages.step_ms = 100;
  stages.read_ms = 20;
  stages.prep_ms = 40;
  return stages;
}

// 40 ms of stall in a step of 100 ms; one worker makes a minibatch in 100 ms.
Stages starving(double read_ms, double prep_ms) {
  Stages stages = busy();
  stages.stall_ms = 40;
  stages.compute_ms = 58;
  stages.read_ms = read_ms;
  stages.prep_ms = prep_ms;
  return stages;
}

StepRecord step(std::int64_t epoch, StepPhase phase, double stall_ms, double compute_ms) {
  StepRecord step;
  step.epoch = epoch;
  step.phase = phase;
  step.stall_ms = stall_ms;
  step.compute_ms = compute_ms;
  step.step_ms = stall_ms + compute_ms;
  return step;
}

EpochRecord epoch_of(const std::vector<StepRecord>& steps) {
  EpochRecord epoch;
  epoch.epoch = steps.front().epoch;
  for (const StepRecord& step : steps) epoch.add(step);
  return epoch;
}

std::string summary_of(const std::vector<EpochRecord>& epochs, const RunFacts& facts = {},
                       SummaryForm form = SummaryForm::long_rows) {
  std::string text;
  io::Output out = io::Output::to_string(text);
  io::TsvWriter rows(out, training_summary().kind(form));
  RunRecord run;
  for (const EpochRecord& epoch : epochs) run.add(epoch);
  training_summary().write(rows, TrainingSummary(facts, run), form);
  return text;
}

}  // namespace

TEST_CASE("no stall: computing is what takes the time, and one worker hides the loading") {
  const auto bottleneck = bottleneck_of(busy());
  REQUIRE(bottleneck);
  CHECK(bottleneck->name == "compute");
  CHECK(bottleneck->stall_share_pct == Approx(1));
  CHECK(bottleneck->workers_to_hide == 1);
}

TEST_CASE("a GPU that is done as soon as its work is queued waits for the launching") {
  Stages stages = busy();
  stages.launch_ms = 95;
  CHECK(bottleneck_of(stages)->name == "launch");
  stages.launch_ms = 30;
  CHECK(bottleneck_of(stages)->name == "compute");
}

TEST_CASE("stall is the disk's or the pre-processing's, whichever takes the workers longer") {
  CHECK(bottleneck_of(starving(70, 30))->name == "disk");
  CHECK(bottleneck_of(starving(30, 70))->name == "pre-processing");
}

TEST_CASE("stall that is mostly copying is the copy's") {
  Stages stages = starving(70, 30);
  stages.h2d_ms = 30;
  CHECK(bottleneck_of(stages)->name == "copy");
}

TEST_CASE("as many workers hide the stall as make a minibatch in the rest of a step") {
  CHECK(bottleneck_of(starving(70, 30))->workers_to_hide == 2);    // 100 ms in 60.5 ms
  CHECK(bottleneck_of(starving(100, 100))->workers_to_hide == 4);  // 200 ms in 60.5 ms
}

TEST_CASE("loading alone has no computing to hide behind") {
  Stages stages = starving(30, 70);
  stages.stall_ms = 100;
  stages.compute_ms = 0;
  CHECK(bottleneck_of(stages)->name == "pre-processing");
  CHECK_FALSE(bottleneck_of(stages)->workers_to_hide);
  CHECK_FALSE(bottleneck_of(Stages()));
}

TEST_CASE("medians are of counted steps, over all epochs and without the first") {
  const auto first = epoch_of({step(0, StepPhase::first, 900, 900), step(0, StepPhase::counted, 30, 70),
                               step(0, StepPhase::counted, 30, 70), step(0, StepPhase::counted, 30, 70)});
  const auto second = epoch_of({step(1, StepPhase::first, 10, 50), step(1, StepPhase::counted, 10, 50)});
  const auto third = epoch_of({step(2, StepPhase::first, 10, 40), step(2, StepPhase::counted, 10, 40)});
  const std::string text = summary_of({first, second, third});
  CHECK(text.find("median_step_all_epochs\t100.000\tms\n") != std::string::npos);
  CHECK(text.find("median_step_epochs_1_on\t55.000\tms\n") != std::string::npos);
  CHECK(text.find("median_stall_epochs_1_on\t10.000\tms\n") != std::string::npos);
  CHECK(text.find("median_compute_all_epochs\t70.000\tms\n") != std::string::npos);
  // The report's mean: step times of all epochs, the first minibatches too, divided by the number of epochs.
  CHECK(text.find("mean_epoch_all_epochs\t0.773\ts\n") != std::string::npos);  // (2100 + 120 + 100) / 3
  CHECK(text.find("mean_epoch_epochs_1_on\t0.110\ts\n") != std::string::npos);
  CHECK(text.find("median_epoch_all_epochs\t0.120\ts\n") != std::string::npos);
  CHECK(text.find("median_epoch_stall_all_epochs\t0.020\ts\n") != std::string::npos);
}

TEST_CASE("a verdict in words says what would help, and no more threads where one is enough") {
  CHECK(
      in_words(*bottleneck_of(starving(70, 30))) ==
      "Training waits 40 % of the time, mostly for files; 2 loader threads, a faster disk or more memory for the page "
      "cache would help.");
  CHECK(in_words(*bottleneck_of(starving(10, 40))) ==
        "Training waits 40 % of the time, mostly for decoding and transforms; faster CPU cores or smaller files would "
        "help.");
  CHECK(in_words(*bottleneck_of(busy())) == "Computing takes the time; only a faster device would help.");
}

TEST_CASE("the 95th and 99th percentile of a step are in the summary") {
  std::vector<StepRecord> steps;
  for (int ms = 0; ms <= 100; ++ms) steps.push_back(step(0, StepPhase::counted, 0, ms + 1));
  const std::string text = summary_of({epoch_of(steps)});
  CHECK(text.find("p95_step_all_epochs\t96.000\tms\n") != std::string::npos);
  CHECK(text.find("p99_step_all_epochs\t100.000\tms\n") != std::string::npos);
  CHECK(text.find("p99_step_epochs_1_on\tNA\tms\n") != std::string::npos);
}

TEST_CASE("without a counted step there is no verdict") {
  const std::string text =
      summary_of({epoch_of({step(0, StepPhase::first, 30, 70), step(0, StepPhase::stabilizing, 30, 70)})});
  CHECK(text.find("counted_steps\t0\t1\n") != std::string::npos);
  CHECK(text.find("verdict\tNA\ttext\n") != std::string::npos);
  CHECK(text.find("verdict_stall_share\tNA\t%\n") != std::string::npos);
  CHECK(text.find("workers_to_hide_stall\tNA\t1\n") != std::string::npos);
  CHECK(text.find("verdict_in_words\tNA\ttext\n") != std::string::npos);
}

TEST_CASE("the wide form has the values of the long one under their names") {
  const std::vector<EpochRecord> epochs = {epoch_of({step(0, StepPhase::counted, 30, 70)})};
  RunFacts facts;
  facts.workload = "lenet";
  const std::string rows = summary_of(epochs, facts), wide = summary_of(epochs, facts, SummaryForm::wide_row);
  const auto lines = split(wide, '\n');
  const auto names = split(lines[0], '\t'), values = split(lines[1], '\t');
  REQUIRE(names.size() == values.size());
  std::size_t same = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == "peak_memory") continue;
    const std::string begin = "\n" + std::string(names[i]) + "\t" + std::string(values[i]) + "\t";
    INFO(begin);
    CHECK(rows.find(begin) != std::string::npos);
    ++same;
  }
  CHECK(same > 30);
}

TEST_CASE("what is neither stall nor compute nor hook is the instrumentation's") {
  StepRecord one = step(0, StepPhase::counted, 10, 80);
  one.step_ms = 100;
  one.hook_ms = 6;
  const std::string text = summary_of({epoch_of({one})});
  CHECK(text.find("overhead_share\t10.000\t%\n") != std::string::npos);
  CHECK(text.find("hook_share\t6.000\t%\n") != std::string::npos);
  CHECK(text.find("instrumentation\t4.000\tms\n") != std::string::npos);
}

TEST_CASE("a run without a step did not run, and says why") {
  RunFacts facts;
  facts.stop("--batch 64: out of memory; --batch 16 fits", false);
  facts.under_voltage = true;
  const std::string text = summary_of({}, facts);
  CHECK(text.find("status\tdid_not_run\ttext\nreason\t--batch 64: out of memory; --batch 16 fits\ttext\n") !=
        std::string::npos);
  CHECK(text.find("under_voltage\tseen\ttext\n") != std::string::npos);
  CHECK(text.find("oom_kills\tNA\t1\n") != std::string::npos);
}
