// SPDX-License-Identifier: Apache-2.0
#include "jetsim/disk/disk_server.hpp"

#include <poll.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "io/system_clock.hpp"
#include "jetsim/disk/board_disk.hpp"
#include "jetsim/disk/disk_operations.hpp"
#include "jetsim/fuse/mounts.hpp"

namespace wattline::jetsim {

namespace {

// The kernel wakes a sleeper this much too late at worst, as a rule; the rest is waited for without sleep.
constexpr std::int64_t kWakeUp_ns = 60'000;

class DiskServer : NotCopyable {
 public:
  DiskServer(const DiskOptions& options, const std::optional<BoardOfDisk>& board);
  ~DiskServer();
  void serve(io::Signals& signals, const std::function<void()>& ready);

 private:
  void loop(io::Signals& signals);
  // Until a request or a signal comes, or the medium has something to do. False when the session cannot be polled.
  bool wait(io::Signals& signals);
  bool receive();
  void update_board();
  void start(const std::function<void()>& ready);
  std::int64_t measure_overhead_ns() const;
  const DiskOptions& options_;
  double scale_ = 1;  // emulated seconds per second
  io::SystemClock clock_;
  std::optional<BoardDisk> board_;
  std::optional<DiskView> view_;
  fuse_session* session_ = nullptr;
  fuse_buf buffer_{};
  bool readable_ = false;
  std::atomic<bool> started_{false};
  std::exception_ptr failure_;
};

std::optional<io::Emulation> emulation_of(const std::optional<BoardOfDisk>& board) {
  return board ? std::optional<io::Emulation>(board->emulation) : std::nullopt;
}

DiskServer::DiskServer(const DiskOptions& options, const std::optional<BoardOfDisk>& board)
    : options_(options), clock_(emulation_of(board)) {
  view_.emplace(options, clock_);
  if (board) {
    scale_ = board->emulation.time_scale;
    board_.emplace(board->directory);
    view_->flush_counters = [this] {
      update_board();
      board_->flush();
    };
  }
  std::string mount = mount_options("jetsim-disk", options.medium.name) + ",ro";
  char name[] = "jetsim", flag[] = "-o";
  char* argv[] = {name, flag, mount.data(), nullptr};
  fuse_args arguments = FUSE_ARGS_INIT(3, argv);
  const fuse_lowlevel_ops all = disk_operations();
  session_ = fuse_session_new(&arguments, &all, sizeof all, &*view_);
  fuse_opt_free_args(&arguments);
  if (session_ == nullptr) throw Error(ExitCode::software, "libfuse: could not be started");
  if (fuse_session_mount(session_, options.directory.c_str()) == 0) return;
  fuse_session_destroy(session_);
  throw unavailable(options.directory + ": could not be mounted", "mount on an empty directory that you own");
}

DiskServer::~DiskServer() {
  fuse_session_unmount(session_);
  view_.reset();  // its threads answer requests of the session
  fuse_session_destroy(session_);
  std::free(buffer_.mem);
}

// What an access takes longer than the medium says: the median of many. At most what it may be on a machine that is not
// busy.
std::int64_t DiskServer::measure_overhead_ns() const {
  constexpr std::size_t kEnough = 101;
  constexpr std::int64_t kMost_ns = 100'000, kPatience_ns = 200'000'000;
  const auto latency_ns = std::llround(static_cast<double>(options_.medium.latency_ns) / scale_);
  std::vector<std::int64_t> times_ns;
  io::SystemClock clock;
  const std::int64_t start_ns = clock.mono_ns();
  for (std::int64_t now_ns = start_ns; times_ns.size() < kEnough && now_ns < start_ns + kPatience_ns;) {
    const std::int64_t before_ns = now_ns;
    struct statfs ignored {};
    ::statfs(options_.directory.c_str(), &ignored);
    now_ns = clock.mono_ns();
    times_ns.push_back(now_ns - before_ns - latency_ns);
  }
  const auto median = times_ns.begin() + static_cast<std::ptrdiff_t>(times_ns.size() / 2);
  std::nth_element(times_ns.begin(), median, times_ns.end());
  return std::clamp<std::int64_t>(*median, 0, kMost_ns);
}

// In a thread of its own, because it uses the mount that this server answers for.
void DiskServer::start(const std::function<void()>& ready) {
  try {
    view_->set_overhead_ns(std::llround(static_cast<double>(measure_overhead_ns()) * scale_));
    struct stat status {};
    struct statfs space {};
    if (::stat(options_.directory.c_str(), &status) != 0) throw os_error(options_.directory, errno);
    ::statfs(options_.directory.c_str(), &space);
    if (board_) {
      board_->attach(options_.medium.disk, status.st_dev,
                     static_cast<std::uint64_t>(space.f_blocks) * static_cast<std::uint64_t>(space.f_bsize));
    }
    started_ = true;
    ready();
  } catch (...) {
    failure_ = std::current_exception();
    fuse_session_exit(session_);
    struct statfs ignored {};
    ::statfs(options_.directory.c_str(), &ignored);  // wakes the loop
  }
}

bool DiskServer::wait(io::Signals& signals) {
  const int fds[] = {fuse_session_fd(session_), signals.fd()};
  const std::int64_t next = view_->queue.next_event_ns();
  if (next != Medium::kNever) {
    const std::int64_t sleep_until = next - std::llround(static_cast<double>(kWakeUp_ns) * scale_);
    if (sleep_until > clock_.mono_ns()) clock_.wait_until(sleep_until, fds, 2);
  }
  pollfd polled[] = {{fds[0], POLLIN, 0}, {fds[1], POLLIN, 0}};
  if (::poll(polled, 2, next == Medium::kNever ? -1 : 0) < 0 && errno != EINTR) return false;
  if (polled[1].revents != 0) signals.drain();
  readable_ = polled[0].revents != 0;
  return true;
}

bool DiskServer::receive() {
  const int received = fuse_session_receive_buf(session_, &buffer_);
  if (received == -EINTR || received == -EAGAIN) return true;
  if (received <= 0) return false;  // 0 or ENODEV: unmounted
  fuse_session_process_buf(session_, &buffer_);
  return true;
}

void DiskServer::update_board() {
  if (board_ && started_) board_->update(view_->queue.counters(clock_.mono_ns()));
}

void DiskServer::loop(io::Signals& signals) {
  while (fuse_session_exited(session_) == 0 && signals.stop() == 0) {
    if (!wait(signals)) return;
    if (readable_ && !receive()) return;
    view_->advance();
    update_board();
  }
}

void DiskServer::serve(io::Signals& signals, const std::function<void()>& ready) {
  std::thread starter([&] { start(ready); });
  loop(signals);
  fuse_session_unmount(session_);  // wakes the starter, should it still wait for an answer
  starter.join();
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace

void serve_disk(const DiskOptions& options, const std::optional<BoardOfDisk>& board, io::Signals& signals,
                const std::function<void()>& ready) {
  DiskServer(options, board).serve(signals, ready);
}

}  // namespace wattline::jetsim
