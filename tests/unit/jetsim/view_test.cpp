// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>

#include "catch.hpp"
#include "io/filesystem.hpp"
#include "jetsim/view/board_view.hpp"
#include "scratch_folder.hpp"

using namespace wattline;
using namespace wattline::jetsim;

namespace {

struct Machines {
  Machines() {
    for (const char* file : {"/etc/nv_tegra_release", "/etc/hostname", "/etc/systemd/system/nvpmodel.service",
                             "/proc/stat", "/proc/pressure/cpu", "/run/wattline/emulated", "/sys/class/hwmon/name"})
      board.plain(file, "board");
    board.link("/proc/device-tree", "../sys/firmware/devicetree/base");
    for (const char* file : {"etc/passwd", "etc/hostname", "etc/systemd/system/own.service", "etc/ssl/key", "proc/stat",
                             "run/wattline/lock", "run/socket", "sys/block"})
      put(file);
  }
  void put(const std::string& file) const {
    fs::create_directories((host.path() / file).parent_path());
    std::ofstream((host.path() / file).string()) << "host";
  }
  Tree board;
  test::Folder host;
};

bool has(const std::vector<std::string>& list, const std::string& path) {
  return std::find(list.begin(), list.end(), path) != list.end();
}

}  // namespace

TEST_CASE("A folder of both machines keeps what this one has and the board has not") {
  Machines machines;
  fs::create_symlink("/dev/shm", machines.host.path() / "run/shm");
  const BoardView view = lay_over(machines.board, machines.host.path());
  for (const char* path : {"/etc/passwd", "/etc/ssl", "/run/socket"}) CHECK(has(view.kept, path));
  CHECK_FALSE(has(view.kept, "/etc/hostname"));
  CHECK(machines.board.find("/etc/passwd")->kind == Node::Kind::plain);
  CHECK(machines.board.find("/etc/ssl")->kind == Node::Kind::directory);
  CHECK(machines.board.find("/etc/hostname")->text == "board");
  CHECK(machines.board.find("/run/shm")->text == "/dev/shm");
}

TEST_CASE("Services and state of this machine are not those of the board") {
  Machines machines;
  const BoardView view = lay_over(machines.board, machines.host.path());
  CHECK_FALSE(machines.board.find("/etc/systemd/system/own.service"));
  CHECK_FALSE(machines.board.find("/run/wattline/lock"));
  CHECK(std::none_of(view.kept.begin(), view.kept.end(),
                     [](const std::string& path) { return path.find("wattline") != std::string::npos; }));
}

TEST_CASE("All of /sys is the board's, of /proc only the files that both machines have") {
  Machines machines;
  const BoardView view = lay_over(machines.board, machines.host.path());
  for (const char* path : {"/sys", "/etc", "/proc/stat"}) CHECK(has(view.shown, path));
  CHECK_FALSE(has(view.shown, "/proc"));
  CHECK(view.absent == std::vector<std::string>{"/proc/device-tree", "/proc/pressure/cpu"});
}

TEST_CASE("A link of /proc into /sys leads to the board's files by itself") {
  Machines machines;
  fs::create_symlink("/sys/firmware/devicetree/base", machines.host.path() / "proc/device-tree");
  const BoardView view = lay_over(machines.board, machines.host.path());
  CHECK_FALSE(has(view.absent, "/proc/device-tree"));
  CHECK_FALSE(has(view.shown, "/proc/device-tree"));
}
