// SPDX-License-Identifier: Apache-2.0
// A command in our own process group, like a foreground job of a shell: the command handles the terminal's signals.
#pragma once
#include <functional>

#include "base/not_copyable.hpp"
#include "cli/context.hpp"
#include "cli/tool.hpp"
#include "io/child.hpp"

namespace wattline::cli {

// io::Signals takes SIGINT; SIGQUIT is ignored while this lives.
class IgnoreQuit : NotCopyable {
 public:
  IgnoreQuit();
  ~IgnoreQuit();

 private:
  void (*previous_)(int);
};

// The command's status once it has ended. SIGTERM and SIGHUP are handed on. `look` runs after each signal, SIGCHLD too.
int wait_in_foreground(io::Child& child, Context& context, const std::function<void()>& look = {});

}  // namespace wattline::cli
