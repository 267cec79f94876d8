// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/loader.hpp"

#include <atomic>
#include <set>

#include "base/error.hpp"
#include "catch.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

// Samples that are their own number and a random one.
Dataset numbers(std::size_t size) {
  Dataset set;
  set.size = size;
  set.fields = {{"random", Element::f32, {2}}, {"number", Element::i64, {}}};
  set.read = [](std::size_t, Random&, Scratch&) {};
  set.prepare = [](std::size_t i, Random& random, Scratch&, Minibatch& batch, std::size_t place) {
    batch.floats(0, place)[0] = batch.floats(0, place)[1] = static_cast<float>(random.uniform());
    *batch.integers(1, place) = static_cast<std::int64_t>(i);
  };
  return set;
}

struct Seen {
  std::vector<std::int64_t> numbers;
  std::vector<float> randoms;
};

Seen read_epoch(Loader& loader, const Order& order, std::uint64_t epoch) {
  Seen seen;
  loader.start(order, epoch);
  while (Minibatch* batch = loader.next()) {
    for (std::size_t k = 0; k < batch->samples; ++k) {
      seen.numbers.push_back(*batch->integers(1, k));
      seen.randoms.push_back(*batch->floats(0, k));
    }
  }
  return seen;
}

LoaderOptions options_of(int workers, int prefetch = 2) {
  LoaderOptions options;
  options.workers = workers;
  options.prefetch = prefetch;
  options.batch = 7;
  return options;
}

}  // namespace

TEST_CASE("order and random numbers are the same for any number of workers") {
  const Dataset set = numbers(500);
  Loader alone(set, options_of(0));
  const Seen wanted = read_epoch(alone, shuffled_order(500, 3), 1);
  for (const int workers : {1, 2, 4, 9}) {
    Loader loader(set, options_of(workers));
    const Seen seen = read_epoch(loader, shuffled_order(500, 3), 1);
    CHECK(seen.numbers == wanted.numbers);
    CHECK(seen.randoms == wanted.randoms);
  }
  CHECK(read_epoch(alone, shuffled_order(500, 3), 2).randoms != wanted.randoms);
}

TEST_CASE("the last batch is short and every sample comes once") {
  const Dataset set = numbers(23);
  Loader loader(set, options_of(2));
  const Seen seen = read_epoch(loader, shuffled_order(23, 1), 0);
  CHECK(seen.numbers.size() == 23);
  CHECK(std::set<std::int64_t>(seen.numbers.begin(), seen.numbers.end()).size() == 23);
  CHECK(loader.batches() == 4);
}

TEST_CASE("an epoch can be left early and begun again") {
  const Dataset set = numbers(100);
  for (const int workers : {0, 1, 3}) {
    Loader loader(set, options_of(workers));
    loader.start(sequential_order(100), 0);
    REQUIRE(loader.next() != nullptr);
    CHECK(read_epoch(loader, sequential_order(100), 1).numbers.size() == 100);
  }
}

TEST_CASE("workers are never further ahead than workers times prefetch") {
  Dataset set = numbers(700);
  std::atomic<std::int64_t> made{0};
  set.read = [&](std::size_t, Random&, Scratch&) { ++made; };
  Loader loader(set, options_of(2, 3));
  loader.start(sequential_order(700), 0);
  std::int64_t taken = 0, most = 0;
  while (loader.next() != nullptr) {
    ++taken;
    std::this_thread::yield();
    most = std::max(most, made - 7 * taken);
  }
  CHECK(most <= 7 * 2 * 3);
}

TEST_CASE("what went wrong in a worker comes up at the batch it belongs to") {
  Dataset set = numbers(70);
  set.read = [](std::size_t i, Random&, Scratch&) {
    if (i == 20) throw data_error("x.jpg: broken");
  };
  for (const int workers : {0, 2}) {
    Loader loader(set, options_of(workers));
    loader.start(sequential_order(70), 0);
    CHECK(loader.next() != nullptr);
    CHECK(loader.next() != nullptr);
    CHECK_THROWS_AS(loader.next(), Error);
    CHECK(loader.next() != nullptr);
  }
}

TEST_CASE("bad samples are left out of their batches and told in order, for any number of workers") {
  Dataset set = numbers(70);
  set.read = [](std::size_t i, Random&, Scratch&) {
    if (i == 3 || i == 20 || (i >= 28 && i < 35)) throw data_error("x" + std::to_string(i) + ".jpg: broken");
  };
  for (const int workers : {0, 1, 4}) {
    LoaderOptions options = options_of(workers);
    options.skip_bad = true;
    Loader loader(set, options);
    std::vector<std::string> bad;
    loader.on_bad = [&](const std::string& reason) { bad.push_back(reason); };
    const Seen seen = read_epoch(loader, sequential_order(70), 0);
    CHECK(seen.numbers.size() == 61);
    CHECK(std::count(seen.numbers.begin(), seen.numbers.end(), 20) == 0);
    REQUIRE(bad.size() == 9);
    CHECK(bad[0] == "x3.jpg: broken");
    CHECK(bad[8] == "x34.jpg: broken");
  }
}

TEST_CASE("another processor may prepare what the threads have read") {
  Dataset set = numbers(23);
  std::atomic<int> read{0}, prepared_here{0}, prepared{0}, delivered{0}, epochs{0};
  std::atomic<std::int64_t> clock{100};
  set.read = [&](std::size_t, Random&, Scratch&) { ++read; };
  set.prepare = [&](std::size_t, Random&, Scratch&, Minibatch&, std::size_t) { ++prepared_here; };
  for (const int workers : {0, 1, 3}) {
    read = prepared = delivered = epochs = 0;
    LoaderOptions options = options_of(workers);
    options.preparer = Preparer{[&] { ++epochs; }, [&] { return clock.load(); },
                                [&](int worker, std::int64_t since, Minibatch& batch, const std::function<bool()>&) {
                                  CHECK(worker < std::max(workers, 1));
                                  CHECK(since >= 100);
                                  batch.prep_ms = 5;
                                  ++prepared;
                                  return clock += 50;
                                },
                                [&](std::int64_t asked, const Minibatch& batch) {
                                  CHECK(asked >= 100);
                                  CHECK(batch.prep_ms == 5);
                                  ++delivered;
                                }};
    Loader loader(set, options);
    read_epoch(loader, sequential_order(23), 0);
    CHECK(read == 23);
    CHECK(prepared == 4);
    CHECK(delivered == 4);
    CHECK(epochs == 1);
    CHECK(prepared_here == 0);
  }
}

TEST_CASE("a loader ends although the other processor would prepare for ever") {
  const Dataset set = numbers(70);
  std::atomic<int> waiting{0};
  LoaderOptions options = options_of(2);
  options.preparer = Preparer{[] {}, [] { return std::int64_t{1}; },
                              [&](int, std::int64_t since, Minibatch&, const std::function<bool()>& ended) {
                                ++waiting;
                                while (!ended()) std::this_thread::yield();
                                return since;
                              },
                              [](std::int64_t, const Minibatch&) {}};
  Loader loader(set, options);
  loader.start(sequential_order(70), 0);
  while (waiting < 2) std::this_thread::yield();
}

TEST_CASE("an epoch without any good sample is an error, and so is what is not the data's fault") {
  Dataset set = numbers(20);
  set.path = "D";
  LoaderOptions options = options_of(1);
  options.skip_bad = true;
  set.read = [](std::size_t, Random&, Scratch&) { throw data_error("x.jpg: broken"); };
  Loader loader(set, options);
  loader.start(sequential_order(20), 0);
  CHECK_THROWS_WITH(loader.next(), "D: no sample could be read");
  set.read = [](std::size_t, Random&, Scratch&) { throw Error(ExitCode::software, "a bug"); };
  Loader other(set, options);
  other.start(sequential_order(20), 0);
  CHECK_THROWS_WITH(other.next(), "a bug");
}

TEST_CASE("a shuffled order visits each sample once, for any size") {
  for (const std::size_t size : {1u, 2u, 3u, 4u, 5u, 16u, 17u, 1000u, 65537u}) {
    const Order order = shuffled_order(size, 42);
    std::vector<bool> seen(size, false);
    for (std::size_t i = 0; i < size; ++i) seen.at(order.sample(i)) = true;
    CHECK(std::count(seen.begin(), seen.end(), true) == static_cast<std::ptrdiff_t>(size));
  }
}

TEST_CASE("a shuffled order is no order: neighbours end up far apart, seeds differ") {
  constexpr std::size_t kSize = 10000;
  const Order order = shuffled_order(kSize, 1), other = shuffled_order(kSize, 2);
  double distance = 0;
  std::size_t same = 0;
  for (std::size_t i = 0; i + 1 < kSize; ++i) {
    distance += std::abs(static_cast<double>(order.sample(i)) - static_cast<double>(order.sample(i + 1))) / kSize;
    same += order.sample(i) == other.sample(i) ? 1 : 0;
  }
  CHECK(distance == Approx(kSize / 3.0).epsilon(0.05));
  CHECK(same < 10);
}
