// SPDX-License-Identifier: Apache-2.0
// A plain file stands for the board's end: what is written goes to its first line, and the answers follow.
#include "trainstep/run/emulated_loader.hpp"

#include <csignal>
#include <string>

#include "catch.hpp"
#include "io/signals.hpp"
#include "refusal.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

struct LoaderBench {
  explicit LoaderBench(const std::string& answers) {
    tree.emulated("agx-orin").raw_file("/run/jetsim/loader", std::string(60, ' ') + "\n" + answers);
  }
  std::string written() const {
    const std::string text = tree.read("/run/jetsim/loader");
    return text.substr(0, text.find('\n'));
  }
  test::SysfsTree tree;
  io::Signals signals;
  Minibatch batch{{{"number", Element::i64, {}}}, 16, plain_memory()};
};

const std::string kDone = "until_ns 1\nread_ns 2000000\nprep_ns 30000000\n";
const std::string kNeverRead = "until_ns 2305843009213693951\nread_ns 1\nprep_ns 1\n";

}  // namespace

TEST_CASE("the board is told what a loader thread has read, and says how long it would take") {
  LoaderBench bench(kDone);
  const Preparer board = emulated_loader(bench.tree.root(), "lenet", 4);
  CHECK(bench.written().substr(0, 14) == "attach lenet 4");
  board.begin();
  CHECK(bench.written().substr(0, 5) == "begin");
  bench.batch.samples = 16;
  bench.batch.read_ms = 0.5;
  const std::int64_t since_ns = board.now() - 1'000'000;
  CHECK(board.prepare(2, since_ns, bench.batch, [] { return false; }) == 1);
  CHECK(bench.written().find("prepare 2 16 " + std::to_string(since_ns) + " 500000") == 0);
  CHECK(bench.batch.read_ms == Approx(2));
  CHECK(bench.batch.prep_ms == Approx(30));
  board.deliver(7, bench.batch);
  CHECK(bench.written().find("deliver 7 32000000") == 0);
}

TEST_CASE("a stop signal, and the end of the loader, end the wait for the board") {
  LoaderBench bench(kNeverRead);
  const Preparer board = emulated_loader(bench.tree.root(), "lenet", 1);
  bench.batch.samples = 16;
  board.prepare(0, board.now(), bench.batch, [] { return true; });
  io::Signals::note(SIGTERM);
  board.prepare(0, board.now(), bench.batch, [] { return false; });
  board.deliver(board.now(), bench.batch);
}

TEST_CASE("an answer of the loader's file without times is no board's") {
  LoaderBench bench("until_ns soon\n");
  const Preparer board = emulated_loader(bench.tree.root(), "lenet", 1);
  bench.batch.samples = 16;
  CHECK(test::refusal_of([&] { board.prepare(0, board.now(), bench.batch, [] { return true; }); }) == ExitCode::data);
  bench.tree.remove("/run/jetsim/loader");
  CHECK(test::refusal_of([&] { emulated_loader(bench.tree.root(), "lenet", 1); }) == ExitCode::unavailable);
}
