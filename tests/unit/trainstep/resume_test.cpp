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
  void run_step(std::int64_t epoch, std::int64_t number) {
    StepRecord step;
    step.epoch = epoch;
    step.step = number;
    step.phase = number == 0 ? StepPhase::first : StepPhase::counted;
    step.step_ms = step.compute_ms = 10;
    step.images = 8;
    step.start_ns = (epoch * 4 + number) * 10'000'000;
    step.end_ns = step.start_ns + 10'000'000;
    io::Output out = io::Output::to_string(steps);
    io::TsvWriter rows(out, io::step_rows(), {{}, {}, false});
    write_step(rows, step, {"measured"});
  }
  void run_steps(std::int64_t epoch, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) run_step(epoch, i);
  }
  EarlierRun read(std::int64_t max_steps = 0) {
    tree.raw_file("/s.tsv", steps);
    if (!epochs.empty()) tree.raw_file("/e.tsv", epochs);
    const std::string folder = tree.root().directory().string();
    return read_earlier_run(folder + "/s.tsv", folder + "/e.tsv", 4, max_steps);
  }
};

}  // namespace

TEST_CASE("without rows a run begins at the beginning") {
  const EarlierRun earlier = read_earlier_run("/nowhere/s.tsv", "", 4, 0);
  CHECK(earlier.epoch == 0);
  CHECK(earlier.progress.steps == 0);
}

TEST_CASE("an epoch that was under way is continued at the following step") {
  RowsOfARun run;
  run.run_steps(0, 4);
  run.run_steps(1, 3);
  const EarlierRun earlier = run.read();
  CHECK(earlier.epoch == 1);
  CHECK(earlier.progress.steps == 3);
  CHECK(earlier.progress.counted == 2);
  REQUIRE(earlier.epochs.size() == 2);
  CHECK(earlier.epochs[0].complete);
  CHECK_FALSE(earlier.epochs[1].complete);
  CHECK(earlier.epochs[1].images == 24);
  CHECK(earlier.epochs[0].all.step_ms == Approx(40));
  CHECK(earlier.epochs[1].start_ns == 40'000'000);
}

TEST_CASE("after a whole epoch the next one follows") {
  RowsOfARun run;
  run.run_steps(0, 4);
  const EarlierRun earlier = run.read();
  CHECK(earlier.epoch == 1);
  CHECK(earlier.progress.steps == 0);
}

TEST_CASE("an epoch with as many counted steps as asked for is over") {
  RowsOfARun run;
  run.run_steps(0, 3);
  CHECK(run.read(2).epoch == 1);
  CHECK(run.read(3).epoch == 0);
}

TEST_CASE("half a row is not a step") {
  RowsOfARun run;
  run.run_steps(0, 3);
  run.steps.resize(run.steps.size() - 5);
  CHECK(run.read().progress.steps == 2);
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
