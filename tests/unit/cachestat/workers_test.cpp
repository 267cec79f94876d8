// SPDX-License-Identifier: Apache-2.0
#include <sys/socket.h>
#include <sys/syscall.h>

#include "base/error.hpp"
#include "cachestat/batch_socket.hpp"
#include "cachestat/worker_processes.hpp"
#include "cachestat/worker_threads.hpp"
#include "catch.hpp"
#include "forbid_syscall.hpp"
#include "io/fd.hpp"

using namespace wattline;
using cachestat::Batch;

namespace {

Batch batch_of(const std::string& name) {
  Batch batch;
  batch.groups.push_back({std::make_shared<page_cache::Directory>(), name + '\0', 1});
  batch.count = 1;
  return batch;
}

}  // namespace

TEST_CASE("a worker process that dies is an error, not a smaller number", "[cachestat]") {
  const auto make_work = []() -> cachestat::Work { return [](Batch&) { ::_exit(3); }; };
  const auto workers = cachestat::work_in_processes(
      2, make_work, [](const Batch&) {}, [] { return false; });
  REQUIRE_THROWS_AS((workers.submit(batch_of("name")), workers.finish()), Error);
}

TEST_CASE("where no thread is to be had the work is done without", "[cachestat]") {
  const int status = test::in_child([] {
    if (!test::forbid_syscall(SYS_clone3, EAGAIN) || !test::forbid_syscall(SYS_clone, EAGAIN)) return 100;
    int collected = 0;
    const auto make_work = []() -> cachestat::Work { return [](Batch& batch) { batch.files.resize(1); }; };
    const auto workers = cachestat::work_in_threads(
        4, make_work, [&](const Batch& b) { collected += static_cast<int>(b.files.size()); });
    for (int i = 0; i < 20; ++i) workers.submit(batch_of("name"));
    workers.finish();
    return collected;
  });
  CHECK(status == 20);
}

TEST_CASE("a batch that does not fit into a packet is not taken for a shorter one", "[cachestat]") {
  int ends[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0);
  const io::Fd ours(ends[0]), theirs(ends[1]);
  std::string buffer;
  Batch batch;
  REQUIRE(cachestat::send_batch(ours.get(), batch_of(std::string(50'000, 'x'))));
  CHECK(cachestat::receive_batch(theirs.get(), buffer, batch));
  REQUIRE(cachestat::send_batch(ours.get(), batch_of(std::string(120'000, 'x'))));
  CHECK_FALSE(cachestat::receive_batch(theirs.get(), buffer, batch));
}
