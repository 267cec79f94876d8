// SPDX-License-Identifier: Apache-2.0
#include "jetsim/workload/tqdm_bar.hpp"

#include "base/progress_counter.hpp"
#include "base/units.hpp"
#include "catch.hpp"

using namespace wattline;
using jetsim::TqdmBar;

// The expected texts are those of tqdm 4.64 with mininterval=0.1, ncols=None and the same times.
TEST_CASE("a bar looks as tqdm's", "[tqdm_bar]") {
  TqdmBar bar("", 31, 0);
  CHECK(bar.begin() == "\r  0%|          | 0/31 [00:00<?, ?it/s]");
  std::string text;
  for (int i = 1; i <= 10; ++i) text = bar.step(i * 100 * kMillisecondNs);
  CHECK(text == "\r 32%|\u2588\u2588\u2588\u258f      | 10/31 [00:01<00:02, 10.00it/s]");
  CHECK(TqdmBar("Epoch 2/3: ", 4, 0).begin() == "\rEpoch 2/3:   0%|          | 0/4 [00:00<?, ?it/s]");
  TqdmBar slow("", std::nullopt, 0);
  CHECK(slow.step(4000 * kMillisecondNs) == "\r1it [00:04,  4.00s/it]");
  CHECK(slow.end(3'700'000 * kMillisecondNs) == "\r1it [1:01:40, 3700.00s/it]\n");
}

TEST_CASE("a bar is drawn at most every 0.1 s, and its counter is the number of steps", "[tqdm_bar]") {
  TqdmBar bar("", 500, 0);
  ProgressCounter counter;
  counter.feed(2, bar.begin(), 0);
  int drawn = 0;
  for (int i = 1; i <= 500; ++i) {
    const std::string text = bar.step(i * 7 * kMillisecondNs);
    drawn += text.empty() ? 0 : 1;
    counter.feed(2, text, i * 7e-3);
  }
  counter.feed(2, bar.end(3501 * kMillisecondNs), 3.501);
  CHECK(drawn == 33);
  CHECK(counter.steps() == 500);
  CHECK(counter.total_steps() == 500.0);
}
