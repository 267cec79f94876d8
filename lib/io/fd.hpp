// SPDX-License-Identifier: Apache-2.0
// An owned file descriptor.
#pragma once
#include <unistd.h>

#include <string>
#include <utility>

namespace wattline::io {

class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;
  ~Fd() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  int release() { return std::exchange(fd_, -1); }
  void reset() { *this = Fd(); }

 private:
  int fd_ = -1;
};

// A path by which an open descriptor of this process can be opened again (proc(5)).
inline std::string descriptor_path(int fd) {
  return "/proc/self/fd/" + std::to_string(fd);
}

}  // namespace wattline::io
