// SPDX-License-Identifier: Apache-2.0
#include "io/child.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "base/error.hpp"
#include "catch.hpp"

using namespace wattline;
using io::Child;

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

TEST_CASE("what the kernel counted of a child that ended can be read until it is waited for") {
  Child child = Child::spawn({"true"});
  siginfo_t info{};
  ::waitid(P_PID, static_cast<id_t>(child.pid()), &info, WEXITED | WNOWAIT);
  CHECK(child.ended());
  std::string counted;
  CHECK(std::getline(std::ifstream(io::process_file(child.pid(), "io")), counted));
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
