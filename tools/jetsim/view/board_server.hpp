// SPDX-License-Identifier: Apache-2.0
// A process that serves a board to mounts which it does not see itself, and ends with its parent.
#pragma once
#include "io/fd.hpp"
#include "io/output.hpp"
#include "io/signals.hpp"
#include "jetsim/fuse/mount_daemon.hpp"
#include "jetsim/served/served_board.hpp"

namespace wattline::jetsim {

class BoardServer : NotCopyable {
 public:
  // `missing` gets a line for each path that is looked up and that the board does not have; null = none.
  BoardServer(ServedBoard& board, io::Signals& signals, io::Output* missing);
  ~BoardServer();
  // Serves what was mounted with this /dev/fuse. Returns when its files can be read. The device is closed here, so that
  // the files fail, instead of waiting, when the server has ended.
  void serve_on(io::Fd device);
  // Paths that were looked up earlier are not reported.
  void report_missing();
  bool has_ended() const;
  pid_t pid() const { return daemon_.pid(); }

 private:
  struct SocketPair {
    SocketPair();
    io::Fd ours, servers;
  };
  SocketPair socket_;
  MountDaemon daemon_;
};

}  // namespace wattline::jetsim
