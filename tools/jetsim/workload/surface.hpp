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
#include "jetsim/workload/emulated_minibatch.hpp"

namespace wattline::jetsim {

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

class Surface {
 public:
  // Reads share/boards/workloads/NAME.tsv. Throws a usage error that lists the workloads for an unknown name.
  Surface(const BoardSpec& board, const std::string& workload);
  int default_batch() const { return batch_; }
  int context() const { return context_; }  // 0 = not a language model
  int samples() const { return samples_; }
  double first_factor() const { return first_factor_; }
  // The workload that reads the prompts of this one, which generates tokens; empty = it does not.
  static std::string prefill_of(const std::string& workload);
  // Of a language model: tokens that a minibatch reads or writes.
  std::optional<std::int64_t> tokens(const MinibatchSize& size) const;
  EmulatedMinibatch at(const Clocks& clocks, const MinibatchSize& size, Pass pass = Pass::training,
                       const Loading& loading = {}) const;
  LoaderWork loader_work(const Clocks& clocks, int batch, int workers) const;
  // Bytes of a sample on a medium; 0 = the whole data set is in memory.
  double sample_bytes() const { return sample_bytes_; }
  int workers() const { return workers_; }
  const std::string& name() const { return name_; }
  // Bytes that minibatches of this size need; 0 = so few that any board has them.
  double memory_b(const MinibatchSize& size) const {
    return fixed_b_ + size.batch * context_ratio(size) * memory_per_sample_b_;
  }

 private:
  struct Stage {
    bool forward;  // the only stage of inference
    double gpu_ms, mem_ms, launch_ms, intensity;
  };
  struct Speeds {
    double cpu, gpu, mem, cores;  // relative to the reference board at its highest clocks; cores as they are
    double crowd;                 // so many times as long does the host thread take, because it shares the cores
  };
  // More work than in a minibatch of the workload's own size.
  struct Amount {
    double gpu, mem;
  };
  void read_tokens(const BoardFile& file);
  double context_ratio(const MinibatchSize& size) const;
  Amount amount(const MinibatchSize& size) const;
  Speeds speeds(const Clocks& clocks, int workers) const;
  std::vector<MinibatchSegment> computation(const Speeds& now, const Amount& amount, const Clocks& clocks,
                                            Pass pass) const;
  LoaderWork loader_work(const Speeds& now, double amount, double host_share, int workers) const;
  void load(const Speeds& now, double amount, const Loading& loading, EmulatedMinibatch& result) const;
  double crowded(double cpu, double cores, int workers) const;
  double ripple(const char* axis, std::int64_t clock) const;
  double tuned(const char* key, double otherwise) const;

  const BoardSpec& board_;
  std::string name_;
  std::vector<Stage> stages_;
  int batch_, samples_, workers_;
  int context_ = 0;            // tokens of a sample
  bool reads_tokens_ = false;  // all of them in one minibatch; else it adds one to each sample
  Growth gpu_growth_, mem_growth_;
  double fixed_b_ = 0, memory_per_sample_b_ = 0;
  double sample_bytes_, prep_ms_, prep_mem_ms_, read_ms_, h2d_ms_, serial_ms_, overhead_ms_, first_factor_, ripple_;
  double crowd_, crowd_power_;
};

std::vector<std::string> workload_names();

}  // namespace wattline::jetsim
