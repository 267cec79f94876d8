// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/mode_lock.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "io/confined.hpp"

namespace wattline::platform {

namespace {

constexpr const char* kPass = "WATTLINE_LOCK_PASS";
constexpr const char* kLockFile = "/run/wattline/pmode.lock";
constexpr const char* kNeedsRoot = "setting a mode needs root";
constexpr mode_t kLockPermissions = 0600;  // whoever may open a file may lock it
constexpr std::int64_t kRetryNs = 100'000'000;
constexpr const char* kStateLock = "pmode.state.lock";
constexpr int kStateRetryMs = 10;
constexpr int kReaderLimitMs = 5000;  // reading a state takes milliseconds

// The lock's text is "PID COMMAND".
bool is_passed(const std::string& holder) {
  const char* pass = std::getenv(kPass);
  return pass != nullptr && holder.substr(0, holder.find(' ')) == pass;
}

void write_holder(int fd, const std::string& command) {
  const std::string text = std::to_string(::getpid()) + " " + command + "\n";
  if (::ftruncate(fd, 0) != 0 || ::pwrite(fd, text.data(), text.size(), 0) < 0) throw os_error(kLockFile, errno);
}

[[noreturn]] void fail_locked(const std::string& holder, const std::string& hint) {
  const std::size_t blank = holder.find(' ');
  const std::string who = blank == std::string::npos
                              ? std::string("another process")
                              : "process " + holder.substr(0, blank) + " (" + holder.substr(blank + 1) + ")";
  throw Error(ExitCode::try_later, who + " holds the lock of the power mode", hint);
}

}  // namespace

std::string runtime_file(const io::Root& root, const std::string& name) {
  const auto directory = root.path("/run/wattline");
  const int error = io::make_folder_confined(directory);
  if (error != 0) throw os_error("/run/wattline", error, kNeedsRoot);
  return (directory / name).string();
}

ModeLock::ModeLock(const io::Root& root, Clock& clock, io::Signals& signals, const std::string& command,
                   std::int64_t wait_ns, const std::string& hint) {
  const std::string path = runtime_file(root, "pmode.lock");
  fd_ = io::open_confined(path, O_RDWR | O_CREAT | O_NOFOLLOW, kLockPermissions);
  if (!fd_) throw os_error(kLockFile, errno, kNeedsRoot);
  ::fchmod(fd_.get(), kLockPermissions);  // also of one that an earlier version made; only its owner may
  const std::int64_t deadline = clock.mono_ns() + wait_ns;
  while (::flock(fd_.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) throw os_error(kLockFile, errno);
    const std::string holder = io::read_text(path).value_or("");
    if (is_passed(holder)) {
      inherited_ = true;
      return;
    }
    if (clock.mono_ns() >= deadline || signals.stop() != 0) fail_locked(holder, hint);
    const int wake = signals.fd();
    clock.wait_until(clock.mono_ns() + kRetryNs, &wake, 1);
  }
  write_holder(fd_.get(), command);
}

StateLock::StateLock(const io::Root& root) {
  const std::string path = runtime_file(root, kStateLock);
  fd_ = io::open_confined(path, O_RDWR | O_CREAT | O_NOFOLLOW, kLockPermissions);
  if (!fd_) throw os_error(path, errno, kNeedsRoot);
  ::fchmod(fd_.get(), kLockPermissions);
}

void StateLock::lock() const {
  for (int waited = 0; ::flock(fd_.get(), LOCK_EX | LOCK_NB) != 0 && waited < kReaderLimitMs; waited += kStateRetryMs) {
    ::poll(nullptr, 0, kStateRetryMs);
  }
}

void StateLock::unlock() const {
  ::flock(fd_.get(), LOCK_UN);
}

io::Fd lock_state_for_reading(const io::Root& root, const io::Signals& signals) {
  const auto path = root.path(std::string("/run/wattline/") + kStateLock);
  io::Fd fd = io::open_confined(path, O_RDONLY);
  while (fd && ::flock(fd.get(), LOCK_SH | LOCK_NB) != 0) {
    const int stop = signals.stop();
    if (stop != 0) throw Error(static_cast<ExitCode>(signal_status(stop)), "stopped while another process sets a mode");
    ::poll(nullptr, 0, kStateRetryMs);
  }
  return fd;
}

std::vector<std::string> ModeLock::pass() const {
  if (inherited_) return {};
  return {std::string(kPass) + "=" + std::to_string(::getpid())};
}

}  // namespace wattline::platform
