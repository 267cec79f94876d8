// SPDX-License-Identifier: Apache-2.0
// The one exception type of wattline, and its exit statuses.
#pragma once
#include <stdexcept>
#include <string>
#include <utility>

namespace wattline {

// A subset of <sysexits.h> plus the shell's 126/127; wattline(7) lists when each is used.
enum class ExitCode : int {
  ok = 0,
  partial = 1,
  usage = 64,
  data = 65,
  unavailable = 69,
  software = 70,
  os = 71,
  io = 74,
  try_later = 75,
  no_permission = 77,
  not_executable = 126,
  not_found = 127,
};

inline int to_int(ExitCode code) {
  return static_cast<int>(code);
}

// The shell's status of a process that a signal ended.
constexpr int signal_status(int signal) {
  return 128 + signal;
}

// what() reads "object: problem"; the hint says what to do and may be empty.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& what, std::string hint = {})
      : std::runtime_error(what), code_(code), hint_(std::move(hint)) {}
  ExitCode code() const { return code_; }
  const std::string& hint() const { return hint_; }

 private:
  ExitCode code_;
  std::string hint_;
};

Error usage_error(const std::string& what, const std::string& hint = {});
Error data_error(const std::string& what, const std::string& hint = {});
Error unavailable(const std::string& what, const std::string& hint = {});
// "object: strerror(errno_value)"; EACCES and EPERM become no_permission, everything else io.
Error os_error(const std::string& object, int errno_value, const std::string& hint = {});
// Whether this errno means that there is no such file; any other leaves open whether there is one.
bool means_absent(int errno_value);

}  // namespace wattline
