// SPDX-License-Identifier: Apache-2.0
#include "io/child.hpp"

#include <csignal>

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
