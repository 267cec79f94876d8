// SPDX-License-Identifier: Apache-2.0
#include "io/background_sync.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

#include <cerrno>
#include <string>

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

// A nameless file in the working folder, or in /var/tmp where that is in memory. Empty when both are.
io::Fd file_on_disk() {
  for (const std::string folder : {".", "/var/tmp"}) {
    std::string name = folder + "/background-sync.XXXXXX";
    io::Fd file(::mkstemp(name.data()));
    ::unlink(name.c_str());
    struct statfs where {};
    if (file && ::fstatfs(file.get(), &where) == 0 && where.f_type != TMPFS_MAGIC) return file;
  }
  return {};
}

}  // namespace

TEST_CASE("a disk that fails behind a write's back ends the log with status 74") {
  const io::Fd rows = file_on_disk();
  REQUIRE(rows);
  for (const int requests : {0, 5000}) CHECK(status_of_log(rows.get(), EIO, requests) == to_int(ExitCode::io));
  CHECK(status_of_log(rows.get(), EINVAL, 50) == 0);  // a file system that does not sync
}

TEST_CASE("a device has no disk to bring rows to") {
  const io::Fd null(::open("/dev/null", O_WRONLY));
  CHECK(status_of_log(null.get(), EIO, 50) == 0);
}
