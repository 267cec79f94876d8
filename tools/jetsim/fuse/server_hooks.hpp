// SPDX-License-Identifier: Apache-2.0
// What the server of a tree calls back.
#pragma once
#include <sys/types.h>

#include <functional>
#include <string_view>

namespace wattline::jetsim {

// One request of a program.
struct Access {
  pid_t pid;
  const char* operation;  // find, open, create, list, read, write, remove, mkdir or rename
  const char* path;
  std::string_view text;  // what was read, or to be written
  int error;              // an errno, or 0
};

struct ServerHooks {
  std::function<void()> before_access;           // called before every read and write
  std::function<void()> tick;                    // called at least every tick_ms while serving
  std::function<bool()> as_other;                // whether to refuse what a user who is not root may not do
  int tick_ms = -1;                              // -1 = no ticks
  std::function<void()> ready;                   // called once the mount is in place
  std::function<void(const char* path)> missed;  // called when a path is looked up that the tree does not have
  std::function<void(const Access&)> accessed;   // called for each request but a look-up or an open that succeeds
};

}  // namespace wattline::jetsim
