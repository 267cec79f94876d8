// SPDX-License-Identifier: Apache-2.0
// The only place where a measurement waits. While it waits, it reads what its children print, so that none of them
// blocks on a full pipe.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/tool.hpp"
#include "io/child.hpp"
#include "io/fd.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::measure {

class Pump {
 public:
  explicit Pump(cli::Context& context) : context_(context) {}

  // `ready` is called whenever a read of the descriptor would not wait. It may throw.
  void watch(int fd, std::function<void()> ready) { sources_[fd] = std::move(ready); }
  void forget(int fd) { sources_.erase(fd); }
  // From now on no callback runs, hence none can throw.
  void forget_all() { sources_.clear(); }

  // Until something was read, a child ended, a signal came or the time is up.
  void wait(std::int64_t deadline_ns);
  // Until `done`; false when the time was up or a stop signal came first.
  bool wait_for(const std::function<bool()>& done, std::int64_t deadline_ns);
  // The same in real seconds: processes start and end in real time even when the board's time is compressed. Signals
  // do not end it.
  bool wait_for_process(const std::function<bool()>& done, int seconds);
  // Reads all that is there now.
  void drain();

  bool stopped() const { return context_.signals.stop() != 0; }
  std::int64_t now_ns() { return context_.clock.mono_ns(); }

 private:
  bool read_ready();
  cli::Context& context_;
  std::map<int, std::function<void()>> sources_;
};

// Ends a child and its whole group: SIGTERM, and SIGKILL when it has not ended in time. Returns its status; throws
// when not even that ends it.
int stop_group(io::Child& child, Pump& pump);

// A file in memory, without a name.
io::Fd memory_file(const std::string& text = {});

// What a command printed, and its exit status.
struct Answer {
  int status = 0;
  std::string out, err;
  // Its error or its last line on stderr, for a row's reason.
  std::string problem() const;
  // The rows on its stdout. Throws a data error when there is no header.
  io::TsvReader table() const;
};

enum class OnStop { finish, end };  // what a stop signal does to a command that runs

// Runs a command to its end and returns what it printed; it is killed (status 124, as timeout(1) has it) after the
// limit in real seconds. Callers look at Pump::stopped(). A command that was started after the stop signal, such as one
// that cleans up, is not ended by it. Throws Error{io} when its output cannot be read.
Answer call(const std::vector<std::string>& argv, Pump& pump, int limit_s, io::SpawnOptions options = {},
            OnStop on_stop = OnStop::finish);

}  // namespace wattline::measure
