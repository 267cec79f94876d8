// SPDX-License-Identifier: Apache-2.0
// failing_calls: runs a command and lets the k-th system call of a group fail with a chosen error, by seccomp's user
// notification: the kernel asks this program before each such call of the command and of its children. What the
// dynamic loader calls is not counted: failing_preload.so says when a program has been loaded.
//   failing_calls [--program NAME] [--calls GROUP] [--path PART] [--at K] [--error NAME] [--report FILE] -- COMMAND
//   [ARGUMENT...]
// Without --at nothing fails. With --path, only calls on a file whose path has that part are counted. The report is one
// line: how many calls were counted, a tab, the call that failed. The exit status is the command's, 128+N after signal
// N, 124 after two minutes without a call or five minutes with calls.
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "failing_marker.hpp"
#include "io/descriptor_message.hpp"
#include "system_calls.hpp"

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif

namespace {

constexpr int kTimeoutMs = 120'000;
constexpr std::chrono::minutes kLongest{5};  // a loop of calls that fail
constexpr int kTimedOut = 124;

struct Options {
  std::string program, group, path, report;
  long at = 0;
  int error = EIO;
  std::vector<char*> command;
};

[[noreturn]] void die(const std::string& what) {
  std::fprintf(stderr, "failing_calls: %s\n", what.c_str());
  std::exit(70);
}

Options parse(int argc, char** argv) {
  Options options;
  int i = 1;
  for (; i + 1 < argc && std::strcmp(argv[i], "--") != 0; i += 2) {
    const std::string name = argv[i], value = argv[i + 1];
    if (name == "--program") {
      options.program = value;
    } else if (name == "--calls") {
      options.group = value;
    } else if (name == "--path") {
      options.path = value;
    } else if (name == "--at") {
      options.at = std::atol(value.c_str());
    } else if (name == "--error" && kErrors.count(value) > 0) {
      options.error = kErrors.at(value);
    } else if (name == "--report") {
      options.report = value;
    } else {
      die("unknown: " + name + " " + value);
    }
  }
  for (++i; i < argc; ++i) options.command.push_back(argv[i]);
  if (options.command.empty()) die("no command");
  options.command.push_back(nullptr);
  return options;
}

bool is_counted(const Options& options, const Call& call) {
  return options.group == call.group || options.group == call.name;
}

// The kernel asks about the counted calls, about execve and about the marker.
std::vector<sock_filter> make_filter(const Options& options) {
  constexpr auto kNumber = static_cast<std::uint32_t>(offsetof(seccomp_data, nr));
  constexpr auto kFirst = static_cast<std::uint32_t>(offsetof(seccomp_data, args));
  std::vector<sock_filter> filter{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kNumber)};
  for (const Call& call : kCalls) {
    if (!is_counted(options, call) && call.number != SYS_execve) continue;
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call.number), 0, 1));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF));
  }
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3));
  filter.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kFirst));
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kMarker, 0, 1));
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF));
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  return filter;
}

int install(const Options& options) {
  std::vector<sock_filter> filter = make_filter(options);
  sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) die("no_new_privs");
  for (const unsigned long more : {SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, 0UL}) {
    const long fd = ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER | more, &program);
    if (fd >= 0) return static_cast<int>(fd);
  }
  die(std::string("seccomp: ") + std::strerror(errno));
}

// "NAME:\tVALUE" of /proc/PID/status.
std::string status_field(long pid, const std::string& name) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(file, line);) {
    if (line.compare(0, name.size() + 2, name + ":\t") == 0) return line.substr(name.size() + 2);
  }
  return "";
}

class Supervisor {
 public:
  Supervisor(const Options& options, int listener, pid_t child)
      : options_(options), listener_(listener), child_(child) {}

  int run() {
    const int child_fd = static_cast<int>(::syscall(SYS_pidfd_open, child_, 0));
    if (child_fd < 0) die("pidfd_open");
    pollfd polled[] = {{listener_, POLLIN, 0}, {child_fd, POLLIN, 0}};
    const auto end = std::chrono::steady_clock::now() + kLongest;
    bool timed_out = false;
    for (;;) {
      const int ready = ::poll(polled, 2, kTimeoutMs);
      if (ready < 0 && errno == EINTR) continue;
      if (ready == 0 || std::chrono::steady_clock::now() > end) {
        timed_out = true;
        ::kill(child_, SIGKILL);
      }
      if ((polled[0].revents & POLLIN) != 0) {
        answer();
      } else if (polled[1].revents != 0 || timed_out) {
        break;
      }
    }
    int status = 0;
    ::waitpid(child_, &status, 0);
    write_report();
    if (timed_out) return kTimedOut;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }

 private:
  // The thread's process; its children inherit whether calls are counted.
  pid_t process_of(pid_t thread) {
    const auto known = process_.find(thread);
    if (known != process_.end()) return known->second;
    const auto process = static_cast<pid_t>(std::atol(status_field(thread, "Tgid").c_str()));
    process_[thread] = process;
    if (counts_.count(process) == 0) {
      const auto parent = static_cast<pid_t>(std::atol(status_field(thread, "PPid").c_str()));
      counts_[process] = counts_.count(parent) > 0 && counts_[parent];
    }
    return process;
  }

  void answer() {
    seccomp_notif asked{};
    if (::ioctl(listener_, SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0) return;
    seccomp_notif_resp answer{};
    answer.id = asked.id;
    const auto thread = static_cast<pid_t>(asked.pid);
    const pid_t process = process_of(thread);
    if (asked.data.nr == SYS_prctl) {
      take_marker(asked.data, process, thread);
    } else if (fails(asked.data, process, thread)) {
      // The kernel's brk has no error numbers: it returns the break, which is then below the one that was requested.
      answer.error = asked.data.nr == SYS_brk ? 0 : -options_.error;
    } else {
      answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
      if (asked.data.nr == SYS_execve) counts_[process] = false;
    }
    ::ioctl(listener_, SECCOMP_IOCTL_NOTIF_SEND, &answer);
  }

  void take_marker(const seccomp_data& data, pid_t process, pid_t thread) {
    if (data.args[1] == kLoaded)
      counts_[process] = options_.program.empty() || status_field(thread, "Name") == options_.program;
    if (data.args[1] == kAllocations) count_ = static_cast<long>(data.args[2]);
    if (data.args[1] == kAllocationFailed) failed_ = "malloc";
  }

  bool fails(const seccomp_data& data, pid_t process, pid_t thread) {
    for (const Call& call : kCalls) {
      if (call.number != data.nr || !is_counted(options_, call) || !counts_[process]) continue;
      if (options_.group == "write" && is_pipe(data, thread)) return false;  // it has no disk that fails
      if (!options_.path.empty() && describe(call, data, thread).find(options_.path) == std::string::npos) return false;
      if (++count_ != options_.at) return false;
      failed_ = std::string(call.name) + " " + describe(call, data, thread);
      return true;
    }
    return false;
  }

  static bool is_pipe(const seccomp_data& data, pid_t thread) {
    return descriptor(thread, data.args[0]).compare(0, 5, "pipe:") == 0;
  }

  static std::string describe(const Call& call, const seccomp_data& data, pid_t thread) {
    if (call.object == Object::none) return "";
    if (call.object == Object::descriptor) return descriptor(thread, data.args[0]);
    char path[512] = "";
    iovec local{path, sizeof path - 1};
    iovec remote{reinterpret_cast<void*>(data.args[call.object == Object::path ? 0 : 1]), sizeof path - 1};
    if (::process_vm_readv(thread, &local, 1, &remote, 1, 0) < 0) return "?";
    if (path[0] == '\0') return descriptor(thread, data.args[0]);
    return path;
  }

  static std::string descriptor(pid_t thread, std::uint64_t fd) {
    char path[512] = "";
    const std::string link = "/proc/" + std::to_string(thread) + "/fd/" + std::to_string(fd);
    if (::readlink(link.c_str(), path, sizeof path - 1) < 0) return std::to_string(fd);
    return path;
  }

  void write_report() const {
    if (options_.report.empty()) return;
    std::ofstream(options_.report) << count_ << '\t' << failed_ << '\n';
  }

  const Options& options_;
  int listener_;
  pid_t child_;
  std::map<pid_t, pid_t> process_;  // by thread
  std::map<pid_t, bool> counts_;    // by process: it is loaded and has the name
  long count_ = 0;
  std::string failed_;
};

[[noreturn]] void run_command(const Options& options, int socket) {
  if (options.group == "malloc") {
    ::setenv(kAllocationAt, std::to_string(options.at).c_str(), 1);
    ::setenv(kAllocationProgram, options.program.c_str(), 1);
  }
  const int listener = install(options);
  if (!wattline::io::send_descriptor(socket, listener)) die("sendmsg");
  ::close(listener);
  ::close(socket);
  ::execvp(options.command.front(), options.command.data());
  die(std::string(options.command.front()) + ": " + std::strerror(errno));
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  const std::string self = argv[0];
  const std::string preload = self.substr(0, self.rfind('/') + 1) + "failing_preload.so";
  int sockets[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) die("socketpair");
  const pid_t child = ::fork();
  if (child < 0) die("fork");
  if (child == 0) {
    ::setenv("LD_PRELOAD", preload.c_str(), 1);
    run_command(options, sockets[1]);
  }
  ::close(sockets[1]);
  const int listener = wattline::io::receive_descriptor(sockets[0]);
  if (listener < 0) die("no listener");
  return Supervisor(options, listener, child).run();
}
