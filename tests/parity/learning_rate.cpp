// SPDX-License-Identifier: Apache-2.0
// parity_learning_rate SCHEDULE WARMUP UPDATES: the factor of the learning rate in each update, for learning_rate.py.
#include "trainstep/net/learning_rate.hpp"

#include <cstdio>
#include <string>

using namespace wattline::trainstep;

int main(int argc, char** argv) {
  if (argc != 4) return 64;
  RateOptions options;
  for (const RateSchedule schedule : {RateSchedule::constant, RateSchedule::step, RateSchedule::cosine}) {
    if (std::string(argv[1]) == to_string(schedule)) options.schedule = schedule;
  }
  options.warmup = std::stol(argv[2]);
  options.updates = std::stol(argv[3]);
  for (std::int64_t update = 0; update < options.updates; ++update)
    std::printf("%.17g\n", rate_factor(options, update));
}
