// SPDX-License-Identifier: Apache-2.0
#include "io/background_sync.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

#include <cerrno>

#include "base/error.hpp"
#include "catch.hpp"
#include "forbid_syscall.hpp"

using namespace wattline;

namespace {

// The status that a log ends with whose file's fdatasync(2) fails with `error`; 0 when it goes on.
int status_of_log(int fd, unsigned error, int requests) {
  return test::in_child([&] {
    if (!test::forbid_syscall(SYS_fdatasync, error)) return 2;
    io::BackgroundSync sync(fd);
    try {
      for (int i = 0; i < requests; ++i) {
        sync.request("rows");
        ::usleep(1000);
      }
      sync.finish("rows");
    } catch (const Error& failure) {
      return to_int(failure.code());
    }
    return 0;
  });
}

}  // namespace

TEST_CASE("a disk that fails behind a write's back ends the log with status 74") {
  struct statfs here {};
  REQUIRE(::statfs(".", &here) == 0);
  if (here.f_type == TMPFS_MAGIC) {
    WARN("not tested: the working folder is in memory");
    return;
  }
  char name[] = "background-sync.XXXXXX";
  const io::Fd rows(::mkstemp(name));
  ::unlink(name);
  REQUIRE(rows);
  for (const int requests : {0, 5000}) CHECK(status_of_log(rows.get(), EIO, requests) == to_int(ExitCode::io));
  CHECK(status_of_log(rows.get(), EINVAL, 50) == 0);  // a file system that does not sync
}

TEST_CASE("a device has no disk to bring rows to") {
  const io::Fd null(::open("/dev/null", O_WRONLY));
  CHECK(status_of_log(null.get(), EIO, 50) == 0);
}
