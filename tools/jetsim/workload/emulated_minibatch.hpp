// SPDX-License-Identifier: Apache-2.0
// One emulated minibatch: how much is in it, how long its parts take, and what the hardware does meanwhile.
#pragma once
#include <string>
#include <vector>

#include "jetsim/spec/true_power.hpp"

namespace wattline::jetsim {

// A part of the minibatch during which the hardware does the same thing.
struct MinibatchSegment {
  double ms = 0;
  Activity activity;
};

// What is done with a minibatch.
enum class Pass { training, inference };

// How much is in a minibatch: samples, and of a language model the tokens of each; 0 = the workload's own.
struct MinibatchSize {
  MinibatchSize(int samples, int tokens = 0) : batch(samples), context(tokens) {}
  int batch, context;
};

// By which factor a resource has more to do in a larger minibatch than in that of the workload's own size. The four
// shares add up to 1.
struct Growth {
  // Small minibatches do not fill the GPU.
  double fixed = 0.12, by_batch = 0.88;  // whatever is in it; with the samples
  double by_tokens = 0, by_square = 0;   // with the tokens of all samples; with these times the tokens of a sample
  // Of four numbers. Throws a data error.
  static Growth of(const std::string& text, const std::string& path);
  double at(double batch, double context) const {
    return fixed + batch * (by_batch + context * (by_tokens + context * by_square));
  }
};

struct EmulatedMinibatch {
  double stall_ms = 0, h2d_ms = 0, compute_ms = 0, overhead_ms = 0;
  double serial_ms = 0;             // the part of the stall in which the training thread takes the samples over
  double read_ms = 0, prep_ms = 0;  // inside the loader's workers
  // Overhead, stall, and the computation (forward and, in training, backward and optimizer): in order, adding up to
  // step_ms().
  std::vector<MinibatchSegment> segments;
  double forward_ms() const { return segments.at(2).ms; }
  double backward_ms() const { return segments.at(3).ms; }
  double optimizer_ms() const { return segments.at(4).ms; }
  double step_ms() const { return stall_ms + compute_ms + overhead_ms; }
  // Of the training thread, while loader threads make the next minibatch.
  double busy_ms() const { return compute_ms + overhead_ms + serial_ms; }
  Activity mean() const;
};

// Power of one minibatch, averaged over it, with the silicon as warm as this load keeps it.
double settled_watts(const TruePower& power, const Clocks& clocks, const EmulatedMinibatch& minibatch);
// The same of a board without a workload.
double settled_idle_watts(const TruePower& power, const Clocks& clocks);

}  // namespace wattline::jetsim
