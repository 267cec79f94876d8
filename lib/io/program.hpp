// SPDX-License-Identifier: Apache-2.0
// A program to start: its path, its arguments and its environment. All are prepared before fork(2), because the child
// of a process with threads must not allocate memory (signal-safety(7)).
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "base/not_copyable.hpp"

namespace wattline::io {

class Program : NotCopyable {
 public:
  // `environment` holds NAME=VALUE pairs, which replace or add to ours. Without a slash, argv[0] is looked up in PATH.
  Program(const std::vector<std::string>& argv, const std::vector<std::string>& environment);

  // Becomes the program (execve(2), scripts without #! by /bin/sh). Returns only when that fails, with the errno:
  // ENOENT when PATH has no such file, also where PATH names folders that may not be searched, as shells see it.
  int exec() const;
  // The same with the program in `path`, whatever argv[0] says. The kernel names the process after it.
  int exec_file(const std::string& path) const;

 private:
  void set(const std::string& pair);
  std::vector<std::string> argv_, environment_, paths_;
  std::vector<char*> argv_pointers_, environment_pointers_;
};

}  // namespace wattline::io
