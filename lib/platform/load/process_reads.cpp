// SPDX-License-Identifier: Apache-2.0
#include "platform/load/process_reads.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>
#include <string>

#include "base/counter.hpp"
#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/child.hpp"

namespace wattline::platform {

namespace {

// What a child of ours has read that ended and was not waited for: of such a process the kernel refuses /proc/PID/io
// to an ordinary user. waitid(2) fills the usage in for the raw call only; ru_inblock counts units of 512 bytes
// whatever the disk's block is (include/linux/task_io_accounting_ops.h). Empty for other processes.
std::optional<double> reads_of_ended_child(pid_t pid) {
  constexpr int kLook = WEXITED | WNOHANG | WNOWAIT;
  constexpr double kUnit_b = 512;
  siginfo_t info{};
  rusage usage{};
  if (::syscall(SYS_waitid, P_PID, pid, &info, kLook, &usage) != 0 || info.si_pid != pid) return std::nullopt;
  return static_cast<double>(usage.ru_inblock) * kUnit_b;
}

}  // namespace

ProcessReads::ProcessReads(pid_t pid) : pid_(pid), io_(io::process_file(pid, "io"), 512) {
  if (!io_.is_open() && !reads_of_ended_child(pid))
    throw unavailable("process " + std::to_string(pid) + ": its I/O counters cannot be read");
}

std::optional<double> ProcessReads::read_b() {
  auto text = io_.read();
  if (!text) return reads_of_ended_child(pid_);
  while (!text->empty()) {
    std::string_view line = io::take_line(*text);
    if (io::take_word(line) != "read_bytes:") continue;
    if (const auto bytes = to_int64(trim(line))) return static_cast<double>(*bytes);
  }
  return std::nullopt;
}

void ProcessReads::read(LoadRow& row) {
  const auto bytes = read_b();
  if (!bytes || !growth(most_b_, *bytes)) return;
  row.proc_read_b = most_b_ = *bytes;
}

}  // namespace wattline::platform
