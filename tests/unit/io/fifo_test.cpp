// SPDX-License-Identifier: Apache-2.0
#include "io/fifo.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>

#include "base/error.hpp"
#include "catch.hpp"
#include "refusal.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;
using namespace wattline::io;

namespace {

struct FifoPipe {
  test::SysfsTree tree;
  std::string path = tree.root().directory().string() + "/marks";
  FifoPipe() { REQUIRE(::mkfifo(path.c_str(), 0600) == 0); }
  Fd reader() const { return open_fifo(path, O_RDONLY); }
};

ExitCode refusal(const std::string& path) {
  return test::refusal_of([&] { MarkWriter writer(path); });
}

}  // namespace

TEST_CASE("a mark is a line in the FIFO") {
  const FifoPipe pipe;
  const Fd reader = pipe.reader();
  MarkWriter writer(pipe.path);
  CHECK(writer.write("epoch 0") == 0);
  char line[32] = "";
  REQUIRE(::read(reader.get(), line, sizeof line) == 8);
  CHECK(std::string(line) == "epoch 0\n");
}

TEST_CASE("marks that nobody reads, or that go to a plain file, are refused") {
  const FifoPipe pipe;
  CHECK(refusal(pipe.path) == ExitCode::unavailable);
  test::SysfsTree tree;
  tree.file("/plain", "text");
  CHECK(refusal(tree.root().directory().string() + "/plain") == ExitCode::usage);
  CHECK(refusal(tree.root().directory().string() + "/nothing") == ExitCode::io);
}

TEST_CASE("a reader that goes away costs the marks, not the process") {
  const FifoPipe pipe;
  Fd reader = pipe.reader();
  MarkWriter writer(pipe.path);
  reader.reset();
  CHECK(writer.write("epoch 0") == EPIPE);
  sigset_t waiting;
  ::sigpending(&waiting);
  CHECK(::sigismember(&waiting, SIGPIPE) == 0);
}

TEST_CASE("a reader that does not read never blocks the writer") {
  const FifoPipe pipe;
  const Fd reader = pipe.reader();
  MarkWriter writer(pipe.path);
  const std::string label(PIPE_BUF - 1, 'x');
  int error = 0;
  for (int i = 0; i < 1000 && error == 0; ++i) error = writer.write(label);
  CHECK(error == EAGAIN);
}
