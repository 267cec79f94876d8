// SPDX-License-Identifier: Apache-2.0
#include "io/pseudo_terminal.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "base/error.hpp"
#include "io/caller.hpp"

namespace wattline::io {

namespace {

constexpr winsize kUsualSize{48, 160, 0, 0};  // wide enough that no bar leaves its counter out

[[noreturn]] void refuse(int error) {
  throw Error(ExitCode::os, os_error("pseudo-terminal", error).what());
}

Fd open_slave(int master) {
  char name[64];
  if (::grantpt(master) != 0 || ::unlockpt(master) != 0 || ::ptsname_r(master, name, sizeof name) != 0) refuse(errno);
  Fd slave(::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!slave) refuse(errno);
  return slave;
}

void pass_unchanged(int slave, int like) {
  termios settings{};
  if (::tcgetattr(like, &settings) != 0 && ::tcgetattr(slave, &settings) != 0) refuse(errno);
  settings.c_oflag &= ~static_cast<tcflag_t>(OPOST);
  settings.c_lflag &= ~static_cast<tcflag_t>(ECHO);
  if (::tcsetattr(slave, TCSANOW, &settings) != 0) refuse(errno);
}

}  // namespace

PseudoTerminal::PseudoTerminal(int like) : master(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
  if (!master) refuse(errno);
  slave = open_slave(master.get());
  pass_unchanged(slave.get(), like);
  if (::ioctl(master.get(), TIOCSWINSZ, &kUsualSize) != 0) refuse(errno);
  follow(like);
  // A command that opens its standard output by name needs the rights.
  const auto caller = sudo_caller();
  if (caller && ::fchown(slave.get(), caller->uid, static_cast<gid_t>(-1)) != 0) refuse(errno);
}

bool PseudoTerminal::follow(int like) const {
  winsize size{}, own{};
  if (::ioctl(like, TIOCGWINSZ, &size) != 0 || ::ioctl(master.get(), TIOCGWINSZ, &own) != 0) return false;
  if (size.ws_col == 0 || (size.ws_col == own.ws_col && size.ws_row == own.ws_row)) return false;
  return ::ioctl(master.get(), TIOCSWINSZ, &size) == 0;
}

}  // namespace wattline::io
