// SPDX-License-Identifier: Apache-2.0
#include "cachestat/batch_socket.hpp"

#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <deque>
#include <memory>
#include <utility>

#include "io/fd.hpp"

namespace wattline::cachestat {

using page_cache::Batch;
using page_cache::Directory;
using page_cache::Group;

namespace {

constexpr std::size_t kMaxGroups = 16;  // of a batch; page_cache::Batcher keeps below
constexpr std::size_t kMaxRequest = 96 << 10;

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

}  // namespace

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
  return ::sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0;
}

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
  if ((message.msg_flags & MSG_TRUNC) != 0) return false;
  // Descriptors are dropped in transit when the worker may open no more: a name must not be looked up elsewhere then.
  if (n < static_cast<ssize_t>(sizeof request) || fds.size() != expected) return false;
  batch = unpack(request, buffer.data(), std::move(fds));
  return true;
}

}  // namespace wattline::cachestat
