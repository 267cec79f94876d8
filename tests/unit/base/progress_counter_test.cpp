// SPDX-License-Identifier: Apache-2.0
#include "base/progress_counter.hpp"

#include <cmath>

#include "base/random.hpp"
#include "catch.hpp"
#include "recorded_bar.hpp"

using namespace wattline;

namespace {

struct Case {
  const char* name;
  double steps;  // from the first that is drawn
  double total, step_ms;
  double undrawn;  // last steps of a bar that is removed when its loop ends: those of 0.1 s
};

double length_s(const std::vector<StepTiming>& rows) {
  double sum_s = 0;
  for (const StepTiming& row : rows) sum_s += row.end_s - row.start_s;
  return sum_s;
}

std::vector<StepTiming> counted(const std::vector<StepTiming>& rows) {
  std::vector<StepTiming> kept;
  for (const StepTiming& row : rows) {
    if (row.counted) kept.push_back(row);
  }
  return kept;
}

std::string bar(int done, int total) {
  return "\r" + std::to_string(done) + "/" + std::to_string(total) + " [";
}

}  // namespace

TEST_CASE("the steps of recorded bars are counted to within the stated error", "[progress_counter]") {
  const Case cases[] = {
      {"tqdm", 200, 200, 13, 0},      {"tqdm-nested", 180, 180, 13, 8},     {"tqdm-same-total", 100, 100, 30, 4},
      {"keras", 179, 180, 13, 0},     {"tqdm-scaled", 3100, 3100, 0.65, 0}, {"tqdm-endless", 150, 0, 13, 0},
      {"lightning", 180, 180, 13, 0}, {"ultralytics", 173, 180, 13, 0},     {"rich", 180, 180, 13, 8},
      {"lines", 180, 180, 13, 0}};
  for (const Case& recorded : cases) {
    for (const std::size_t part : {std::string::npos, std::size_t{1}, std::size_t{7}}) {
      INFO(recorded.name << " in parts of " << part);
      ProgressCounter counter;
      const auto rows = feed(counter, recorded_bar(recorded.name), part);
      CHECK(std::fabs(counter.steps() - recorded.steps) <= counter.error_steps() + recorded.undrawn);
      CHECK(counter.total_steps().value_or(0) == recorded.total);
      if (recorded.total > 0) CHECK(*counter.steps_left() <= counter.error_steps() + recorded.undrawn);
      const auto good = counted(rows);
      CHECK(count_of(good) > recorded.steps * 0.35);
      const double ms = length_s(good) * 1e3 / count_of(good);
      CHECK(ms == Approx(recorded.step_ms).epsilon(0.35));  // the machine that recorded was busy
    }
  }
}

TEST_CASE("steps that are drawn together are one interval, and the first of an epoch is not counted",
          "[progress_counter]") {
  ProgressCounter counter;
  CHECK_FALSE(counter.feed(2, bar(0, 9), 1));
  const auto first = counter.feed(2, bar(1, 9), 3);
  REQUIRE(first);
  CHECK_FALSE(first->counted);
  CHECK(first->ms == Approx(2000));
  const auto next = counter.feed(2, bar(2, 9) + bar(5, 9), 4);
  REQUIRE(next);
  CHECK(next->counted);
  CHECK(next->start_s == 3);
  CHECK(next->end_s == 4);
  CHECK(next->steps == 4);
  CHECK(next->ms == Approx(250));
  CHECK(next->steps_error == 1);
  CHECK_FALSE(counter.feed(2, bar(5, 9), 5));  // drawn again
  counter.feed(2, bar(9, 9), 6);
  CHECK_FALSE(counter.feed(2, bar(0, 9), 10));  // the time between epochs is no step's
  const auto epoch = counter.feed(2, bar(1, 9), 11);
  REQUIRE(epoch);
  CHECK_FALSE(epoch->counted);
  CHECK(epoch->start_s == 10);
  CHECK(epoch->epoch == 1);
  CHECK(counter.steps() == 10);
  CHECK_FALSE(counter.total_steps());  // it began again, and the number of epochs is not known
}

TEST_CASE("preparation counts until something else has moved for longer, validation not at all", "[progress_counter]") {
  ProgressCounter counter;
  double now_s = 0;
  for (int i = 0; i <= 50; ++i) counter.feed(1, "\rScanning " + std::to_string(i) + "/50 [", now_s += 0.01);
  CHECK(counter.steps() == 50);
  for (int epoch = 0; epoch < 3; ++epoch) {
    for (int i = 0; i <= 16; ++i) counter.feed(1, "\rtrain " + std::to_string(i) + "/16 [", now_s += 0.1);
    for (int i = 0; i <= 40; ++i) counter.feed(1, "\rval " + std::to_string(i) + "/40 [", now_s += 0.01);
  }
  CHECK(counter.steps() == 48);
}

TEST_CASE("a count that is a little smaller is another process's", "[progress_counter]") {
  ProgressCounter counter;
  for (int i = 0; i < 30; ++i) {
    counter.feed(2, bar(i + 1, 99), i);
    counter.feed(2, bar(i, 99), i + 0.5);
  }
  CHECK(counter.steps() == 29);
}

TEST_CASE("a rounded counter says how much its steps may be wrong", "[progress_counter]") {
  ProgressCounter counter;
  counter.feed(1, "\r1.20k/3.10k [", 0);
  counter.feed(1, "\r1.50k/3.10k [", 1);
  CHECK(counter.error_steps() == Approx(11));
  CHECK(counter.steps() == Approx(300));
  CHECK(*counter.steps_left() == Approx(1600));
}

TEST_CASE("an expression finds the steps of other lines", "[progress_counter]") {
  ProgressCounter counter("iter (\\d+):");
  for (int i = 0; i < 20; ++i) counter.feed(1, "iter " + std::to_string(i) + ": loss 1/" + std::to_string(i) + "\n", i);
  CHECK(counter.steps() == 19);
  CHECK_FALSE(counter.total_steps());
}

TEST_CASE("output without a counter has none", "[progress_counter]") {
  ProgressCounter counter;
  counter.feed(1, "loading 1/3 of the data\nready\n", 1);
  counter.feed(1, "loss 0.3\n", 2);
  CHECK_FALSE(counter.found());
  CHECK(counter.steps() == 0);
  CHECK(counter.error_steps() == 0);
  CHECK_FALSE(counter.steps_left());
}

TEST_CASE("huge lines, binary bytes and thousands of counters do no harm", "[progress_counter]") {
  ProgressCounter counter;
  Random random(7);
  std::string bytes(1 << 20, 'x');
  counter.feed(1, bytes, 1);
  for (char& byte : bytes) byte = static_cast<char>(random.uniform() * 256);
  counter.feed(1, bytes, 2);
  bytes.clear();
  for (int i = 0; i < 20'000; ++i) bytes += std::to_string(i) + "/" + std::to_string(i + 1) + (i % 9 > 0 ? " " : "\r");
  counter.feed(2, bytes, 3);
  counter.feed(1, "\n", 4);
  for (int i = 0; i <= 10; ++i) counter.feed(1, bar(i, 10), 5 + i);
  CHECK(counter.found());
  CHECK(counter.steps() == 10);
}
