// SPDX-License-Identifier: Apache-2.0
// The base of classes whose objects own something unique: a process, a thread, a signal handler.
#pragma once

namespace wattline {

class NotCopyable {
 public:
  NotCopyable(const NotCopyable&) = delete;
  NotCopyable& operator=(const NotCopyable&) = delete;

 protected:
  NotCopyable() = default;
  ~NotCopyable() = default;
};

}  // namespace wattline
