// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/resume.hpp"

#include "base/error.hpp"
#include "catch.hpp"
#include "io/output.hpp"
#include "io/training_rows.hpp"
#include "sysfs_tree.hpp"
#include "trainstep/rows.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

// Rows of an earlier run: whole epochs of four steps, of which the first is not counted.
struct RowsOfARun {
  test::SysfsTree tree;
  std::string steps, epochs;

  RowsOfARun() {
    io::Output out = io::Output::to_string(steps);
    const io::TsvWriter header(out, io::step_rows());
  }
  void run_validation(std::int64_t epoch) { run_step(epoch, -1, StepPhase::validation); }
  void run_step(std::int64_t epoch, std::int64_t number) {
    run_step(epoch, number, number == 0 ? StepPhase::first : StepPhase::counted);
  }
  void run_step(std::int64_t epoch, std::int64_t number, StepPhase phase) {
    StepRecord step;
    step.epoch = epoch;
    step.step = number;
    step.phase = phase;
    step.step_ms = step.compute_ms = 10;
    step.images = 8;
    if (phase == StepPhase::validation) {
      step.loss = 2.5;
      step.accuracy_pct = 75;
    }
    step.start_ns = (epoch * 4 + number) * 10'000'000;
    step.end_ns = step.start_ns + 10'000'000;
    io::Output out = io::Output::to_string(steps);
    io::TsvWriter rows(out, io::step_rows(), {{}, {}, false});
    write_step(rows, step, {"measured"});
  }
  void run_steps(std::int64_t epoch, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) run_step(epoch, i);
  }
  EarlierRun read() {
    tree.raw_file("/s.tsv", steps);
    if (!epochs.empty()) tree.raw_file("/e.tsv", epochs);
    const std::string folder = tree.root().directory().string();
    return read_earlier_run(folder + "/s.tsv", folder + "/e.tsv", 4);
  }
};

}  // namespace

TEST_CASE("without rows nothing was done") {
  CHECK(read_earlier_run("/nowhere/s.tsv", "", 4).epochs.empty());
}

TEST_CASE("an epoch that was under way is known as far as it went") {
  RowsOfARun run;
  run.run_steps(0, 4);
  run.run_steps(1, 3);
  const EarlierRun earlier = run.read();
  REQUIRE(earlier.epochs.size() == 2);
  CHECK(earlier.epochs[0].complete);
  CHECK_FALSE(earlier.epochs[1].complete);
  CHECK(earlier.epochs[1].images == 24);
  CHECK(earlier.epochs[0].all.step_ms == Approx(40));
  CHECK(earlier.epochs[1].start_ns == 40'000'000);
}

TEST_CASE("rows of steps that will be trained again are removed, with the validation behind them") {
  RowsOfARun run;
  run.run_steps(0, 4);
  run.run_validation(0);
  run.run_steps(1, 3);
  run.read();
  const std::string file = run.tree.at("/s.tsv").string();
  const auto rows = [&] { return run.tree.read("/s.tsv"); };
  const std::string whole = rows();
  remove_rows_from(file, 1, 3);
  CHECK(rows() == whole);
  remove_rows_from(file, 1, 2);
  CHECK(rows().size() < whole.size());
  CHECK(read_earlier_run(file, "", 4).epochs[1].steps == 2);
  remove_rows_from(file, 0, 4);
  CHECK(read_earlier_run(file, "", 4).epochs.size() == 1);
  CHECK(rows().find("validation") == std::string::npos);
  remove_rows_from("/nowhere/s.tsv", 0, 0);
}

TEST_CASE("half a row is not a step") {
  RowsOfARun run;
  run.run_steps(0, 3);
  run.steps.resize(run.steps.size() - 5);
  CHECK(run.read().epochs[0].steps == 2);
}

TEST_CASE("epochs, or parts of them, that the epoch rows do not have are told apart") {
  RowsOfARun run;
  run.run_steps(0, 4);
  run.run_steps(1, 3);
  run.epochs = "epoch\tsteps\n0\t4\n1\t1\n";
  const EarlierRun earlier = run.read();
  REQUIRE(earlier.unwritten.size() == 1);
  CHECK(earlier.unwritten[0].epoch == 1);
  CHECK(earlier.unwritten[0].steps == 2);
  CHECK_FALSE(earlier.unwritten[0].complete);
}

TEST_CASE("the row of an epoch that is not written yet has the validation that the rows have") {
  RowsOfARun run;
  run.run_steps(0, 4);
  run.run_validation(0);
  run.run_validation(0);
  run.run_steps(1, 1);
  run.epochs = "epoch\tsteps\n";
  const EarlierRun earlier = run.read();
  REQUIRE(earlier.unwritten.size() == 2);
  CHECK(earlier.unwritten[0].validation_s == Approx(0.02));
  CHECK(earlier.unwritten[0].validation_loss == Approx(2.5));
  CHECK(earlier.unwritten[0].accuracy_pct == Approx(75));
  CHECK_FALSE(earlier.unwritten[1].validation_s);
}

TEST_CASE("the row of an epoch that still lacks its validation is written again") {
  RowsOfARun run;
  run.run_steps(0, 4);
  run.run_steps(1, 4);
  run.epochs = "epoch\tsteps\n0\t4\n1\t3\n1\t1\n";
  EarlierRun earlier = run.read();
  CHECK(earlier.unwritten.empty());
  earlier.leave_unfinished(1);
  CHECK_FALSE(earlier.unfinished);
  const std::string file = run.tree.at("/e.tsv").string();
  remove_last_row_of(file, 0, 4);
  CHECK(run.tree.read("/e.tsv") == "epoch\tsteps\n0\t4\n1\t3\n1\t1");
  remove_last_row_of(file, 1, 5);  // the last part has no row yet, and the row is that of an earlier one
  CHECK(run.tree.read("/e.tsv") == "epoch\tsteps\n0\t4\n1\t3\n1\t1");
  remove_last_row_of(file, 1, 4);
  CHECK(run.tree.read("/e.tsv") == "epoch\tsteps\n0\t4\n1\t3");
  earlier = read_earlier_run(run.tree.at("/s.tsv").string(), file, 4);
  earlier.leave_unfinished(1);
  REQUIRE(earlier.unfinished);
  CHECK(earlier.unfinished->steps == 1);
  CHECK(earlier.unwritten.empty());
  remove_last_row_of("", 1, 4);
  remove_last_row_of("/nowhere/e.tsv", 1, 4);
}

TEST_CASE("rows without the needed columns cannot be continued") {
  RowsOfARun run;
  run.steps = "epoch\tstep\n0\t1\n";
  CHECK_THROWS_AS(run.read(), Error);
}

TEST_CASE("rows whose step took no time, less or what is no number are no run to resume") {
  for (const char* ms : {"-5.000", "0.000", "1e999", "NaN"}) {
    CAPTURE(ms);
    RowsOfARun run;
    run.run_step(0, 0);
    const std::size_t field = run.steps.rfind("10.000");
    run.steps.replace(field, 6, ms);
    CHECK_THROWS_AS(run.read(), Error);
  }
}
