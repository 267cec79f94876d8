// SPDX-License-Identifier: Apache-2.0
#include "cachestat/pin_holder.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "base/error.hpp"
#include "io/pipe.hpp"
#include "page_cache/probe.hpp"

namespace wattline::cachestat {

namespace {

constexpr int kMadvPopulateRead = 22;  // Linux 5.14; missing from older headers
// A pass over 400 MB takes 2 ms: 0.4 % of a core.
constexpr int kTouchEvery_ms = 500;

// For older kernels: writing a byte of each page into a scratch file makes the kernel read them on our behalf, and it
// answers EFAULT where a page is gone.
void touch_by_write(char* bytes, std::size_t length) {
  static const io::Fd scratch(::memfd_create("cachestat-touch", MFD_CLOEXEC));
  std::array<iovec, 512> pages{};
  for (std::size_t offset = 0; offset < length;) {
    int count = 0;
    for (; offset < length && count < static_cast<int>(pages.size()); offset += page_cache::page_size()) {
      pages[static_cast<std::size_t>(count++)] = {bytes + offset, 1};
    }
    if (::pwritev(scratch.get(), pages.data(), count, 0) < 0) return;
  }
}

[[noreturn]] void serve(bool locked, const std::function<Held(HeldPages&)>& fill, int ready, pid_t parent) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(0);  // it ended before the line above
  for (const int signal : {SIGINT, SIGQUIT, SIGHUP, SIGTERM}) ::signal(signal, SIG_IGN);  // the parent decides
  HeldPages hold(locked);
  const Held held = fill(hold);
  if (::write(ready, &held, sizeof held) < 0) ::_exit(1);
  for (;;) {
    ::poll(nullptr, 0, locked ? -1 : kTouchEvery_ms);
    if (!locked) hold.touch();
  }
}

}  // namespace

bool may_lock(std::uint64_t bytes) {
  const auto size = static_cast<std::size_t>(bytes);
  void* const trial = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (trial == MAP_FAILED) return false;
  const bool allowed = ::mlock2(trial, size, MLOCK_ONFAULT) == 0;  // counts against the limit, allocates nothing
  ::munmap(trial, size);
  return allowed;
}

int HeldPages::add(int fd, std::uint64_t length) {
  const auto size = static_cast<std::size_t>(length);
  void* const address = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd, 0);
  if (address == MAP_FAILED) return errno;
  const Mapping mapping{address, size};
  if (locked_ && ::mlock(address, size) != 0) {
    const int error = errno;
    ::munmap(address, size);
    return error;
  }
  if (!locked_) touch(mapping);
  mappings_.push_back(mapping);
  bytes_ += length;
  return 0;
}

void HeldPages::touch() {
  for (const Mapping& mapping : mappings_) touch(mapping);
}

// Never by reading the mapping here: that raises SIGBUS when the file has become shorter.
void HeldPages::touch(const Mapping& mapping) {
  if (::madvise(mapping.address, mapping.length, kMadvPopulateRead) == 0 || errno != EINVAL) return;
  touch_by_write(static_cast<char*>(mapping.address), mapping.length);
}

Holder::Holder(bool locked, const std::function<Held(HeldPages&)>& fill) {
  io::Pipe report;
  report_ = std::move(report.read_end);
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) throw os_error("fork", errno);
  if (pid_ == 0) serve(locked, fill, report.write_end.get(), parent);
}

Holder::Holder(Holder&& other) noexcept : pid_(std::exchange(other.pid_, -1)), report_(std::move(other.report_)) {}

Holder::~Holder() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

bool Holder::lives() {
  if (pid_ > 0 && ::waitpid(pid_, nullptr, WNOHANG) == pid_) pid_ = -1;
  return pid_ > 0;
}

Held Holder::wait_ready(const Stop& stop) {
  Held held;
  pollfd report{report_.get(), POLLIN, 0};
  while (::poll(&report, 1, kPatience_ms) <= 0) {
    if (stop()) return held;
  }
  const ssize_t n = ::read(report_.get(), &held, sizeof held);
  if (n != static_cast<ssize_t>(sizeof held)) throw Error(ExitCode::software, "a process that held files died");
  return held;
}

}  // namespace wattline::cachestat
