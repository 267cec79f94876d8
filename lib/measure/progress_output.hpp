// SPDX-License-Identifier: Apache-2.0
// Reads the progress bar of a command while the command's output passes through unchanged.
#pragma once
#include <sys/types.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/not_copyable.hpp"
#include "base/progress_counter.hpp"
#include "io/child.hpp"
#include "io/output.hpp"
#include "io/pseudo_terminal.hpp"
#include "measure/pump.hpp"

namespace wattline::measure {

class ProgressOutput : NotCopyable {
 public:
  // `expression`: that of a ProgressCounter. Throws its usage error.
  ProgressOutput(Pump& pump, const std::string& expression) : pump_(pump), counter_(expression) {}
  ~ProgressOutput();

  // The steps since the bar moved before.
  using Take = std::function<void(const StepTiming&)>;
  void on_steps(Take take) { take_ = std::move(take); }

  // Where bars are drawn for: a terminal where ours is one, or always, for bars that are drawn only there (rich).
  enum class Terminal { as_ours, always };
  // Gives the command that is about to be spawned its stdout and stderr, whose bytes go to these descriptors, which
  // stay open. If they are the same file, the order of the two is kept.
  void open(io::SpawnOptions& options, int stdout_fd, int stderr_fd, Terminal terminal);
  void spawned(const io::Child& child);
  // Once the command has ended: passes on what is left. A process that it left behind is not waited for.
  void finish();

  const ProgressCounter& counter() const { return counter_; }
  // Nobody reads the output any more, or it cannot be written: the command's next write fails, too.
  const std::string& problem() const { return problem_; }

 private:
  struct Stream {
    int number;     // 1 or 2
    int target_fd;  // ours
    io::Output target;
    io::Fd read_end, write_end;  // of a pipe, or
    std::unique_ptr<io::PseudoTerminal> terminal;
    int fd() const { return terminal ? terminal->master.get() : read_end.get(); }
    int child_fd() const { return terminal ? terminal->slave.get() : write_end.get(); }
  };
  void add_stream(int number, int target_fd, Terminal terminal);
  void read(Stream& stream);
  void pass_on(Stream& stream, const std::string& bytes);
  void close(Stream& stream);

  Pump& pump_;
  ProgressCounter counter_;
  Take take_;
  std::vector<std::unique_ptr<Stream>> streams_;
  std::optional<pid_t> pid_;
  std::string problem_;
};

}  // namespace wattline::measure
