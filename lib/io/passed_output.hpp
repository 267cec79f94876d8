// SPDX-License-Identifier: Apache-2.0
// What a command prints passes through here unchanged, and is seen on its way. Where our output is a terminal, the
// command writes to a pseudo-terminal, so that it draws its bars as it would without us.
#pragma once
#include <sys/types.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/not_copyable.hpp"
#include "io/child.hpp"
#include "io/fd.hpp"
#include "io/output.hpp"
#include "io/pseudo_terminal.hpp"

namespace wattline::io {

class PassedOutput : NotCopyable {
 public:
  // Where the command gets a terminal: where ours is one, or always, for bars that are drawn only there (rich).
  enum class Terminal { as_ours, always };
  // Gives the command that is about to be spawned its stdout and stderr, whose bytes go to these descriptors, which
  // stay open. If they are the same file, the order of the two is kept.
  void open(SpawnOptions& options, int stdout_fd, int stderr_fd, Terminal terminal);
  // Closes the ends that are the command's now.
  void spawned(const Child& child);
  // Those to read(), from spawned() on.
  std::vector<int> fds() const;

  // The bytes of stream 1 or 2.
  using Take = std::function<void(int stream, std::string_view bytes)>;
  // Once the descriptor is readable: hands over what is there, and passes it on. False when the stream has ended; its
  // descriptor is then closed.
  bool read(int fd, const Take& take);
  // Once the command has ended: the same for what is left. A process that it left behind is not waited for.
  void finish(const Take& take);
  void close();
  // Nobody reads the output any more, or it cannot be written: the command's next write fails, too.
  const std::string& problem() const { return problem_; }

 private:
  struct Stream {
    int number;     // 1 or 2
    int target_fd;  // ours
    Output target;
    Fd read_end, write_end;  // of a pipe, or
    std::unique_ptr<PseudoTerminal> terminal;
    int fd() const { return terminal ? terminal->master.get() : read_end.get(); }
    int child_fd() const { return terminal ? terminal->slave.get() : write_end.get(); }
  };
  void add_stream(int number, int target_fd, Terminal terminal);
  void read(Stream& stream, const Take& take);
  void pass_on(Stream& stream, const std::string& bytes);
  static void close(Stream& stream);

  std::vector<std::unique_ptr<Stream>> streams_;
  std::optional<pid_t> pid_;
  std::string problem_;
};

}  // namespace wattline::io
