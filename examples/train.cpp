// SPDX-License-Identifier: Apache-2.0
// Step rows of a training loop in C++: StepRows is all that a program of your own needs. This one fits a line by
// stochastic gradient descent.
//   c++ -std=c++17 -O2 examples/train.cpp -o train
//   powerlog -o power.tsv -- ./train > steps.tsv
#include <chrono>
#include <cstdio>
#include <random>

class StepRows {
 public:
  StepRows() { std::puts("start_mono_s\tend_mono_s\ttime_s\tepoch\tstep\tphase\tstep_ms\tsource"); }
  void begin() { start_s_ = seconds<std::chrono::steady_clock>(); }
  // A step has ended, on a GPU too (cudaDeviceSynchronize); the next one begins.
  void end(int epoch, int step) {
    const double end_s = seconds<std::chrono::steady_clock>(), time_s = seconds<std::chrono::system_clock>();
    std::printf("%.6f\t%.6f\t%.6f\t%d\t%d\t%s\t%.3f\tmeasured\n", start_s_, end_s, time_s, epoch, step,
                step > 0 ? "counted" : "first", 1e3 * (end_s - start_s_));
    std::fflush(stdout);
    start_s_ = end_s;
  }

 private:
  template <class Clock>  // steady_clock is CLOCK_MONOTONIC on Linux
  static double seconds() {
    return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
  }
  double start_s_ = 0;
};

int main() {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  double slope = 0, offset = 0;
  StepRows rows;
  for (int epoch = 0; epoch < 3; ++epoch) {
    rows.begin();
    for (int step = 0; step < 50; ++step) {
      for (int sample = 0; sample < 100000; ++sample) {
        const double x = uniform(random), y = 3 * x + 1 + 0.1 * uniform(random);
        const double error = slope * x + offset - y;
        slope -= 1e-4 * error * x;
        offset -= 1e-4 * error;
      }
      rows.end(epoch, step);
    }
  }
  std::fprintf(stderr, "y = %.3f x + %.3f\n", slope, offset);
}
