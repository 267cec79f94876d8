// SPDX-License-Identifier: Apache-2.0
// /run/jetsim/gpu as a program sees it.
#include <cerrno>
#include <memory>
#include <string>

#include "base/parse.hpp"
#include "base/statistics.hpp"
#include "base/units.hpp"
#include "catch.hpp"
#include "fake_clock.hpp"
#include "jetsim/served/board_tree.hpp"
#include "jetsim/workload/surface.hpp"

using namespace wattline;
using namespace wattline::jetsim;

namespace {

struct Answer {
  std::int64_t copied_ns = 0, computed_ns = 0;
};

struct GpuBench {
  GpuBench() : GpuBench("agx-orin") { pin(); }
  // With all governors on.
  explicit GpuBench(const std::string& board) : machine(options(board), clock), files(machine, 0) {}
  static EmulatedMachineOptions options(const std::string& board) {
    EmulatedMachineOptions chosen;
    chosen.board = board;
    return chosen;
  }
  // At the highest clocks, whatever the load.
  void pin() {
    for (const char* policy : {"0", "4", "8"}) {
      write("/sys/devices/system/cpu/cpufreq/policy" + std::string(policy) + "/scaling_governor", "performance");
    }
    const std::string emc = "/sys/kernel/debug/bpmp/debug/clk/emc/";
    write(emc + "rate", std::to_string(machine.board.emc_hz.back()));
    write(emc + "mrq_rate_locked", "1");
    REQUIRE(machine.clocks().emc_hz == machine.board.emc_hz.back());
    set_gpu(std::to_string(machine.board.gpu_hz.back()));
  }
  void set_gpu(const std::string& hz) {
    const std::string gpu = "/sys/devices/17000000.ga10b/devfreq/17000000.ga10b/";
    write(gpu + "min_freq", "0");
    write(gpu + "max_freq", hz);
    write(gpu + "min_freq", hz);
    REQUIRE(machine.clocks().gpu_hz == to_int64(hz));
  }
  int write(const std::string& path, const std::string& text) {
    machine.advance();
    return files.tree().find(path)->write(text);
  }
  std::unique_ptr<OpenFile> open(const char* workload = "resnet18") {
    auto file = files.tree().find("/run/jetsim/gpu")->open();
    if (workload != nullptr) REQUIRE(tell(*file, "attach " + std::string(workload) + " 1") == 0);
    return file;
  }
  int tell(OpenFile& file, const std::string& line) {
    machine.advance();
    return file.write(line + "\n");
  }
  Answer queue(OpenFile& file, const std::string& line) {
    REQUIRE(tell(file, line) == 0);
    std::string text;
    REQUIRE(file.read(text) == 0);
    const auto words = split_blanks(text);
    REQUIRE(words.size() == 4);
    CHECK(words[0] == "copied_ns");
    CHECK(words[2] == "computed_ns");
    return {*to_int64(words[1]), *to_int64(words[3])};
  }
  // Time of the GPU for one minibatch, after the first one.
  double ms(OpenFile& file, const std::string& line) {
    const Answer answer = queue(file, line);
    wait_until(answer.computed_ns);
    return static_cast<double>(answer.computed_ns - answer.copied_ns) / kMillisecondNs;
  }
  void wait_until(std::int64_t ns) {
    clock.advance(ns - clock.mono_ns());
    machine.advance();
  }
  double watts() { return machine.power.total(machine.rail_watts()); }
  EmulatedMinibatch shape(int samples, Pass pass = Pass::training) {
    return Surface(machine.board, "resnet18").at(machine.clocks(), samples, pass);
  }
  test::FakeClock clock;
  EmulatedMachine machine;
  BoardTree files;
};

}  // namespace

TEST_CASE("The GPU takes what the surface says for its clocks, the batch and the pass") {
  GpuBench bench;
  const auto file = bench.open();
  const double first = bench.ms(*file, "train 16");
  CHECK(first > 5 * bench.shape(16).compute_ms);
  const auto near = [&](const std::string& line, int samples, Pass pass) {
    double least = first;  // a rare step takes longer
    for (int i = 0; i < 5; ++i) least = std::min(least, bench.ms(*file, line));
    CHECK(least == Approx(bench.shape(samples, pass).compute_ms).epsilon(0.08));
    return least;
  };
  const double fast = near("train 16", 16, Pass::training);
  CHECK(near("train 4", 4, Pass::training) < fast / 2);
  CHECK(near("infer 16", 16, Pass::inference) < fast / 2);
  bench.set_gpu("318750000");
  CHECK(near("train 16", 16, Pass::training) > 2 * fast);
}

TEST_CASE("The GPU draws power until the minibatch is done, then it waits") {
  GpuBench bench;
  bench.wait_until(bench.clock.mono_ns() + 100 * kMillisecondNs);
  const double idle = bench.watts();
  auto file = bench.open();
  bench.ms(*file, "train 16");
  const Answer answer = bench.queue(*file, "train 16");
  bench.wait_until((answer.copied_ns + answer.computed_ns) / 2);
  const double busy = bench.watts();
  CHECK(busy > 2 * idle);
  bench.wait_until(answer.computed_ns + 50 * kMillisecondNs);
  const double stalling = bench.watts();
  CHECK(stalling < 0.7 * busy);
  CHECK(stalling > idle);  // its loader works
  file.reset();
  bench.wait_until(answer.computed_ns + 100 * kMillisecondNs);
  CHECK(bench.watts() == Approx(idle).epsilon(0.1));
}

TEST_CASE("Two programs are served one after the other") {
  GpuBench bench;
  const auto one = bench.open(), other = bench.open("lenet");
  bench.ms(*one, "train 16");
  bench.ms(*other, "train 16");
  const Answer first = bench.queue(*one, "train 16");
  const Answer second = bench.queue(*other, "train 16");
  CHECK(second.copied_ns < first.computed_ns);  // data is copied meanwhile
  CHECK(second.computed_ns > first.computed_ns);
  const Answer third = bench.queue(*one, "infer 1");
  CHECK(third.computed_ns > second.computed_ns);
}

TEST_CASE("The governor of the GPU sees the minibatch that is to come") {
  GpuBench bench;
  const std::string gpu = "/sys/devices/17000000.ga10b/devfreq/17000000.ga10b/";
  bench.write(gpu + "min_freq", "0");
  bench.wait_until(bench.clock.mono_ns() + 100 * kMillisecondNs);
  const std::int64_t idle = bench.machine.clocks().gpu_hz;
  const auto file = bench.open();
  bench.ms(*file, "train 16");
  const Answer answer = bench.queue(*file, "train 16");
  CHECK(bench.machine.clocks().gpu_hz > 2 * idle);
  CHECK(answer.computed_ns - answer.copied_ns < 120 * kMillisecondNs);
}

TEST_CASE("Governors do not slow down a training that keeps the GPU busy by more than 3 %") {
  for (const char* board : {"agx-xavier", "xavier-nx", "agx-orin"}) {
    for (const char* workload : {"resnet18", "mobilenetv3"}) {
      INFO(board << ", " << workload);
      GpuBench bench{std::string(board)};
      Clocks highest = bench.machine.clocks();
      for (std::int64_t& khz : highest.cpu_khz) khz = bench.machine.board.cpu_khz.back();
      highest.gpu_hz = bench.machine.board.gpu_hz.back();
      highest.emc_hz = bench.machine.board.emc_hz.back();
      const double pinned = Surface(bench.machine.board, workload).at(highest, 16).compute_ms;
      const auto file = bench.open(workload);
      std::vector<double> times;
      for (int i = 0; i < 15; ++i) {
        times.push_back(bench.ms(*file, "train 16"));
        bench.wait_until(bench.clock.mono_ns() + 5 * kMillisecondNs);  // a stall
      }
      CHECK(median(times) < 1.03 * pinned);
    }
  }
}

TEST_CASE("In a mode that hangs a minibatch is never done") {
  GpuBench bench;
  const auto file = bench.open();
  bench.machine.set_fault("hang:12c/max/1.3G/max");
  CHECK(bench.queue(*file, "train 16").computed_ns > bench.clock.mono_ns() + 1'000'000'000 * kMillisecondNs);
}

TEST_CASE("The file lists the workloads first, and refuses what it does not know") {
  GpuBench bench;
  const auto file = bench.open(nullptr);
  std::string text;
  CHECK(file->read(text) == 0);
  CHECK(text.find("workload lenet\n") != std::string::npos);
  for (const char* line : {"", "train 16", "attach", "attach resnet18", "attach nosuch 1", "attach ../agx-orin 1",
                           "attach resnet18 one", "attach resnet18 -1", "seed 1"}) {
    INFO(line);
    CHECK(bench.tell(*file, line) == EINVAL);
  }
  CHECK(bench.tell(*file, "attach resnet18 1") == 0);
  for (const char* line :
       {"attach lenet 1", "train", "train 0", "train -1", "train 1000001", "train 16 16", "rest 16", "infer many"}) {
    INFO(line);
    CHECK(bench.tell(*file, line) == EINVAL);
  }
}

TEST_CASE("A minibatch that the board's memory does not hold is refused, and a smaller one is not") {
  GpuBench bench("orin-nano");
  const auto file = bench.open("bert");
  CHECK(bench.tell(*file, "train 16") == ENOMEM);
  CHECK(bench.tell(*file, "train 4") == 0);
  CHECK(bench.tell(*file, "infer 16") == 0);
}
