// SPDX-License-Identifier: Apache-2.0
// A process that serves a board to mounts which it does not see itself, and ends with its parent.
#pragma once
#include "io/fd.hpp"
#include "io/signals.hpp"
#include "jetsim/fuse/mount_daemon.hpp"
#include "jetsim/served/served_board.hpp"
#include "jetsim/view/reports.hpp"

namespace wattline::jetsim {

class BoardServer : NotCopyable {
 public:
  BoardServer(ServedBoard& board, io::Signals& signals, const ReportFiles& files);
  ~BoardServer();
  // Serves what was mounted with this /dev/fuse. Returns when its files can be read. The device is closed here, so that
  // the files fail, instead of waiting, when the server has ended.
  void serve_on(io::Fd device);
  // What was asked for earlier is not reported.
  void begin_reports();
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
