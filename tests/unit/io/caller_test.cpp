// SPDX-License-Identifier: Apache-2.0
#include "io/caller.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdlib>
#include <thread>

#include "base/error.hpp"
#include "catch.hpp"
#include "forbid_syscall.hpp"
#include "io/child.hpp"
#include "io/replace_file.hpp"
#include "scratch_folder.hpp"

using namespace wattline;

namespace {

constexpr const char* kNobodyId = "65534";

// The status of `body` in a process that sudo started for this user. root/unit-io runs these tests, which others cannot
// run.
template <class Body>
int under_sudo(const char* uid, Body body) {
  return test::in_child([&] {
    ::setenv("SUDO_UID", uid, 1);
    try {
      return static_cast<int>(body());
    } catch (const Error& error) {
      return to_int(error.code());
    }
  });
}

uid_t owner_of(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 ? status.st_uid : static_cast<uid_t>(-1);
}

}  // namespace

TEST_CASE("a SUDO_UID that is no user's ends the tool, and never means root", "[.root]") {
  const test::Folder folder;
  const std::string file = folder.file("rows");
  for (const char* uid : {"4000000", "-1", "4294967295", "nobody", "", "0x1"}) {
    CAPTURE(uid);
    CHECK(under_sudo(uid, [&] { return io::Output::to_file(file), 0; }) == to_int(ExitCode::no_permission));
    CHECK(under_sudo(uid, [&] {
            return io::Child::spawn({"true"},
                                    [] {
                                      io::SpawnOptions options;
                                      options.as_caller = true;
                                      return options;
                                    }())
                .wait();
          }) == to_int(ExitCode::no_permission));
  }
  CHECK(folder.names().empty());
  CHECK(under_sudo("0", [&] { return io::Output::to_file(file), 0; }) == 0);  // root called sudo
}

TEST_CASE("under sudo files are the caller's, and links lead only where the caller may write", "[.root]") {
  const test::Folder folder;
  ::chmod(folder.file("").c_str(), 0755);
  ::mkdir(folder.file("own").c_str(), 0777);
  ::chmod(folder.file("own").c_str(), 0777);
  io::Output::to_file(folder.file("precious")).write("root's");
  ::chmod(folder.file("precious").c_str(), 0644);
  CHECK(::symlink(folder.file("precious").c_str(), folder.file("own/planted").c_str()) == 0);
  CHECK(::symlink(folder.file("precious").c_str(), folder.file("own/rows.meta.new").c_str()) == 0);
  const auto to_planted = [&] { return io::Output::to_file(folder.file("own/planted")), 0; };
  const auto to_own = [&] {
    io::Output::to_file(folder.file("own/rows")).write("x");
    io::replace_file(folder.file("own/rows.meta"), [](io::Output& out) { out.write("meta"); });
    return ::geteuid() == 0 ? 0 : 1;
  };
  const auto replace_planted = [&] {
    io::replace_file(folder.file("own/planted"), [](io::Output& out) { out.write("meta"); });
    return 0;
  };
  CHECK(under_sudo(kNobodyId, to_planted) == to_int(ExitCode::io));
  CHECK(under_sudo(kNobodyId, replace_planted) == to_int(ExitCode::io));
  CHECK(under_sudo(kNobodyId, to_own) == 0);
  CHECK(io::read_text(folder.file("precious")) == "root's");
  CHECK(owner_of(folder.file("own/rows")) == 65534);
  CHECK(owner_of(folder.file("own/rows.meta")) == 65534);
  CHECK(io::read_text(folder.file("own/rows.meta")) == "meta");
}

TEST_CASE("only the thread that asked for them has the caller's rights, and the parent's death is still signalled",
          "[.root]") {
  const auto body = [] {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    bool other_is_root = false;
    {
      const io::AsCaller rights;
      const io::AsCaller again;  // changes nothing
      std::thread([&] { other_is_root = ::geteuid() == 0; }).join();
      if (::geteuid() != 65534 || ::getegid() == 0) return 1;
    }
    int signal = 0;
    ::prctl(PR_GET_PDEATHSIG, &signal);
    return ::geteuid() == 0 && ::getegid() == 0 && signal == SIGKILL ? 0 : 3;
  };
  CHECK(under_sudo(kNobodyId, body) == 0);
}
