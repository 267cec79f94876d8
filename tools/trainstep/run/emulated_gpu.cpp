// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/emulated_gpu.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/parse.hpp"

namespace wattline::trainstep {

EmulatedGpu::EmulatedGpu(const io::Root& board, io::Signals& signals, const std::string& workload, std::uint64_t seed)
    : file_(board, "gpu"), clock_(board.emulation()), signals_(signals) {
  const std::vector<std::string> known = values_of(file_.read(), "workload");
  if (known.empty()) throw data_error(file_.path() + ": has no workloads: it is not the file of a mounted board");
  if (std::find(known.begin(), known.end(), workload) == known.end()) {
    throw usage_error(workload + ": an emulated board does not know how long this workload takes",
                      "it knows " + join(known, ", "));
  }
  file_.write("attach " + workload + " " + std::to_string(seed & INT64_MAX));
}

bool EmulatedGpu::compute(const char* what) {
  file_.write(std::string(what) + " " + std::to_string(samples_));
  const std::string answer = file_.read();
  copied_ns_ = file_.number(answer, "copied_ns");
  computed_ns_ = file_.number(answer, "computed_ns");
  const int fds[] = {signals_.fd()};
  while (signals_.stop() == 0) {
    if (!clock_.wait_until(computed_ns_, fds, 1)) return true;
    signals_.drain();
  }
  return false;
}

Timer emulated_timer(std::shared_ptr<const EmulatedGpu> gpu, Clock& clock) {
  return host_timer(clock, [gpu = std::move(gpu)](Instants& instants) {
    instants[index(Mark::on_device)] = gpu->copied_ns();
    instants[index(Mark::computed)] = gpu->computed_ns();
  });
}

}  // namespace wattline::trainstep
