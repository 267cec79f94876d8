// SPDX-License-Identifier: Apache-2.0
// Emulated requests to a language model, one minibatch of them after the other: the rows of inference, with the times
// of prefill and decode.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "cli/context.hpp"
#include "cli/row_stream.hpp"
#include "io/training_rows.hpp"
#include "jetsim/client/control_client.hpp"
#include "jetsim/workload/noisy_surface.hpp"

namespace wattline::jetsim {

struct RequestOptions {
  std::string workload;       // what decodes; it names what reads the prompts
  int batch = 0;              // requests at a time; 0 = the workload's own
  int context = 0;            // tokens of a prompt; 0 = the workload's own
  int generate = 0;           // tokens of an answer
  std::int64_t requests = 0;  // rows; 0 = until it is stopped
  NoiseOptions noise;
  cli::RowOptions rows;
};

class EmulatedRequests {
 public:
  EmulatedRequests(const RequestOptions& options, cli::Context& context, const BoardSpec& board);
  // Until the limit of requests, a stop signal, or the end of the reader; the exit status.
  int run();

 private:
  struct Request {
    std::int64_t number = 0, start_ns = 0, first_ns = 0, end_ns = 0;
  };
  void warm_up();
  bool ended() const;
  Request plan_request(const BoardState& state);
  MinibatchSize size_at(int token) const;
  void add(const EmulatedMinibatch& minibatch);
  void write(const Request& request);

  const RequestOptions& options_;
  cli::Context& context_;
  NoisySurface decode_, prefill_;
  LoadClient load_;
  cli::RowStream rows_;
  int batch_, prompt_;
  std::int64_t next_ns_ = 0, planned_ = 0;  // when the next one starts; how many were planned
  bool gone_ = false;                       // nobody reads the rows any more
};

}  // namespace wattline::jetsim
