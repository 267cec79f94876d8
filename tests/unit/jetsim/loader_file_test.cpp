// SPDX-License-Identifier: Apache-2.0
// /run/jetsim/loader as a program with loader threads sees it: it waits as the surface says, whatever happens between.
#include <algorithm>
#include <cerrno>
#include <map>
#include <string>

#include "base/parse.hpp"
#include "catch.hpp"
#include "jetsim/workload/surface.hpp"
#include "machine_bench.hpp"

using namespace wattline;
using namespace wattline::jetsim;

namespace {

constexpr int kBatch = 16;

struct LoaderBench : Bench {
  LoaderBench(const char* board, int count, const char* workload = "mobilenetv3")
      : Bench(board), workers(count), surface(machine.board, workload) {
    pin();
    file = files.tree().find("/run/jetsim/loader")->open();
    REQUIRE(tell("attach " + std::string(workload) + " " + std::to_string(workers)) == 0);
    REQUIRE(tell("begin") == 0);
  }
  // At the highest clocks.
  void pin() {
    machine.advance();
    machine.cpu.set_limits(machine.board.cpu_khz.back(), machine.board.cpu_khz.back());
    machine.gpu.ask_min(std::to_string(machine.board.gpu_hz.back()));
    const std::string emc = "/sys/kernel/debug/bpmp/debug/clk/emc/";
    write(emc + "rate", std::to_string(machine.board.emc_hz.back()).c_str());
    write(emc + "mrq_rate_locked", "1");
    wait(100 * kMillisecondNs);
    REQUIRE(machine.clocks().cpu_khz.back() == machine.board.cpu_khz.back());
    REQUIRE(machine.clocks().emc_hz == machine.board.emc_hz.back());
  }
  int tell(const std::string& line) {
    machine.advance();
    return file->write(line + "\n");
  }
  std::map<std::string, std::int64_t> ask(const std::string& line) {
    REQUIRE(tell(line) == 0);
    std::string text;
    REQUIRE(file->read(text) == 0);
    std::map<std::string, std::int64_t> answer;
    for (const std::string_view row : split(trim(text), '\n')) {
      const auto words = split_blanks(row);
      answer[std::string(words[0])] = *to_int64(words[1]);
    }
    return answer;
  }
  void wait_until(std::int64_t ns) { wait(std::max<std::int64_t>(ns - clock.mono_ns(), 0)); }
  // The wait for the second and the following minibatches, which are all read `reading` long and ready in time.
  double stall_ms(const ReadTime& reading) {
    Loading loading;
    loading.workers = workers;
    loading.reading = reading;
    Loading elsewhere;
    elsewhere.elsewhere = true;
    const EmulatedMinibatch without = surface.at(machine.clocks(), kBatch, Pass::training, elsewhere);
    const auto waited = static_cast<std::int64_t>(reading.alone_ms * kMillisecondNs);
    std::int64_t asked = clock.mono_ns(), until = 0, before = asked;
    for (int i = 0; i < 3; ++i) {
      before = asked = clock.mono_ns();
      if (workers == 0) wait(waited);
      auto made = ask("prepare 0 16 " + std::to_string(asked) + " " + std::to_string(waited));
      if (workers == 0) wait_until(made["until_ns"]);
      until =
          ask("deliver " + std::to_string(asked) + " " + std::to_string(made["read_ns"] + made["prep_ns"]))["until_ns"];
      wait_until(until);
      const double computing = i == 0 ? 12 : 1;  // the first minibatch takes many times as long
      wait(static_cast<std::int64_t>((computing * without.compute_ms + without.overhead_ms + without.h2d_ms) *
                                     kMillisecondNs));
    }
    return static_cast<double>(until - before) / kMillisecondNs + without.h2d_ms;
  }
  int workers;
  Surface surface;
  std::unique_ptr<OpenFile> file;
};

}  // namespace

TEST_CASE("A program whose threads load samples waits as long as the surface says") {
  for (const char* board : {"agx-xavier", "xavier-nx", "agx-orin"}) {
    for (const int workers : {0, 1, 2, 4}) {
      for (const double read_ms : {0.0, 20.0, 150.0}) {
        INFO(board << ", " << workers << " workers, " << read_ms << " ms of reading");
        LoaderBench bench(board, workers);
        const ReadTime reading{read_ms, 0, 1000};
        Loading loading;
        loading.workers = workers;
        loading.reading = reading;
        const double got = bench.stall_ms(reading);
        const double wanted = bench.surface.at(bench.machine.clocks(), kBatch, Pass::training, loading).stall_ms;
        CHECK(got == Approx(wanted).epsilon(0.1));
      }
    }
  }
}

TEST_CASE("The first minibatch of an epoch is there when its thread is done") {
  LoaderBench bench("agx-xavier", 4);
  const std::int64_t start = bench.clock.mono_ns();
  const auto made = bench.ask("prepare 0 16 " + std::to_string(start) + " 0");
  CHECK(made.at("until_ns") == start + made.at("read_ns") + made.at("prep_ns"));
  bench.wait_until(made.at("until_ns"));
  const auto first = bench.ask("deliver " + std::to_string(start) + " " + std::to_string(made.at("prep_ns")));
  CHECK(first.at("until_ns") - bench.clock.mono_ns() < 20 * kMillisecondNs);
  REQUIRE(bench.tell("begin") == 0);
  const auto again =
      bench.ask("deliver " + std::to_string(bench.clock.mono_ns()) + " " + std::to_string(made.at("prep_ns")));
  CHECK(again.at("until_ns") - bench.clock.mono_ns() < 20 * kMillisecondNs);
}

TEST_CASE("Threads that prepare samples take cores and power until they are done") {
  LoaderBench bench("agx-xavier", 4);
  const double idle = bench.machine.load.now().cpu, idle_watts = bench.total();
  std::int64_t last = 0;
  for (int worker = 0; worker < 4; ++worker) {
    const auto made =
        bench.ask("prepare " + std::to_string(worker) + " 16 " + std::to_string(bench.clock.mono_ns()) + " 0");
    last = made.at("until_ns");
    bench.wait(10 * kMillisecondNs);
  }
  CHECK(bench.machine.load.now().cpu == Approx(idle + 4).epsilon(0.1));
  CHECK(bench.total() > idle_watts + 1);
  bench.wait_until(last - 5 * kMillisecondNs);
  CHECK(bench.machine.load.now().cpu == Approx(idle + 1).epsilon(0.1));
  bench.wait_until(last + kMillisecondNs);
  CHECK(bench.machine.load.now().cpu == Approx(idle));
}

TEST_CASE("The loader's file refuses what it does not know") {
  Bench bench("agx-orin");
  auto file = bench.files.tree().find("/run/jetsim/loader")->open();
  for (const char* line : {"", "begin", "prepare 0 16 0 0", "attach resnet18", "attach nosuch 1", "attach resnet18 -1",
                           "attach resnet18 257"}) {
    INFO(line);
    CHECK(file->write(line) == EINVAL);
  }
  CHECK(file->write("attach resnet18 1") == 0);
  for (const char* line : {"attach resnet18 1", "begin 1", "prepare 0 0 0 0", "prepare 0 16 0", "prepare 0 16 -1 0",
                           "prepare 0 16 999999999999999 0", "deliver 0 0", "deliver", "rest"}) {
    INFO(line);
    CHECK(file->write(line) == EINVAL);
  }
}
