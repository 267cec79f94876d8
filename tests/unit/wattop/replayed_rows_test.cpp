// SPDX-License-Identifier: Apache-2.0
#include "wattop/replayed_rows.hpp"

#include <cmath>
#include <fstream>

#include "catch.hpp"
#include "refusal.hpp"
#include "scratch_folder.hpp"
#include "tool_fixture.hpp"

using namespace wattline;
using namespace wattline::wattop;
using test::Folder;

namespace {

std::string written(const Folder& folder, const std::string& name, const std::string& text) {
  std::ofstream(folder.file(name)) << text;
  return folder.file(name);
}

std::string power_file(const Folder& folder) {
  return written(folder, "power",
                 "time_s\tmono_s\trail\tscope\tpower_w\tstale\tsource\n"
                 "1001\t1\tTOTAL\ttotal\t5\t0\temulated\n"
                 "1003\t3\tTOTAL\ttotal\tNA\t0\temulated\n");
}

std::string load_file(const Folder& folder) {
  return written(folder, "load",
                 "time_s\tmono_s\tcpu_pct\tgpu_hz\tzone_temps\tcore_pct\tsource\n"
                 "1002\t2\t50\tNA\tcpu=40,gpu=NA\t1.5,-\temulated\n");
}

}  // namespace

TEST_CASE("rows of both files arrive in order of time, whichever file is named first") {
  const Folder folder;
  BoardModel model;
  ReplayedRows rows({load_file(folder), power_file(folder)}, model);
  CHECK(rows.next_s() == 1);
  rows.take_until(1);
  CHECK(model.state().rails.at(0).power_w() == 5);
  CHECK(model.state().samples == 0);
  CHECK(rows.next_s() == 2);
  rows.take_until(2.5);
  const BoardReadings& state = model.state();
  CHECK(state.load.cpu_pct == 50);
  CHECK(std::isnan(state.load.gpu_hz));
  CHECK(std::isnan(state.load.emc_hz));  // a column that the file lacks
  REQUIRE(state.load.core_pct.size() == 2);
  CHECK(state.load.core_pct[0] == 1.5);
  CHECK(std::isnan(state.load.core_pct[1]));
  CHECK(state.zones.size() == 1);
  CHECK(state.time_s == 1002);
  CHECK(state.source == "emulated");
  rows.take_until(100);
  CHECK_FALSE(rows.next_s().has_value());
  CHECK_FALSE(state.rails.at(0).power_w().has_value());
}

TEST_CASE("a file without the monotonic time is replayed by the wall clock") {
  const Folder folder;
  BoardModel model;
  ReplayedRows rows({power_file(folder), written(folder, "load", "time_s\tcpu_pct\n1002\t7\n")}, model);
  CHECK(rows.next_s() == 1001);
  rows.take_until(1002);
  CHECK(model.state().load.cpu_pct == 7);
}

TEST_CASE("where one file lacks mono_s, all are on the clock of time_s") {
  const Folder folder;
  BoardModel model;
  const std::string programs = written(folder, "programs",
                                       "time_s\tmono_s\tkind\tname\tpid\tprocesses\tbusy_cores\tsource\n"
                                       "1002\t2\tprocess\ttrain\t41\t1\t1.500\tmeasured\n");
  const std::string power =
      written(folder, "imported", "time_s\trail\tscope\tpower_w\n1001\tTOTAL\ttotal\t5\n1003\tTOTAL\ttotal\t5\n");
  ReplayedRows rows({programs, power}, model);
  CHECK(rows.next_s() == 1001);
  rows.take_until(1002);
  CHECK(rows.next_s() == 1003);
  model.divide_power(ProgramUnit::processes);
  REQUIRE(model.state().processes.size() == 1);
  CHECK(model.state().processes[0].name == "train 41");
}

TEST_CASE("a file of other rows, and two files of one tool, are refused") {
  const Folder folder;
  BoardModel model;
  const auto refusal = [&](const std::vector<std::string>& files) {
    return test::refusal_of([&] { ReplayedRows rows(files, model); });
  };
  CHECK(refusal({written(folder, "other", "a\tb\n1\t2\n")}) == ExitCode::data);
  CHECK(refusal({power_file(folder), power_file(folder)}) == ExitCode::data);
  CHECK(refusal({written(folder, "bad", "mono_s\trail\tpower_w\n1\tTOTAL\tmuch\n")}) == ExitCode::data);
}

TEST_CASE("a file that ends within a line is named") {
  const Folder folder;
  test::ToolFixture tool{io::Root()};
  BoardModel model;
  ReplayedRows rows({written(folder, "torn", "mono_s\trail\tpower_w\n1\tTOTAL\t5\n2\tTOT")}, model);
  rows.take_until(10);
  rows.warn_torn(tool.context);
  CHECK(model.state().rails.at(0).power_w() == 5);
  CHECK(tool.context.partial);
}
