// SPDX-License-Identifier: Apache-2.0
#include "io/confined.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <fstream>

#include "catch.hpp"
#include "forbid_syscall.hpp"
#include "io/filesystem.hpp"
#include "io/reused_file.hpp"
#include "io/root.hpp"
#include "scratch_folder.hpp"

using namespace wattline;

namespace {

// A root folder and what lies beside it.
struct Tree {
  test::Folder folder;
  Tree() {
    for (const char* name : {"root/sys/class/hwmon", "root/sys/devices/chip", "root/etc", "outside"}) {
      fs::create_directories(folder.file(name));
    }
    put("outside/secret", "secret");
    put("root/etc/inner", "inner");
    put("root/sys/devices/chip/name", "ina3221");
    link("../../devices/chip", "sys/class/hwmon/hwmon0");
    link("/etc/inner", "sys/absolute");
    link("../../../../../../etc/inner", "sys/above");
    link(folder.file("outside/secret"), "sys/leaves");
    link(folder.file("outside"), "sys/leaves-by-folder");
    link("../../outside/secret", "sys/climbs");
    link("loop", "sys/loop");
    REQUIRE(::mkfifo(at("sys/fifo").c_str(), 0600) == 0);
  }
  void put(const std::string& name, const std::string& text) const { std::ofstream(folder.file(name)) << text; }
  void link(const std::string& target, const std::string& name) const { fs::create_symlink(target, at(name)); }
  std::string at(const std::string& name) const { return folder.file("root/" + name); }
  std::string secret() const { return *io::read_text(folder.file("outside/secret")); }
};

// The first thing that is wrong, or nothing.
std::string wrong(const Tree& tree) {
  const io::Root root(tree.folder.file("root"));
  const auto read = [&](const std::string& path) { return io::read_text(root.path(path)).value_or("none"); };
  if (read("/sys/class/hwmon/hwmon0/name") != "ina3221") return "a link inside of the root";
  if (read("/sys/class/hwmon/hwmon0/../chip/name") != "ina3221") return ".. behind a link";
  if (read("/sys/absolute") != "inner") return "an absolute link";
  if (read("/sys/above") != "inner") return "a link with too many ..";
  if (read("/sys/../../outside/secret") != "none") return "a path with ..";
  if (read("/../etc/./inner") != "inner") return "a path above the root";
  for (const char* name : {"/sys/leaves", "/sys/leaves-by-folder/secret", "/sys/climbs", "/sys/loop", "/sys/fifo"}) {
    if (read(name) != "none" || io::write_text(root.path(name), "changed") == 0) return name;
    if (io::Attribute(root.path(name)).read() || io::ReusedFile(root.path(name)).read()) return name;
  }
  if (!io::list_directory(root.path("/sys/leaves-by-folder")).empty()) return "a folder outside was listed";
  if (io::list_directory(root.path("/sys/class/hwmon/hwmon0")) != std::vector<std::string>{"name"}) return "listing";
  if (io::list_directory(root.path("/")).size() != 2) return "the root itself";
  if (io::write_text(root.path("/sys/class/hwmon/hwmon0/name"), "new") != 0) return "a write inside";
  if (read("/sys/devices/chip/name") != "new") return "what was written";
  tree.put("root/sys/devices/chip/name", "ina3221");
  if (io::make_folder_confined(root.path("/sys/leaves-by-folder/new")) == 0) return "a folder was made outside";
  if (io::make_folder_confined(root.path("/run/wattline")) != 0) return "no folder was made";
  if (io::open_confined(root.path("/sys/absolute"), O_RDWR | O_CREAT | O_NOFOLLOW, 0600)) return "O_NOFOLLOW";
  if (!io::open_confined(root.path("/run/wattline/new"), O_RDWR | O_CREAT | O_NOFOLLOW, 0600)) return "O_CREAT";
  if (tree.secret() != "secret") return "the file outside was changed";
  return "";
}

}  // namespace

TEST_CASE("no path leads out of a root, and links within it work") {
  const Tree tree;
  CHECK(wrong(tree).empty());
  CHECK(fs::is_regular_file(tree.at("run/wattline/new")));
  CHECK(io::list_directory(tree.folder.file("outside")) == std::vector<std::string>{"secret"});
}

TEST_CASE("the same holds on a kernel without openat2, and behind a filter that does not know it") {
  constexpr unsigned kOpenat2 = 437;
  for (const unsigned error : {ENOSYS, EPERM, EAGAIN}) {
    const Tree tree;
    const int status = test::in_child([&] {
      if (!test::forbid_syscall(kOpenat2, error)) return 2;
      const std::string what = wrong(tree);
      if (!what.empty()) std::fprintf(stderr, "%s\n", what.c_str());
      return what.empty() ? 0 : 1;
    });
    CHECK(status == 0);
  }
}

TEST_CASE("a path is confined only while its root lives, and other paths never are") {
  const Tree tree;
  {
    const io::Root root(tree.folder.file("root"));
    const io::Root copy = root;
    CHECK(io::read_text(tree.folder.file("outside/secret")) == "secret");
    CHECK_FALSE(io::read_text(tree.at("sys/leaves")));
  }
  CHECK(io::read_text(tree.at("sys/leaves")) == "secret");
}

TEST_CASE("an endless or huge file is no attribute") {
  const Tree tree;
  tree.put("root/sys/huge", "1");
  fs::resize_file(tree.at("sys/huge"), std::uintmax_t{1} << 40U);
  CHECK(io::try_text(tree.at("sys/huge")).error == EFBIG);
  CHECK_FALSE(io::read_text("/dev/zero"));
}
