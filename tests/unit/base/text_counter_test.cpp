// SPDX-License-Identifier: Apache-2.0
#include "base/text_counter.hpp"

#include "base/error.hpp"
#include "catch.hpp"

using namespace wattline;

namespace {

// "done/total" of each counter in a text that is complete.
std::string found(const std::string& text) {
  std::string all;
  for (const TextCounter& counter : counters_in(text, true)) {
    all += (all.empty() ? "" : " ") + std::to_string(static_cast<long long>(counter.done)) + "/" +
           (counter.total ? std::to_string(static_cast<long long>(*counter.total)) : "?");
  }
  return all;
}

}  // namespace

TEST_CASE("the counters of the bars that training programs print are found", "[text_counter]") {
  CHECK(found(" 45%|####5     | 120/3125 [00:12<05:04,  9.9it/s, loss=0.31]") == "120/3125");
  CHECK(found("120/3125 ------- 12s 40ms/step - loss: 0.3") == "120/3125");
  CHECK(found("    1/100      2.35G      1.23       4.3        640:  45%| 120/267 [00:12<00:15]") == "1/100 120/267");
  CHECK(found("Epoch [1/90][120/5005]  Time 0.04") == "1/90 120/5005");
  CHECK(found("Epoch: [0][ 120/5005]\tTime  0.040 ( 0.041)") == "120/5005");
  CHECK(found("step 120 / 3125.") == "120/3125");
  CHECK(found("1.20k/3.12k [00:12, 99.1it/s]") == "1200/3120");
  CHECK(found("5.00/3.12k [00:00, ?it/s]") == "5/3120");
  CHECK(found("120/Unknown - 3s") == "120/?");
  CHECK(found("Epoch 3: | 120/? [00:05<00:00]") == "120/?");
  CHECK(found("Training 120/-- 0:00:01") == "120/?");
  CHECK(found("120it [00:12,  9.9it/s]") == "120/?");
  CHECK(found("120 batch [1:00:12,  9.9batch/s]").empty());
}

TEST_CASE("dates, paths, sizes and rates are no counters", "[text_counter]") {
  for (const char* text : {"2026/11/27 10:00",
                           "27/11/2026",
                           "/data/1/2/x",
                           "a1/2",
                           "3.2/8.0 GiB",
                           "10/100MB",
                           "9.9it/s",
                           "130/120",
                           "0/0",
                           "1.5/10",
                           "50/100%",
                           "12/30-x",
                           "1/2/3",
                           "1,200/3,125",
                           "12345678901234567890/99999999999999999999",
                           "v1/2",
                           "12 it [0",
                           "/",
                           "1/",
                           "/1",
                           ""}) {
    INFO(text);
    CHECK(found(text).empty());
  }
}

TEST_CASE("a number at the end of a text that may go on is not taken", "[text_counter]") {
  CHECK(counters_in("step 12/31", false).empty());
  CHECK(counters_in("step 12/3125 ", false).size() == 1);
  CHECK(counters_in("step 12/31", true).size() == 1);
}

TEST_CASE("a count that is rounded says by how much, and a counter of epochs that it is one", "[text_counter]") {
  CHECK(counters_in("1.20k/3.12k ", true)[0].resolution == Approx(10));
  CHECK(counters_in("12.0M/31.2M ", true)[0].resolution == Approx(100'000));
  CHECK(counters_in("120/3.12k ", true)[0].resolution == 1);
  const auto both = counters_in("Epoch [1/90] step [12/60]", true);
  CHECK(both.at(0).counts_epochs);
  CHECK_FALSE(both.at(1).counts_epochs);
  CHECK(both[0].key != both[1].key);
  CHECK(counters_in("train 1/60 ", true)[0].key != counters_in("val 1/60 ", true)[0].key);
}

TEST_CASE("an expression with one group finds other forms", "[text_counter]") {
  const CounterPattern pattern("iter (\\d+):");
  CHECK(pattern.find("iter 120: loss 2.3", true)->done == 120);
  CHECK_FALSE(pattern.find("step 120: loss 2.3", true));
  CHECK_FALSE(CounterPattern("iter (\\d+)").find("iter 12", false));
  CHECK(CounterPattern("train: .* (\\d+/\\d+)").find("train: 1/9 30/60", true)->total == 60.0);
  CHECK_FALSE(CounterPattern("iter (.*)").find("iter x", true));
  CHECK_THROWS_AS(CounterPattern("("), Error);
  CHECK_THROWS_AS(CounterPattern("no group"), Error);
  CHECK_THROWS_AS(CounterPattern("(a)(b)"), Error);
}

TEST_CASE("an expression is matched with a text of the longest kind", "[text_counter]") {
  const std::string text = std::string(2000, 'x') + " iter 7:";
  CHECK(CounterPattern(".*iter (\\d+):").find(text, true)->done == 7);
  CHECK_FALSE(CounterPattern("(?:x|y)*z(\\d+)").find(text.substr(0, 400), true));
}
