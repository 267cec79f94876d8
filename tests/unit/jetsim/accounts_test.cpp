// SPDX-License-Identifier: Apache-2.0
#include <cerrno>

#include "catch.hpp"
#include "machine_bench.hpp"

using namespace wattline;
using namespace wattline::jetsim;

TEST_CASE("Two workloads draw more than one, and the accounts add up to the energy of the board") {
  Bench bench("orin-nano");
  bench.wait(1000 * kMillisecondNs);
  const auto first = bench.machine.load.open("a");
  first->set_mean({2, 0.3, 0.2, 0.1});
  bench.wait(1000 * kMillisecondNs);
  const double alone = bench.total();
  const auto second = bench.machine.load.open("b");
  second->set_mean({1, 0.4, 0.4, 0.2});
  bench.wait(1000 * kMillisecondNs);
  CHECK(bench.total() > alone);
  const auto& accounts = bench.machine.accounts.ledgers();
  const EnergyLedger& board = bench.machine.ledger;
  for (std::size_t rail = 0; rail < bench.machine.board.rails.size(); ++rail) {
    double sum = 0;
    for (const auto& [account, ledger] : accounts) sum += ledger.joules(rail, bench.machine.now_ns());
    CHECK(sum == Approx(board.joules(rail, board.end_ns())));
  }
  const double a_j = accounts.at("a").joules(0, bench.machine.now_ns());
  CHECK(a_j > accounts.at("b").joules(0, bench.machine.now_ns()));
  CHECK(accounts.at("b").joules(0, bench.machine.now_ns()) > 0);
  CHECK(first->cpu_s() == Approx(2 * 1.8));
  CHECK(second->cpu_s() == Approx(0.8));
}

TEST_CASE("A workload has no energy while it does not run") {
  Bench bench("orin-nano");
  for (int run = 0; run < 2; ++run) {
    const auto load = bench.machine.load.open("a");
    load->set_mean({2, 0.3, 0.2, 0.1});
    bench.wait(1000 * kMillisecondNs);
  }
  const std::int64_t end = bench.machine.now_ns();
  bench.wait(5000 * kMillisecondNs);
  {
    const auto load = bench.machine.load.open("a");
    load->set_mean({2, 0.3, 0.2, 0.1});
    bench.wait(1000 * kMillisecondNs);
  }
  const EnergyLedger& a = bench.machine.accounts.ledgers().at("a");
  CHECK(a.joules(0, end + 4000 * kMillisecondNs) == Approx(a.joules(0, end)));
  CHECK(a.joules(0, bench.machine.now_ns()) > 1.4 * a.joules(0, end));
}

TEST_CASE("Workloads that together want more than the GPU's time are slowed down") {
  Bench bench("orin-nano");
  CHECK(bench.machine.load.gpu_slowdown() == 1);
  const auto first = bench.train(), second = bench.train();
  CHECK(bench.machine.load.gpu_slowdown() == Approx(2));
  CHECK(bench.machine.load.now().gpu == 1);
}

TEST_CASE("A workload that names its process has its CPU time under /proc while it runs") {
  Bench bench("orin-nano");
  auto load = bench.files.tree().find("/run/jetsim/load")->open();
  REQUIRE(load->write("pid 4711\nmean 2.2 0.5 0.5 0.1 0.5\n") == 0);
  CHECK(bench.files.tree().find("/run/jetsim/load")->open()->write("pid 4711\n") == EINVAL);
  CHECK(load->write("pid 0\n") == EINVAL);
  bench.wait(3000 * kMillisecondNs);
  CHECK(bench.read("/proc/4711/stat") == "4711 (jetsim) S 1 4711 4711 0 -1 0 0 0 0 0 600 0 0 0 20 0 1 0 0 0 0\n");
  load.reset();
  CHECK(bench.files.tree().find("/proc/4711/stat") == nullptr);
}
