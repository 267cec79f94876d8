// SPDX-License-Identifier: Apache-2.0
#include "jetsim/view/board_server.hpp"

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>

#include "base/error.hpp"
#include "io/descriptor_message.hpp"
#include "jetsim/fuse/fuse_server.hpp"

namespace wattline::jetsim {

namespace {

void serve_until_end(ServedBoard& board, io::Signals& signals, const io::Fd& socket, const ReportFiles& files,
                     const std::function<void()>& ready) {
  const io::Fd device(io::receive_descriptor(socket.get()));
  if (!device) return;
  ServerHooks hooks = board.hooks();
  hooks.ready = ready;
  Reports reports(files, socket, [&board] { return board.mono_ns(); });
  reports.add_to(hooks);
  serve(board.tree(), "/dev/fd/" + std::to_string(device.get()), hooks, signals);
}

void end_with(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(signal_status(SIGKILL));
}

}  // namespace

BoardServer::SocketPair::SocketPair() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) throw os_error("socket", errno);
  ours = io::Fd(ends[0]);
  servers = io::Fd(ends[1]);
}

BoardServer::BoardServer(ServedBoard& board, io::Signals& signals, const ReportFiles& files)
    : daemon_([&, files, parent = ::getpid()](const std::function<void()>& ready) {
        end_with(parent);
        socket_.ours.reset();
        signals.leave_parent();
        serve_until_end(board, signals, socket_.servers, files, ready);
      }) {
  socket_.servers.reset();
}

// It has nothing to finish.
BoardServer::~BoardServer() {
  ::kill(daemon_.pid(), SIGKILL);
  ::waitpid(daemon_.pid(), nullptr, 0);
}

void BoardServer::serve_on(io::Fd device) {
  if (!io::send_descriptor(socket_.ours.get(), device.get())) throw os_error("jetsim: the board's server", errno);
  device.reset();
  daemon_.wait_until_ready();
}

void BoardServer::begin_reports() {
  const char begin = 0;
  if (::send(socket_.ours.get(), &begin, 1, MSG_NOSIGNAL) < 0) throw os_error("jetsim: the board's server", errno);
}

bool BoardServer::has_ended() const {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(daemon_.pid()), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == daemon_.pid();
}

}  // namespace wattline::jetsim
