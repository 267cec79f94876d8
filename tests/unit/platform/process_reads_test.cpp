// SPDX-License-Identifier: Apache-2.0
#include "platform/load/process_reads.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cmath>
#include <string>

#include "base/error.hpp"
#include "catch.hpp"
#include "forbid_syscall.hpp"
#include "io/child.hpp"

using namespace wattline;

namespace {

constexpr uid_t kNobody = 65534;

double reads_of(platform::ProcessReads& reads) {
  platform::LoadRow row;
  row.proc_read_b = NAN;
  reads.read(row);
  return row.proc_read_b;
}

}  // namespace

TEST_CASE("an ordinary user gets the reads of a command before and after its end, until it is waited for") {
  const int status = test::in_child([] {
    if (::geteuid() == 0 && ::setuid(kNobody) != 0) return 2;
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return 3;
    io::SpawnOptions options;
    options.stdin_fd = ends[0];
    io::Child child = io::Child::spawn({"cat"}, options);
    // A process that changed its user is its user's again only when its program has been loaded.
    const std::string file = "/proc/" + std::to_string(child.pid()) + "/io";
    while (::access(file.c_str(), R_OK) != 0) ::usleep(1000);
    platform::ProcessReads early(child.pid());
    if (!(reads_of(early) >= 0)) return 4;
    ::close(ends[1]);
    while (!child.ended()) ::usleep(1000);
    platform::ProcessReads late(child.pid());
    if (!(reads_of(early) >= 0) || !(reads_of(late) >= 0)) return 5;
    child.wait();
    return std::isnan(reads_of(early)) ? 0 : 6;
  });
  CHECK(status == 0);
}

TEST_CASE("a process that is not there is refused") {
  CHECK_THROWS_AS(platform::ProcessReads(0x7fffffff), Error);
}
