// SPDX-License-Identifier: Apache-2.0
// The command line of trainstep.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/tool.hpp"
#include "trainstep/data/loader.hpp"
#include "trainstep/hooks.hpp"
#include "trainstep/net/process_settings.hpp"
#include "trainstep/net/trainer.hpp"
#include "trainstep/run/cuda.hpp"
#include "trainstep/run/interleave.hpp"
#include "trainstep/run/summary_table.hpp"
#include "trainstep/run/timed_loop.hpp"
#include "trainstep/workload.hpp"

namespace wattline::trainstep {

enum class SampleOrder { shuffle, sequential, cached_first };

struct Options {
  std::string workload;
  DataOptions data;
  bool synthetic = false;
  std::optional<SampleOrder> order;  // empty = the workload's
  LoaderOptions loader;
  LoopOptions loop;
  NetworkOptions network;  // the name comes from the workload
  // What the workload's own optimizer is changed to; empty = nothing.
  std::optional<Optimizer> optimizer;
  std::optional<double> learning_rate, momentum, weight_decay, clip;
  std::int64_t accumulate = 1;         // minibatches per update
  RateOptions rate;                    // its number of updates follows from the data
  bool stop_at_nan = false;            // at a loss that is not finite
  std::optional<Precision> precision;  // empty = PyTorch's default, or the preset's
  std::optional<Device> device;        // empty = a GPU where LibTorch can use one
  MemoryKind memory = MemoryKind::pageable;
  ProcessSettings process{0};  // 0 threads = as many as there are processors for this process
  bool channels_last = false;
  std::int64_t epochs = 1;
  std::uint64_t seed = 1;
  bool loader_only = false, infer = false;
  std::string interleave;  // TRAIN+INFER; empty = no inference beside training
  InterleaveOptions serving;
  std::string arrivals = "constant";  // constant, poisson, or a file of rows with arrival_s
  std::string infer_data;             // empty = the same data as for training
  HookOptions hooks;
  bool validate = false;   // after each epoch
  std::string checkpoint;  // empty = none
  std::int64_t every = 0;  // minibatches between checkpoints; 0 = one after each epoch
  std::string resume;      // a checkpoint to go on from; empty = begin
  cli::RowOptions rows;
  std::string epochs_out, summary, save;
  SummaryForm summary_form = SummaryForm::long_rows;
};

void declare_workload(cli::App& app, Options& options);
void declare(cli::App& app, Options& options);

// Whether the board of --root computes, which then must be an emulated one.
inline bool on_emulated_board(const Options& options) {
  return options.device == Device::jetsim;
}
// What the source column of the run's rows says.
inline const char* source_of(const Options& options) {
  return on_emulated_board(options) ? "emulated" : "measured";
}
inline bool uses_libtorch(const Options& options) {
  return !options.loader_only && !on_emulated_board(options);
}
// Its file format is LibTorch's.
inline bool keeps_checkpoints(const Options& options) {
  return !options.checkpoint.empty() || !options.resume.empty();
}

// For this process.
int available_processors();

// The names of choices, as on the command line.
const char* to_string(Decode decode);
const char* to_string(SampleOrder order);
const char* to_string(Preset preset);
const char* to_string(Optimizer optimizer);
const char* to_string(MemoryKind memory);

}  // namespace wattline::trainstep
