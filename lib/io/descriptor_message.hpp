// SPDX-License-Identifier: Apache-2.0
// Passes a file descriptor to another process through a UNIX socket (unix(7), SCM_RIGHTS).
#pragma once
#include <sys/socket.h>
#include <sys/uio.h>

#include <cstring>

namespace wattline::io {

// A message of one byte with room for a descriptor.
struct DescriptorMessage {
  DescriptorMessage() {
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = space;
    message.msg_controllen = sizeof space;
  }
  DescriptorMessage(const DescriptorMessage&) = delete;
  DescriptorMessage& operator=(const DescriptorMessage&) = delete;

  char byte = 0;
  iovec data{&byte, 1};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
};

// False if the socket refuses it; errno has the reason.
inline bool send_descriptor(int socket, int fd) {
  DescriptorMessage out;
  cmsghdr* header = CMSG_FIRSTHDR(&out.message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof fd);
  std::memcpy(CMSG_DATA(header), &fd, sizeof fd);
  return ::sendmsg(socket, &out.message, MSG_NOSIGNAL) >= 0;
}

// -1 if the other end was closed without sending one.
inline int receive_descriptor(int socket) {
  DescriptorMessage in;
  const bool received = ::recvmsg(socket, &in.message, MSG_CMSG_CLOEXEC) > 0;
  const cmsghdr* header = received ? CMSG_FIRSTHDR(&in.message) : nullptr;
  int fd = -1;
  if (header != nullptr) std::memcpy(&fd, CMSG_DATA(header), sizeof fd);
  return fd;
}

}  // namespace wattline::io
