// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/emulated_loader.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "base/not_copyable.hpp"
#include "base/units.hpp"
#include "io/signals.hpp"
#include "io/system_clock.hpp"
#include "trainstep/run/board_control.hpp"

namespace wattline::trainstep {

namespace {

constexpr double kLook_ns = 50e6;  // how often a thread that waits sees that the run has ended

class EmulatedLoader : NotCopyable {
 public:
  EmulatedLoader(const io::Root& board, const std::string& workload, int workers)
      : file_(board, "loader"),
        clock_(board.emulation()),
        look_ns_(std::llround(kLook_ns * board.emulation()->time_scale)) {
    file_.write("attach " + workload + " " + std::to_string(workers));
  }
  void begin() { ask("begin"); }
  std::int64_t now() { return clock_.mono_ns(); }
  std::int64_t prepare(int worker, std::int64_t since_ns, Minibatch& batch, const std::function<bool()>& ended);
  void deliver(std::int64_t asked_ns, const Minibatch& batch);

 private:
  std::string ask(const std::string& line);
  void wait_until(std::int64_t ns, const std::function<bool()>& ended);
  BoardControl file_;
  std::mutex mutex_;  // one thread asks at a time
  io::SystemClock clock_;
  std::int64_t look_ns_;
};

std::string EmulatedLoader::ask(const std::string& line) {
  const std::lock_guard<std::mutex> lock(mutex_);
  file_.write(line);
  return file_.read();
}

void EmulatedLoader::wait_until(std::int64_t ns, const std::function<bool()>& ended) {
  while (io::Signals::noted_stop() == 0 && !ended()) {
    const std::int64_t now_ns = clock_.mono_ns();
    if (now_ns >= ns) return;
    clock_.wait_until(std::min(ns, now_ns + look_ns_), nullptr, 0);
  }
}

std::int64_t EmulatedLoader::prepare(int worker, std::int64_t since_ns, Minibatch& batch,
                                     const std::function<bool()>& ended) {
  const auto waited_ns = std::llround(batch.read_ms * kNsPerMs);
  const std::string answer =
      ask("prepare " + std::to_string(worker) + " " + std::to_string(batch.samples) + " " + std::to_string(since_ns) +
          " " + std::to_string(std::min<std::int64_t>(waited_ns, clock_.mono_ns() - since_ns)));
  batch.read_ms = static_cast<double>(file_.number(answer, "read_ns")) / kNsPerMs;
  batch.prep_ms = static_cast<double>(file_.number(answer, "prep_ns")) / kNsPerMs;
  const std::int64_t until_ns = file_.number(answer, "until_ns");
  wait_until(until_ns, ended);
  return until_ns;
}

void EmulatedLoader::deliver(std::int64_t asked_ns, const Minibatch& batch) {
  const auto made_ns = std::llround((batch.read_ms + batch.prep_ms) * kNsPerMs);
  const std::string answer = ask("deliver " + std::to_string(asked_ns) + " " + std::to_string(made_ns));
  wait_until(file_.number(answer, "until_ns"), [] { return false; });
}

}  // namespace

Preparer emulated_loader(const io::Root& board, const std::string& workload, int workers) {
  const auto loader = std::make_shared<EmulatedLoader>(board, workload, workers);
  return {[loader] { loader->begin(); }, [loader] { return loader->now(); },
          [loader](int worker, std::int64_t since_ns, Minibatch& batch, const std::function<bool()>& ended) {
            return loader->prepare(worker, since_ns, batch, ended);
          },
          [loader](std::int64_t asked_ns, const Minibatch& batch) { loader->deliver(asked_ns, batch); }};
}

}  // namespace wattline::trainstep
