// SPDX-License-Identifier: Apache-2.0
// bare_steps STEPS THREADS: LeNet trained as `trainstep lenet --synthetic` trains it, without trainstep's loop: nothing
// is timed, counted or written. Prints milliseconds per minibatch; the first does not count.
#include <chrono>
#include <cstdio>
#include <string>

#include "trainstep/data/loader.hpp"
#include "trainstep/data/order.hpp"
#include "trainstep/data/synthetic.hpp"
#include "trainstep/net/process_settings.hpp"
#include "trainstep/net/trainer.hpp"

using namespace wattline::trainstep;

int main(int argc, char** argv) {
  if (argc != 3) return 64;
  const std::size_t steps = std::stoul(argv[1]);
  ProcessSettings process;
  process.threads = std::stoi(argv[2]);
  apply_process_settings(process);
  TrainerOptions options;
  options.network.name = "lenet";
  Trainer trainer(options);
  const Dataset set = synthetic_images(16 * (steps + 1), 1, 28, 10);
  Loader loader(set, LoaderOptions());
  loader.start(shuffled_order(set.size, 1), 0);
  const auto step = [&] {
    trainer.load(*loader.next());
    trainer.step();
  };
  step();
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < steps; ++i) step();
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
  std::printf("%.6f\n", taken.count() / static_cast<double>(steps));
}
