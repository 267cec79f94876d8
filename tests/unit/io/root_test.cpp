// SPDX-License-Identifier: Apache-2.0
#include "io/root.hpp"

#include <fstream>

#include "base/error.hpp"
#include "catch.hpp"
#include "io/attribute.hpp"
#include "io/filesystem.hpp"
#include "scratch_folder.hpp"

using namespace wattline;

namespace {

struct MachineFolder {
  const test::Folder scratch;
  const fs::path path = scratch.path();
  void put(const std::string& name, const std::string& text) const {
    fs::create_directories((path / name).parent_path());
    std::ofstream((path / name).string()) << text;
  }
};

}  // namespace

TEST_CASE("machine paths lie below the root and come back as the machine names them") {
  const MachineFolder folder;
  const io::Root root(folder.path);
  CHECK(root.path("/sys/class") == fs::canonical(folder.path) / "sys/class");
  CHECK(root.machine_path(root.path("/sys/class")) == "/sys/class");
  CHECK(io::Root().path("/sys") == "/sys");
  CHECK(root.source() == std::string("measured"));
}

TEST_CASE("a root made by jetsim says that everything below it is emulated") {
  const MachineFolder folder;
  folder.put("run/wattline/emulated", "board agx-orin\ntime_scale 60\norigin_mono_ns 5\n");
  const io::Root root(folder.path);
  REQUIRE(root.emulation());
  CHECK(root.source() == std::string("emulated"));
  CHECK(root.emulation()->board == "agx-orin");
  CHECK(root.emulation()->time_scale == 60);
}

TEST_CASE("a root that does not exist is unavailable") {
  try {
    io::Root root("/nonexistent");
    FAIL("not refused");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::unavailable);
    CHECK(std::string(error.what()) == "/nonexistent: No such file or directory");
  }
}

TEST_CASE("attributes are re-read through a kept descriptor, too long ones are refused") {
  const MachineFolder folder;
  folder.put("value", "42\n");
  io::Attribute attribute(folder.path / "value");
  CHECK(attribute.read_int() == 42);
  folder.put("value", "fast\n");
  CHECK_FALSE(attribute.read_int());
  CHECK(attribute.error() == EINVAL);
  folder.put("value", std::string(1000, '7'));
  CHECK_FALSE(attribute.read());
  io::Attribute absent(folder.path / "absent");
  CHECK_FALSE(absent.read());
  CHECK(absent.error() == ENOENT);
}

TEST_CASE("a write reports the errno of the kernel, and nothing for success") {
  const MachineFolder folder;
  folder.put("value", "");
  CHECK(io::write_text(folder.path / "value", "1190400") == 0);
  CHECK(io::read_int(folder.path / "value") == 1190400);
  CHECK(io::write_text(folder.path / "absent", "1") == ENOENT);
  CHECK(io::write_text("/dev/full", "1") == ENOSPC);
}
