// SPDX-License-Identifier: Apache-2.0
// How long one minibatch of a workload takes at given clocks, and what the hardware does meanwhile.
// Built from stages that are each bound by the GPU, the memory or the host, whichever is slowest: hence kinks,
// plateaus and places where more is not faster. Deliberately not the form of any model that the suite fits.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jetsim/spec/board_spec.hpp"
#include "jetsim/spec/medium_profile.hpp"
#include "jetsim/spec/true_power.hpp"

namespace wattline::jetsim {

// A part of the minibatch during which the hardware does the same thing.
struct MinibatchSegment {
  double ms = 0;
  Activity activity;
};

// What is done with a minibatch.
enum class Pass { training, inference };

// What loads the samples of a minibatch.
struct Loading {
  std::optional<int> workers;  // loader threads, 0 = the training thread; without it as many as the workload has
  ReadTime reading;            // of a minibatch, from a medium
  bool elsewhere = false;      // by another program: the minibatch has neither the wait for them nor the load

  static Loading by_program(std::optional<int> workers = std::nullopt) { return {workers, {}, true}; }
};

// What a loader thread does for a minibatch, at the clocks in force.
struct LoaderWork {
  double read_ms = 0;  // of the processor, for samples that are in memory
  double prep_ms = 0;
  double crowding = 1;  // times as long, because the threads share the cores
  double cores = 0;     // busy for so many core-milliseconds
  double mem = 0;       // and for so many milliseconds of the memory's bandwidth
};

// Of what the training thread does, this share goes on while loader threads work.
constexpr double kOverlap = 0.97;

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

class Surface {
 public:
  // Reads share/boards/workloads/NAME.tsv. Throws a usage error that lists the workloads for an unknown name.
  Surface(const BoardSpec& board, const std::string& workload);
  int default_batch() const { return batch_; }
  int samples() const { return samples_; }
  double first_factor() const { return first_factor_; }
  EmulatedMinibatch at(const Clocks& clocks, int batch, Pass pass = Pass::training, const Loading& loading = {}) const;
  LoaderWork loader_work(const Clocks& clocks, int batch, int workers) const;
  // Bytes of a sample on a medium; 0 = the whole data set is in memory.
  double sample_bytes() const { return sample_bytes_; }
  int workers() const { return workers_; }
  const std::string& name() const { return name_; }
  // Bytes that training with such minibatches needs; 0 = so few that any board has them.
  double memory_b(int batch) const { return fixed_b_ + batch * memory_per_sample_b_; }

 private:
  struct Stage {
    bool forward;  // the only stage of inference
    double gpu_ms, mem_ms, launch_ms, intensity;
  };
  struct Speeds {
    double cpu, gpu, mem, cores;  // relative to the reference board at its highest clocks; cores as they are
    double crowd;                 // so many times as long does the host thread take, because it shares the cores
  };
  Speeds speeds(const Clocks& clocks, int workers) const;
  std::vector<MinibatchSegment> computation(const Speeds& now, double amount, const Clocks& clocks, Pass pass) const;
  LoaderWork loader_work(const Speeds& now, double amount, double host_share, int workers) const;
  void load(const Speeds& now, double amount, const Loading& loading, EmulatedMinibatch& result) const;
  double ripple(const char* axis, std::int64_t clock) const;
  double tuned(const char* key, double otherwise) const;

  const BoardSpec& board_;
  std::string name_;
  std::vector<Stage> stages_;
  int batch_, samples_, workers_;
  double fixed_b_ = 0, memory_per_sample_b_ = 0;
  double sample_bytes_, prep_ms_, prep_mem_ms_, read_ms_, h2d_ms_, serial_ms_, overhead_ms_, first_factor_, ripple_;
};

std::vector<std::string> workload_names();

// Power of one minibatch, averaged over it, with the silicon as warm as this load keeps it.
double settled_watts(const TruePower& power, const Clocks& clocks, const EmulatedMinibatch& minibatch);

}  // namespace wattline::jetsim
