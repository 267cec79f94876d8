// SPDX-License-Identifier: Apache-2.0
#include "cachestat/worker_processes.hpp"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <deque>
#include <memory>
#include <utility>

#include "base/error.hpp"
#include "base/not_copyable.hpp"
#include "cachestat/batch_socket.hpp"
#include "io/fd.hpp"

namespace wattline::cachestat {

namespace {

using page_cache::FileResidency;

constexpr std::size_t kMaxFiles = 256;  // of a batch; page_cache::Batcher keeps below

// noexcept: nothing may unwind into what the parent was doing when it forked.
[[noreturn]] void serve(int socket, const MakeWork& make_work, pid_t parent) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody would wait for the end of a huge file
  if (::getppid() != parent) ::_exit(0);
  const Work work = make_work();
  std::string buffer;
  Batch batch;
  while (receive_batch(socket, buffer, batch)) {
    work(batch);
    if (::send(socket, batch.files.data(), batch.files.size() * sizeof(FileResidency), MSG_NOSIGNAL) < 0) break;
  }
  ::_exit(0);
}

class ProcessPool : NotCopyable {
 public:
  ProcessPool(unsigned count, const MakeWork& make_work, Collect collect, Stop stop);
  ~ProcessPool();
  void submit(Batch batch);
  void finish();

 private:
  // Batches with each worker: enough that none waits for this process on a busy machine.
  static constexpr std::size_t kDepth = 8;
  struct Worker {
    pid_t pid;
    io::Fd socket;
    std::deque<Batch> batches;
  };
  void start(const MakeWork& make_work);
  void collect_from(Worker& worker);
  void collect_one();
  Worker& least_busy();
  Collect collect_;
  Stop stop_;
  std::vector<Worker> workers_;
  std::vector<FileResidency> results_;
};

ProcessPool::ProcessPool(unsigned count, const MakeWork& make_work, Collect collect, Stop stop)
    : collect_(std::move(collect)), stop_(std::move(stop)), results_(kMaxFiles) {
  for (unsigned i = 0; i < count; ++i) start(make_work);
}

ProcessPool::~ProcessPool() {
  for (const Worker& worker : workers_) ::kill(worker.pid, SIGKILL);  // one may be busy with a huge file
  for (const Worker& worker : workers_) ::waitpid(worker.pid, nullptr, 0);
}

void ProcessPool::start(const MakeWork& make_work) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) throw os_error("socketpair", errno);
  io::Fd ours(ends[0]);
  const io::Fd theirs(ends[1]);
  const pid_t parent = ::getpid(), pid = ::fork();
  if (pid < 0) throw os_error("fork", errno, "-j 1 starts no processes");
  if (pid == 0) {
    ours.reset();
    for (Worker& worker : workers_) worker.socket.reset();  // else the others never see their end
    serve(theirs.get(), make_work, parent);
  }
  workers_.push_back({pid, std::move(ours), {}});
}

ProcessPool::Worker& ProcessPool::least_busy() {
  std::size_t best = 0;
  for (std::size_t i = 1; i < workers_.size(); ++i) {
    if (workers_[i].batches.size() < workers_[best].batches.size()) best = i;
  }
  return workers_[best];
}

// Never blocks in sending: a worker whose answers are not taken could block in its own.
void ProcessPool::submit(Batch batch) {
  while (least_busy().batches.size() >= kDepth && !stop_()) collect_one();
  if (stop_()) return;
  Worker& worker = least_busy();
  while (!send_batch(worker.socket.get(), batch)) {
    if (stop_()) return;
    // ETOOMANYREFS: more descriptors on their way than RLIMIT_NOFILE.
    if ((errno != EAGAIN && errno != ETOOMANYREFS) || worker.batches.empty()) throw os_error("worker process", errno);
    collect_one();
  }
  worker.batches.push_back(std::move(batch));
}

void ProcessPool::finish() {
  const auto busy = [this] {
    for (const Worker& worker : workers_) {
      if (!worker.batches.empty()) return true;
    }
    return false;
  };
  while (busy() && !stop_()) collect_one();
}

// Waits until one of the workers answers, or a little: a signal may have come just before.
void ProcessPool::collect_one() {
  std::vector<pollfd> polled;
  for (const Worker& worker : workers_) polled.push_back({worker.socket.get(), POLLIN, 0});
  if (::poll(polled.data(), polled.size(), kPatience_ms) < 0) return;  // EINTR: the caller asks again
  for (std::size_t i = 0; i < polled.size(); ++i) {
    if (polled[i].revents != 0) collect_from(workers_[i]);
  }
}

void ProcessPool::collect_from(Worker& worker) {
  const ssize_t n = ::recv(worker.socket.get(), results_.data(), results_.size() * sizeof(FileResidency), 0);
  if (n < 0 && errno == EINTR) return;
  if (n <= 0 || worker.batches.empty()) throw Error(ExitCode::software, "a worker process died");
  Batch batch = std::move(worker.batches.front());
  worker.batches.pop_front();
  batch.files.assign(results_.begin(), results_.begin() + n / static_cast<ssize_t>(sizeof(FileResidency)));
  collect_(batch);
}

}  // namespace

Workers work_in_processes(unsigned count, const MakeWork& make_work, Collect collect, Stop stop) {
  const auto pool = std::make_shared<ProcessPool>(count, make_work, std::move(collect), std::move(stop));
  return {[pool](Batch batch) { pool->submit(std::move(batch)); }, [pool] { pool->finish(); }};
}

}  // namespace wattline::cachestat
