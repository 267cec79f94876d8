// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "catch.hpp"
#include "platform/load/container_name.hpp"
#include "platform/load/control_groups.hpp"
#include "platform/load/process_groups.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;
using platform::ProgramKind;
using platform::ProgramUse;

namespace {

const std::string kId = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

// A process of group 0 is a thread of the kernel.
void process(test::SysfsTree& tree, int pid, const std::string& name, int group, int ticks, int start = 5) {
  const std::string id = std::to_string(pid), flags = group == 0 ? "2097152" : "0";
  tree.file("/proc/" + id + "/stat", id + " (" + name + ") S 1 " + std::to_string(group) + " 1 0 -1 " + flags +
                                         " 0 0 0 0 " + std::to_string(ticks) + " 0 900 0 20 0 1 0 " +
                                         std::to_string(start) + " 0");
}

const ProgramUse* named(const std::vector<ProgramUse>& programs, const std::string& name) {
  const auto found =
      std::find_if(programs.begin(), programs.end(), [&](const ProgramUse& use) { return use.name == name; });
  return found == programs.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("the processes of a process group are one program, with the name of its leader", "[platform]") {
  test::SysfsTree tree;
  process(tree, 40, "a loader)", 41, 100);
  process(tree, 41, "train.py", 41, 1000);
  process(tree, 7, "kworker/0:1", 0, 50);
  platform::ProcessGroups processes(tree.root());
  CHECK(processes.read(kSecondNs).empty());
  process(tree, 40, "a loader)", 41, 150);
  process(tree, 41, "train.py", 41, 1100);
  process(tree, 7, "kworker/0:1", 0, 60);
  const auto programs = processes.read(2 * kSecondNs);
  REQUIRE(programs.size() == 2);
  const ProgramUse* train = named(programs, "train.py");
  REQUIRE(train);
  CHECK(train->pid == 41);
  CHECK(train->processes == 2);
  CHECK(train->busy_cores == Approx(1.5));
  REQUIRE(named(programs, "kernel"));
  CHECK(named(programs, "kernel")->busy_cores == Approx(0.1));
}

TEST_CASE("a process that began since the last look counts from its start, also with the number of another",
          "[platform]") {
  test::SysfsTree tree;
  process(tree, 40, "old", 40, 5000);
  platform::ProcessGroups processes(tree.root());
  processes.read(kSecondNs);
  process(tree, 40, "new", 40, 20, 300);
  process(tree, 50, "more", 50, 30);
  const auto programs = processes.read(2 * kSecondNs);
  REQUIRE(programs.size() == 2);
  CHECK(named(programs, "new")->busy_cores == Approx(0.2));
  CHECK(named(programs, "more")->busy_cores == Approx(0.3));
  CHECK(processes.read(3 * kSecondNs).empty());
}

TEST_CASE("a first process counts from its start, and one that could not be read before does not", "[platform]") {
  test::SysfsTree tree;
  tree.folder("/proc");
  platform::ProcessGroups processes(tree.root());
  CHECK(processes.read(kSecondNs).empty());
  process(tree, 40, "first", 40, 50, 300);
  REQUIRE(processes.read(2 * kSecondNs).size() == 1);
  process(tree, 41, "hidden", 41, 500'000, 200);
  CHECK(processes.read(3 * kSecondNs).empty());
}

TEST_CASE("a group of cgroup v2 is listed without those in it, and a container with all that is in it", "[platform]") {
  test::SysfsTree tree;
  const std::string top = "/sys/fs/cgroup";
  tree.file(top + "/cgroup.controllers", "cpu io memory");
  const auto usage = [&](const std::string& group, long long us) {
    tree.file(top + group + "/cpu.stat", "usage_usec " + std::to_string(us) + "\nuser_usec 1");
  };
  const auto all = [&](int seconds) {
    usage("", 2'000'000LL * seconds);
    usage("/system.slice", 1'300'000LL * seconds);
    usage("/system.slice/cron.service", 0);
    usage("/system.slice/docker-" + kId + ".scope", 1'000'000LL * seconds);
    usage("/system.slice/docker-" + kId + ".scope/inner", 1'000'000LL * seconds);
    usage("/system.slice/sensors.service", 300'000LL * seconds);
  };
  all(1);
  platform::ControlGroups groups(tree.root());
  REQUIRE(groups.any());
  CHECK(groups.read(kSecondNs, 4).empty());
  all(2);
  const auto programs = groups.read(2 * kSecondNs, 4);
  CHECK(programs.size() == 3);
  const ProgramUse* container = named(programs, kId.substr(0, 12));
  REQUIRE(container);
  CHECK(container->kind == ProgramKind::container);
  CHECK(container->busy_cores == Approx(1));
  REQUIRE(named(programs, "sensors.service"));
  CHECK(named(programs, "sensors.service")->busy_cores == Approx(0.3));
  REQUIRE(named(programs, "/"));
  CHECK(named(programs, "/")->busy_cores == Approx(0.7));
}

TEST_CASE("the groups of cgroup v1 count nanoseconds, and one that is gone is forgotten", "[platform]") {
  test::SysfsTree tree;
  const std::string top = "/sys/fs/cgroup/cpuacct";
  tree.file(top + "/cpuacct.usage", "1000000000");
  tree.file(top + "/docker/" + kId + "/cpuacct.usage", "500000000");
  tree.file(top + "/docker/cpuacct.usage", "500000000");
  platform::ControlGroups groups(tree.root());
  groups.read(kSecondNs, 2);
  tree.file(top + "/cpuacct.usage", "2000000000");
  tree.file(top + "/docker/" + kId + "/cpuacct.usage", "1500000000");
  tree.file(top + "/docker/cpuacct.usage", "1500000000");
  const auto programs = groups.read(2 * kSecondNs, 2);
  REQUIRE(programs.size() == 1);
  CHECK(programs[0].kind == ProgramKind::container);
  CHECK(programs[0].busy_cores == Approx(1));
  tree.remove(top + "/docker");
  tree.file(top + "/cpuacct.usage", "2500000000");
  const auto later = groups.read(3 * kSecondNs, 2);
  REQUIRE(later.size() == 1);
  CHECK(later[0].name == "/");
  CHECK(later[0].busy_cores == Approx(0.5));
}

TEST_CASE("a machine without control groups has none", "[platform]") {
  test::SysfsTree tree;
  platform::ControlGroups groups(tree.root());
  CHECK_FALSE(groups.any());
  CHECK(groups.read(kSecondNs, 2).empty());
}

TEST_CASE("containers are known by the folders of their control groups", "[platform]") {
  for (const std::string& folder : {"docker-" + kId + ".scope", "libpod-" + kId + ".scope", "libpod-" + kId, kId,
                                    "cri-containerd-" + kId + ".scope", "crio-" + kId + ".scope"}) {
    const auto label = platform::container_of(folder);
    REQUIRE(label);
    CHECK(label->is_id);
    CHECK(label->text == kId);
  }
  for (const std::string folder : {"lxc.payload.web", "machine-web.scope", "machine-w\\x65b.scope"}) {
    const auto label = platform::container_of(folder);
    REQUIRE(label);
    CHECK_FALSE(label->is_id);
    CHECK(label->text == "web");
  }
  for (const std::string& folder : {std::string("cron.service"), std::string("session-3.scope"),
                                    std::string("lxc.payload."), "libpod-conmon-" + kId + ".scope", kId.substr(1)}) {
    CHECK_FALSE(platform::container_of(folder));
  }
}

TEST_CASE("a container has the name that Docker or Podman gave it, or the start of its id", "[platform]") {
  test::SysfsTree tree;
  const std::string config = "/var/lib/docker/containers/" + kId + "/config.v2.json";
  CHECK(platform::container_name(tree.root(), kId) == "0123456789ab");
  tree.file("/proc/9/comm", "conmon");
  tree.raw_file("/proc/9/cmdline", std::string("/usr/bin/conmon\0-c\0", 19) + kId + std::string("\0-n\0trainer\0", 12));
  CHECK(platform::container_name(tree.root(), kId) == "trainer");
  tree.file(config, R"({"State":{"Pid":1},"Name":"/web","Config":{}})");
  CHECK(platform::container_name(tree.root(), kId) == "web");
  tree.file(config, R"({"State":)");
  CHECK(platform::container_name(tree.root(), kId) == "trainer");
}
