// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <deque>
#include <memory>
#include <utility>

#include "base/error.hpp"
#include "io/fd.hpp"
#include "workers.hpp"

namespace wattline::cachestat {

namespace {

using platform::Directory;
using platform::FileResidency;
using platform::Group;

constexpr std::size_t kMaxGroups = 16;  // of a batch; platform::Batcher keeps below
constexpr std::size_t kMaxRequest = 96 << 10;
constexpr std::size_t kMaxFiles = 256;

// A batch on its way to a worker: this, then all names in one packet; open directories travel as SCM_RIGHTS.
struct Request {
  std::uint32_t groups = 0;
  std::uint32_t follow = 0;
  std::array<std::uint32_t, kMaxGroups> count{}, bytes{}, has_directory{};
};

struct Packet {
  Request request;
  std::string names;
  std::array<int, kMaxGroups> fds{};
  std::size_t fd_count = 0;
};

Packet pack(const Batch& batch) {
  Packet packet;
  packet.request.follow = batch.follow ? 1 : 0;
  for (const Group& group : batch.groups) {
    const std::uint32_t i = packet.request.groups++;
    packet.request.count[i] = static_cast<std::uint32_t>(group.count);
    packet.request.bytes[i] = static_cast<std::uint32_t>(group.names.size());
    packet.names += group.names;
    if (!group.directory->owned) continue;
    packet.request.has_directory[i] = 1;
    packet.fds[packet.fd_count++] = group.directory->fd();
  }
  return packet;
}

bool send_batch(int socket, const Batch& batch) {
  Packet packet = pack(batch);
  iovec parts[2] = {{&packet.request, sizeof packet.request}, {&packet.names[0], packet.names.size()}};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof packet.fds)] = {};
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = 2;
  if (packet.fd_count > 0) {
    const std::size_t size = packet.fd_count * sizeof(int);
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(size);
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(size);
    std::memcpy(CMSG_DATA(header), packet.fds.data(), size);
  }
  return ::sendmsg(socket, &message, MSG_NOSIGNAL) >= 0;
}

std::deque<io::Fd> received_fds(msghdr& message) {
  std::deque<io::Fd> fds;
  const cmsghdr* const header = CMSG_FIRSTHDR(&message);
  if (header == nullptr || header->cmsg_type != SCM_RIGHTS) return fds;
  const std::size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
  for (std::size_t i = 0; i < count; ++i) {
    int fd = -1;
    std::memcpy(&fd, CMSG_DATA(header) + i * sizeof(int), sizeof fd);
    fds.emplace_back(fd);
  }
  return fds;
}

Batch unpack(const Request& request, const char* names, std::deque<io::Fd> fds) {
  Batch batch;
  batch.follow = request.follow != 0;
  for (std::uint32_t i = 0; i < request.groups; ++i) {
    auto directory = std::make_shared<Directory>();
    if (request.has_directory[i] != 0) {
      directory->owned = std::move(fds.front());
      fds.pop_front();
    }
    batch.groups.push_back({directory, std::string(names, request.bytes[i]), request.count[i]});
    batch.count += request.count[i];
    names += request.bytes[i];
  }
  return batch;
}

// False at the end: the other side closed its socket, or died.
bool receive_batch(int socket, std::string& buffer, Batch& batch) {
  Request request;
  buffer.resize(kMaxRequest);
  iovec parts[2] = {{&request, sizeof request}, {&buffer[0], buffer.size()}};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * kMaxGroups)];
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = 2;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t n = 0;
  do {
    n = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (n < 0 && errno == EINTR);
  std::deque<io::Fd> fds = n > 0 ? received_fds(message) : std::deque<io::Fd>();
  const auto expected =
      static_cast<std::size_t>(std::count(request.has_directory.begin(), request.has_directory.end(), 1U));
  // Descriptors are dropped in transit when the worker may open no more: a name must not be looked up elsewhere then.
  if (n < static_cast<ssize_t>(sizeof request) || fds.size() != expected) return false;
  batch = unpack(request, buffer.data(), std::move(fds));
  return true;
}

// noexcept: nothing may unwind into what the parent was doing when it forked.
[[noreturn]] void serve(int socket, const MakeWork& make_work) noexcept {
  const Work work = make_work();
  std::string buffer;
  Batch batch;
  while (receive_batch(socket, buffer, batch)) {
    work(batch);
    if (::send(socket, batch.files.data(), batch.files.size() * sizeof(FileResidency), MSG_NOSIGNAL) < 0) break;
  }
  ::_exit(0);
}

class ProcessPool {
 public:
  ProcessPool(unsigned count, const MakeWork& make_work, Collect collect);
  ~ProcessPool();
  ProcessPool(const ProcessPool&) = delete;
  ProcessPool& operator=(const ProcessPool&) = delete;
  void submit(Batch batch);
  void finish();

 private:
  // Two batches are with each worker, so that it need not wait for the next.
  static constexpr std::size_t kDepth = 2;
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
  std::vector<Worker> workers_;
  std::vector<FileResidency> results_;
};

ProcessPool::ProcessPool(unsigned count, const MakeWork& make_work, Collect collect)
    : collect_(std::move(collect)), results_(kMaxFiles) {
  for (unsigned i = 0; i < count; ++i) start(make_work);
}

ProcessPool::~ProcessPool() {
  for (Worker& worker : workers_) worker.socket.reset();  // the worker reads the end of it and leaves
  for (const Worker& worker : workers_) ::waitpid(worker.pid, nullptr, 0);
}

void ProcessPool::start(const MakeWork& make_work) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) throw os_error("socketpair", errno);
  io::Fd ours(ends[0]);
  const io::Fd theirs(ends[1]);
  const pid_t pid = ::fork();
  if (pid < 0) throw os_error("fork", errno);
  if (pid == 0) {
    ours.reset();
    for (Worker& worker : workers_) worker.socket.reset();  // else the others never see their end
    serve(theirs.get(), make_work);
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

void ProcessPool::submit(Batch batch) {
  while (least_busy().batches.size() >= kDepth) collect_one();
  Worker& worker = least_busy();
  if (!send_batch(worker.socket.get(), batch)) throw os_error("worker process", errno);
  worker.batches.push_back(std::move(batch));
}

void ProcessPool::finish() {
  const auto busy = [this] {
    for (const Worker& worker : workers_) {
      if (!worker.batches.empty()) return true;
    }
    return false;
  };
  while (busy()) collect_one();
}

// Waits until one of the workers answers.
void ProcessPool::collect_one() {
  std::vector<pollfd> polled;
  for (const Worker& worker : workers_) polled.push_back({worker.socket.get(), POLLIN, 0});
  if (::poll(polled.data(), polled.size(), -1) < 0) return;  // EINTR: the caller asks again
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

Workers work_in_processes(unsigned count, const MakeWork& make_work, Collect collect) {
  const auto pool = std::make_shared<ProcessPool>(count, make_work, std::move(collect));
  return {[pool](Batch batch) { pool->submit(std::move(batch)); }, [pool] { pool->finish(); }};
}

}  // namespace wattline::cachestat
