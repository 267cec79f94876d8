// SPDX-License-Identifier: Apache-2.0
#include "platform/load/process_cpu.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cmath>
#include <csignal>

#include "base/units.hpp"
#include "catch.hpp"
#include "io/child.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;

namespace {

double share_of(platform::ProcessCpu& process, std::int64_t mono_ns) {
  platform::LoadRow row;
  row.cpus_online = 4;
  process.read(row, mono_ns);
  return row.proc_cpu_pct;
}

}  // namespace

TEST_CASE("the CPU time of a process has that of all the processes that it started", "[platform]") {
  io::SpawnOptions options;
  options.own_group = true;
  io::Child child =
      io::Child::spawn({"sh", "-c", "(while :; do :; done) & for i in 1 2 3 4 5; do sleep 1000 & done; wait"}, options);
  platform::ProcessCpu process(io::Root(), child.pid());
  std::int64_t now_ns = kSecondNs;
  CHECK(std::isnan(share_of(process, now_ns)));
  double share = 0;
  for (int tries = 0; tries < 20'000 && !(share > 0); ++tries) {
    ::usleep(1000);
    share = share_of(process, now_ns += kSecondNs);
  }
  CHECK(share > 0);
  CHECK(share < 100);
  child.kill(SIGKILL);
  child.wait();
  CHECK(std::isnan(share_of(process, now_ns + kSecondNs)));
}

TEST_CASE("an emulated board counts the CPU time of its own workloads", "[platform]") {
  test::SysfsTree tree;
  const auto used = [&](int ticks) {
    tree.file("/proc/77/stat", "77 (a b) S 1 77 77 0 -1 0 0 0 0 0 " + std::to_string(ticks) + " 0 0 0 20 0 1 0 0 0 0");
  };
  tree.file("/proc/77/task/77/children", "");
  used(100);
  platform::ProcessCpu process(tree.root(), 77);
  CHECK(std::isnan(share_of(process, kSecondNs)));
  used(300);
  CHECK(share_of(process, 2 * kSecondNs) == Approx(50));
}

TEST_CASE("a process that waits uses no CPU time, and that of one that is not there is not known", "[platform]") {
  platform::ProcessCpu gone(io::Root(), 0x7fffffff);
  CHECK(std::isnan(share_of(gone, kSecondNs)));
  CHECK(std::isnan(share_of(gone, 2 * kSecondNs)));
  int ends[2];
  REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
  io::SpawnOptions options;
  options.stdin_fd = ends[0];
  io::Child child = io::Child::spawn({"cat"}, options);
  platform::ProcessCpu process(io::Root(), child.pid());
  CHECK(std::isnan(share_of(process, kSecondNs)));
  CHECK(share_of(process, 1000 * kSecondNs) < 1);
  ::close(ends[0]);
  ::close(ends[1]);
  child.wait();
}
