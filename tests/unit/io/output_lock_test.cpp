// SPDX-License-Identifier: Apache-2.0
#include <sys/syscall.h>

#include "base/error.hpp"
#include "catch.hpp"
#include "forbid_syscall.hpp"
#include "io/attribute.hpp"
#include "io/output.hpp"
#include "scratch_folder.hpp"

using namespace wattline;

namespace {

int status_of_second(const std::string& path, unsigned forbidden_call) {
  return test::in_child([&] {
    if (forbidden_call != 0 && !test::forbid_syscall(forbidden_call, ENOSYS)) return 2;
    try {
      io::Output::to_file(path).write("second\n");
    } catch (const Error& error) {
      return to_int(error.code());
    }
    return 0;
  });
}

}  // namespace

TEST_CASE("the second writer of a file is refused and changes nothing, until the first has ended") {
  const test::Folder folder;
  const std::string path = folder.file("rows");
  {
    io::Output first = io::Output::to_file(path);
    first.write("first\n");
    CHECK(status_of_second(path, 0) == to_int(ExitCode::try_later));
    CHECK(io::read_text(path) == "first");
    CHECK_THROWS_AS(io::Output::append_to(path, "first\n"), Error);
  }
  CHECK(status_of_second(path, 0) == 0);
  CHECK(io::read_text(path) == "second");
}

TEST_CASE("devices have any number of writers, and so have files where locks are not known") {
  const test::Folder folder;
  const io::Output null = io::Output::to_file("/dev/null"), again = io::Output::to_file("/dev/null");
  const io::Output first = io::Output::to_file(folder.file("rows"));
  CHECK(status_of_second(folder.file("rows"), SYS_flock) == 0);
}
