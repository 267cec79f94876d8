// SPDX-License-Identifier: Apache-2.0
#include "io/step_reader.hpp"

#include <cmath>
#include <fstream>

#include "catch.hpp"
#include "io/output.hpp"
#include "io/tsv_reader.hpp"
#include "refusal.hpp"
#include "scratch_folder.hpp"

using namespace wattline;
using namespace wattline::io;

namespace {

// The rows of a text, read by a StepReader that needs these columns.
std::vector<StepRow> read_steps(const std::string& text, StepReader::Names required, StepReader::Names optional = {}) {
  const test::Folder folder;
  std::ofstream(folder.file("steps.tsv")) << text;
  TsvReader table(folder.file("steps.tsv"));
  StepReader reader(table, required, optional);
  std::vector<StepRow> rows;
  while (table.next()) rows.push_back(reader.read(table));
  return rows;
}

}  // namespace

TEST_CASE("a step row that was written is read back the same") {
  StepRow row;
  row.start_ns = 1'500'000'000, row.end_ns = 1'623'456'000, row.end_time_ns = 1'700'000'000'123'456'000;
  row.epoch = 2, row.step = 7, row.phase = StepPhase::counted, row.images = 16;
  row.stall_ms = 1.5, row.h2d_ms = 0.25, row.compute_ms = 120, row.step_ms = 123.456, row.read_ms = 3, row.prep_ms = 4;
  row.loss = 0.125, row.hook_ms = 0.5, row.source = "measured";
  std::string text;
  Output out = Output::to_string(text);
  TsvWriter rows(out, step_rows());
  step_table().write(rows, row);
  const auto read =
      read_steps(text, {"time_s", "epoch", "step", "images", "stall_ms", "h2d_ms", "compute_ms", "step_ms"},
                 {"read_ms", "prep_ms", "loss", "launch_ms", "hook_ms"});
  REQUIRE(read.size() == 1);
  CHECK(read[0].start_ns == row.start_ns);
  CHECK(read[0].end_ns == row.end_ns);
  CHECK(std::abs(read[0].end_time_ns - row.end_time_ns) < 1000);  // a double holds the time of day to 0.24 us
  CHECK(read[0].epoch == 2);
  CHECK(read[0].step == 7);
  CHECK(read[0].phase == StepPhase::counted);
  CHECK(read[0].images == 16);
  CHECK(read[0].step_ms == 123.456);
  CHECK(read[0].loss == 0.125);
  CHECK(std::isnan(read[0].launch_ms));
  CHECK(read[0].hook_ms == 0.5);
}

TEST_CASE("what step rows lack is not a number, and without phases the first row is the one to leave out") {
  const auto rows = read_steps("start_mono_s\tend_mono_s\n1\t2\n2\t3\n", {}, {"epoch", "stall_ms"});
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].phase == StepPhase::first);
  CHECK(rows[1].phase == StepPhase::counted);
  CHECK(rows[1].epoch == -1);
  CHECK(std::isnan(rows[1].stall_ms));
  CHECK(std::isnan(rows[1].step_ms));
}

TEST_CASE("step rows without a column that is needed, or with one that is NA or malformed, are refused") {
  const std::string header = "start_mono_s\tend_mono_s\tepoch\tstall_ms\n";
  CHECK(test::refusal_of([&] { read_steps("start_mono_s\n1\n", {}); }) == ExitCode::data);
  CHECK(test::refusal_of([&] { read_steps(header, {"step_ms"}); }) == ExitCode::data);
  CHECK(test::refusal_of([&] { read_steps(header + "1\t2\tNA\t0\n", {"epoch"}); }) == ExitCode::data);
  CHECK(test::refusal_of([&] { read_steps(header + "1\t2\t0.5\t0\n", {}, {"epoch"}); }) == ExitCode::data);
  CHECK(test::refusal_of([&] { read_steps(header + "2\t1\t0\t0\n", {}); }) == ExitCode::data);
  CHECK(test::refusal_of([&] { read_steps(header + "1\t2\t0\tNA\n", {}, {"epoch", "stall_ms"}); }) == ExitCode::ok);
}

TEST_CASE("a column that no step row has cannot be asked for") {
  CHECK_THROWS_AS(read_steps("start_mono_s\tend_mono_s\n", {"power_w"}), std::logic_error);
}
