// SPDX-License-Identifier: Apache-2.0
#include "trainstep/hooks.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include "base/error.hpp"
#include "catch.hpp"
#include "sysfs_tree.hpp"
#include "tool_fixture.hpp"
#include "trainstep/run_incidents.hpp"
#include "trainstep/run_setup.hpp"

using namespace std::string_literals;
using namespace wattline;
using namespace wattline::trainstep;

namespace {

struct HooksBench {
  test::SysfsTree tree;
  test::ToolFixture tool{tree.root()};
  HookOptions options;

  std::string at(const std::string& name) { return tree.root().directory().string() + name; }
  Hooks hooks() { return Hooks(tool.context, tool.clock, options, false); }
};

}  // namespace

TEST_CASE("the command before an epoch knows its number") {
  HooksBench bench;
  bench.options.epoch_command = "echo $WATTLINE_EPOCH >>" + bench.at("/epochs");
  Hooks hooks = bench.hooks();
  hooks.before_epoch(0);
  hooks.before_epoch(1);
  CHECK(bench.tree.read("/epochs") == "0\n1");
}

TEST_CASE("the command between phases knows what comes, and marks name the windows") {
  HooksBench bench;
  bench.options.phase_command = "echo $WATTLINE_PHASE >>" + bench.at("/phases");
  bench.options.marks = bench.at("/marks");
  REQUIRE(::mkfifo(bench.options.marks.c_str(), 0600) == 0);
  const io::Fd reader = io::open_fifo(bench.options.marks, O_RDONLY);
  Hooks hooks = bench.hooks();
  InterleaveOptions options;
  options.arrivals.rate = 1000;
  options.batch = 1;
  options.max_steps = 2;
  options.policy = SharingPolicy::round_robin;
  Interleave loop({[] { return true; }, [] { return true; }}, bench.tool.clock, options);
  loop.on_window = [&](const WindowRecord& window) {
    hooks.after_window(window);
    return true;
  };
  hooks.attach(loop);
  loop.run();
  hooks.after_inference_run();
  CHECK(bench.tree.read("/phases") == "infer\ntrain\ninfer\ntrain");
  char labels[64] = "";
  REQUIRE(::read(reader.get(), labels, sizeof labels) > 0);
  CHECK(std::string(labels) == "window 0\nwindow 1\nwindow 2\nend\n");
}

TEST_CASE("a command that fails ends the run with its own status") {
  HooksBench bench;
  bench.options.epoch_command = "exit 77";
  Hooks hooks = bench.hooks();
  try {
    hooks.before_epoch(3);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::no_permission);
    CHECK(std::string(error.what()) == "--epoch-hook exit 77: ended with status 77 before epoch 3");
  }
}

TEST_CASE("a command that the user's signal ended is no failure of its own") {
  HooksBench bench;
  bench.options.epoch_command = "exit 130";
  Hooks hooks = bench.hooks();
  io::Signals::note(SIGINT);
  CHECK_NOTHROW(hooks.before_epoch(0));
}

TEST_CASE("marks name the epochs and the end") {
  HooksBench bench;
  bench.options.marks = bench.at("/marks");
  REQUIRE(::mkfifo(bench.options.marks.c_str(), 0600) == 0);
  const io::Fd reader = io::open_fifo(bench.options.marks, O_RDONLY);
  Hooks hooks = bench.hooks();
  hooks.before_epoch(0);
  hooks.after_run();
  char labels[64] = "";
  REQUIRE(::read(reader.get(), labels, sizeof labels) > 0);
  CHECK(std::string(labels) == "epoch 0\nend\n");
}

TEST_CASE("a reader of marks that goes away is told once, and the run goes on") {
  HooksBench bench;
  bench.options.marks = bench.at("/marks");
  REQUIRE(::mkfifo(bench.options.marks.c_str(), 0600) == 0);
  io::Fd reader = io::open_fifo(bench.options.marks, O_RDONLY);
  Hooks hooks = bench.hooks();
  reader.reset();
  hooks.before_epoch(0);
  hooks.before_epoch(1);
  CHECK(bench.tool.messages ==
        std::vector<std::string>{"--marks " + bench.options.marks + ": Broken pipe: marks are lost"});
  CHECK(bench.tool.context.partial);
}

TEST_CASE("a residency row before the run and one per epoch, and the epoch knows its share") {
  HooksBench bench;
  bench.tree.file("/data/a", std::string(20000, 'x'));
  bench.options.residency = bench.at("/data");
  bench.options.residency_out = bench.at("/r.tsv");
  Hooks hooks = bench.hooks();
  hooks.before_run();
  EpochRecord epoch;
  hooks.after_epoch(epoch);
  CHECK(epoch.resident_pct == Approx(100));
  const std::string rows = bench.tree.read("/r.tsv");
  CHECK(rows.find("\tbefore\t" + bench.options.residency + "\t1\t") != std::string::npos);
  CHECK(rows.find("\tepoch0\t" + bench.options.residency + "\t1\t") != std::string::npos);
}

TEST_CASE("residency of a folder that vanished is an error that names it") {
  HooksBench bench;
  bench.options.residency = bench.at("/gone");
  Hooks hooks = bench.hooks();
  CHECK_THROWS_WITH(hooks.before_run(), bench.at("/gone") + ": No such file or directory");
}

TEST_CASE("a GPIO line that is not there is refused before anything is trained") {
  HooksBench bench;
  bench.options.gpio = "gpiochip7:3";
  CHECK_THROWS_AS(bench.hooks(), Error);
}

TEST_CASE("on a board with a GPU the processor has to be asked for") {
  test::SysfsTree board, machine;
  board.raw_file("/sys/firmware/devicetree/base/compatible", "nvidia,p3737-0000+p3701-0000\0nvidia,tegra234\0"s);
  Options options;
  try {
    device_of(options, board.root());
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::unavailable);
    CHECK(error.hint().find("--device cpu") != std::string::npos);
  }
  CHECK(device_of(options, machine.root()) == Device::cpu);
  options.device = Device::cpu;
  CHECK(device_of(options, board.root()) == Device::cpu);
}

TEST_CASE("an under-voltage alarm of a Raspberry Pi is remembered") {
  test::SysfsTree board;
  board.file("/sys/class/hwmon/hwmon0/name", "rpi_volt").file("/sys/class/hwmon/hwmon0/in0_lcrit_alarm", "0");
  RunIncidents incidents(board.root());
  RunFacts facts;
  incidents.look();
  incidents.report_to(facts);
  CHECK(facts.under_voltage == false);
  board.file("/sys/class/hwmon/hwmon0/in0_lcrit_alarm", "1");
  incidents.look();
  board.file("/sys/class/hwmon/hwmon0/in0_lcrit_alarm", "0");
  incidents.look();
  incidents.report_to(facts);
  CHECK(facts.under_voltage == true);
}

TEST_CASE("an earlier run of another boot was ended by a restart") {
  test::SysfsTree tree;
  tree.file("/s.tsv.meta", "name\tvalue\nboot_id\t00000000-0000-0000-0000-000000000000");
  CHECK(end_of_earlier_run(tree.root().directory().string() + "/s.tsv.meta") == "a restart of the machine");
}

TEST_CASE("an earlier run of this boot that the OOM killer may have ended") {
  const auto kills = oom_kills_so_far();
  REQUIRE(kills);
  test::SysfsTree tree;
  const auto end = [&](std::int64_t before) {
    tree.file("/s.tsv.meta", "name\tvalue\noom_kills\t" + std::to_string(before));
    return end_of_earlier_run(tree.root().directory().string() + "/s.tsv.meta");
  };
  CHECK(end(-1) == "the kernel's OOM killer");
  CHECK(end(*kills + 1000) == "no known cause");
}
