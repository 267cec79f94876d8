// SPDX-License-Identifier: Apache-2.0
#include "io/child.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>

#include "base/error.hpp"
#include "catch.hpp"
#include "forbid_syscall.hpp"
#include "io/attribute.hpp"
#include "io/filesystem.hpp"
#include "scratch_folder.hpp"

using namespace wattline;
using io::Child;
using test::Folder;

namespace {

constexpr uid_t kNobody = 65534;

}  // namespace

TEST_CASE("a child's own status comes back whatever it is") {
  for (const int status : {0, 1, 7, 64, 127, 255}) {
    CHECK(Child::spawn({"sh", "-c", "exit " + std::to_string(status)}).wait() == status);
  }
}

TEST_CASE("a child killed by signal N has status 128 + N") {
  CHECK(Child::spawn({"sh", "-c", "kill -9 $$"}).wait() == 137);
  Child sleeper = Child::spawn({"sleep", "60"});
  CHECK_FALSE(sleeper.poll());
  sleeper.kill(SIGTERM);
  CHECK(sleeper.wait() == 143);
}

TEST_CASE("a child starts with no signal blocked, whatever is blocked here") {
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  Child child = Child::spawn({"grep", "-q", "SigBlk:.0000000000000000", "/proc/self/status"});
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  CHECK(child.wait() == 0);
}

TEST_CASE("a child that ended keeps its /proc files until it is waited for") {
  Child child = Child::spawn({"true"});
  siginfo_t info{};
  ::waitid(P_PID, static_cast<id_t>(child.pid()), &info, WEXITED | WNOWAIT);
  CHECK(child.ended());
  std::string counted;
  CHECK(std::getline(std::ifstream(io::process_file(child.pid(), "stat")), counted));
  CHECK(child.wait() == 0);
  CHECK(child.ended());
}

TEST_CASE("a missing command is 127, one that cannot be run is 126") {
  try {
    Child::spawn({"/nonexistent/tool"});
    FAIL("not refused");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::not_found);
  }
  try {
    Child::spawn({"/etc/passwd"});
    FAIL("not refused");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::not_executable);
  }
}

TEST_CASE("a missing command is 127 too where PATH names a folder that may not be searched") {
  const Folder folder;
  fs::create_directory(folder.file("closed"));
  std::ofstream(folder.file("plain")) << "text\n";
  ::chmod(folder.file("closed").c_str(), 0);
  const auto status = [&](const std::string& command) {
    return test::in_child([&] {
      if (::geteuid() == 0 && (::chmod(folder.file("").c_str(), 0755) != 0 || ::setuid(kNobody) != 0)) return 2;
      io::SpawnOptions options;
      options.environment = {"PATH=" + folder.file("closed") + ":" + folder.file("") + ":/bin:/usr/bin"};
      try {
        return Child::spawn({command}, options).wait();
      } catch (const Error& error) {
        return to_int(error.code());
      }
    });
  };
  CHECK(status("no-such-command") == 127);
  CHECK(status("plain") == 126);
  CHECK(status("false") == 1);
  ::chmod(folder.file("closed").c_str(), 0700);  // so that it can be removed
}

TEST_CASE("a program that starts itself again keeps its name") {
  const Folder folder;
  const std::string file = folder.file("name");
  CHECK(test::in_child([&] {
          io::restart_with({"io_test", "a restarted program writes its name"}, {"WATTLINE_NAME_TO=" + file});
          return 2;
        }) == 0);
  const std::string self = fs::read_symlink("/proc/self/exe").filename().string();
  CHECK(io::read_text(file) == self.substr(0, 15));  // as much as the kernel keeps (proc(5), comm)
}

TEST_CASE("a restarted program writes its name", "[.]") {
  const char* file = std::getenv("WATTLINE_NAME_TO");
  REQUIRE(file != nullptr);
  std::ofstream(file) << io::read_text("/proc/self/comm").value_or("");
}

TEST_CASE("a child gets the environment that was asked for in place of ours") {
  ::setenv("WATTLINE_TEST_A", "ours", 1);
  io::SpawnOptions options;
  options.environment = {"WATTLINE_TEST_A=theirs", "WATTLINE_TEST_B=new"};
  CHECK(Child::spawn({"sh", "-c", "test $WATTLINE_TEST_A-$WATTLINE_TEST_B = theirs-new"}, options).wait() == 0);
  CHECK(std::string(std::getenv("WATTLINE_TEST_A")) == "ours");
}

TEST_CASE("killing a child with a group of its own reaches its children") {
  io::SpawnOptions options;
  options.own_group = true;
  Child child = Child::spawn({"sh", "-c", "sleep 60 & wait"}, options);
  child.kill(SIGKILL);
  CHECK(child.wait() == 137);
}

TEST_CASE("a child that is to die with its parent does, even when the parent is killed") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t parent = ::fork();
  if (parent == 0) {
    io::SpawnOptions options;
    options.die_with_parent = true;
    const Child child = Child::spawn({"sleep", "60"}, options);
    const pid_t pid = child.pid();
    if (::write(ends[1], &pid, sizeof pid) < 0) ::_exit(1);
    ::pause();
  }
  pid_t grandchild = 0;
  REQUIRE(::read(ends[0], &grandchild, sizeof grandchild) == sizeof grandchild);
  ::close(ends[0]);
  ::close(ends[1]);
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  // It is now a child of init; it is gone, or a zombie that init has yet to collect.
  const auto alive = [&] {
    std::ifstream status("/proc/" + std::to_string(grandchild) + "/stat");
    std::string text;
    std::getline(status, text);
    return !text.empty() && text.find(") Z") == std::string::npos;
  };
  for (int i = 0; i < 500 && alive(); ++i) ::usleep(10000);
  CHECK_FALSE(alive());
}
