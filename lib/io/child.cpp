// SPDX-License-Identifier: Apache-2.0
#include "io/child.hpp"

#include <fcntl.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "base/error.hpp"
#include "io/caller.hpp"
#include "io/fd.hpp"
#include "io/filesystem.hpp"
#include "io/pipe.hpp"
#include "io/program.hpp"

namespace wattline::io {

namespace {

constexpr const char* kOwnProgram = "/proc/self/exe";

// Of the running program's file; empty when it cannot be told.
std::string own_path() {
  sys::error_code ignored;
  return fs::read_symlink(kOwnProgram, ignored).string();
}

bool become(const Caller& caller) {
  return ::setgroups(caller.groups.size(), caller.groups.data()) == 0 && ::setgid(caller.gid) == 0 &&
         ::setuid(caller.uid) == 0;
}

std::vector<std::string> environment_of(const SpawnOptions& options, const std::optional<Caller>& caller) {
  std::vector<std::string> environment = options.environment;
  if (!caller) return environment;
  environment.push_back("HOME=" + caller->home);
  environment.push_back("USER=" + caller->name);
  environment.push_back("LOGNAME=" + caller->name);
  return environment;
}

void redirect(int from, int to) {
  if (from >= 0 && from != to) ::dup2(from, to);
}

// Handlers end at exec, but a signal that came before it would be noted here and forgotten there.
void reset_signals() {
  for (int signal = 1; signal <= SIGRTMAX; ++signal) {
    struct sigaction action {};
    if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) ::signal(signal, SIG_DFL);
  }
  for (const int signal : {SIGPIPE, SIGINT, SIGQUIT}) ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
}

// Runs in the child, between fork and exec, so it calls nothing that allocates. Reports errno through the pipe when
// exec fails.
[[noreturn]] void run_child(const Program& program, const SpawnOptions& options, const std::optional<Caller>& caller,
                            pid_t parent, int report_fd) {
  if (options.own_group) ::setpgid(0, 0);
  if (options.null_stdin) redirect(::open("/dev/null", O_RDONLY), STDIN_FILENO);
  redirect(options.stdin_fd, STDIN_FILENO);
  redirect(options.stdout_fd, STDOUT_FILENO);
  redirect(options.stderr_fd, STDERR_FILENO);
  reset_signals();
  const bool ready = !caller || become(*caller);
  // After become(): a change of user resets it. A parent that is gone already cannot send the signal any more.
  const int last_signal = options.die_with_parent ? SIGKILL : options.signal_with_parent;
  if (last_signal != 0) ::prctl(PR_SET_PDEATHSIG, last_signal);
  if (last_signal != 0 && ::getppid() != parent) ::_exit(signal_status(last_signal));
  const int problem = ready ? program.exec() : errno;
  if (::write(report_fd, &problem, sizeof problem) < 0) ::_exit(to_int(ExitCode::software));
  ::_exit(to_int(ExitCode::not_found));
}

// No handler of ours runs in the child: signals are blocked until it has reset them.
pid_t fork_with_signals_blocked() {
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = ::fork();
  const int error = errno;
  if (pid != 0) ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return pid;
}

int shell_status(int status) {
  return WIFSIGNALED(status) ? signal_status(WTERMSIG(status)) : WEXITSTATUS(status);
}

}  // namespace

Child Child::spawn(const std::vector<std::string>& argv, const SpawnOptions& options) {
  if (argv.empty()) throw usage_error("no command", "write it after --");
  Pipe report;
  const auto caller = options.as_caller ? sudo_caller() : std::nullopt;
  const Program program(argv, environment_of(options, caller));
  const pid_t parent = ::getpid();
  const pid_t pid = fork_with_signals_blocked();
  if (pid < 0) throw os_error("fork", errno);
  if (pid == 0) run_child(program, options, caller, parent, report.write_end.get());
  report.write_end.reset();
  if (options.own_group) ::setpgid(pid, pid);  // both sides set it, whichever runs first
  int problem = 0;
  ssize_t n = 0;
  do {
    n = ::read(report.read_end.get(), &problem, sizeof problem);
  } while (n < 0 && errno == EINTR);
  Child child(pid, options.own_group);
  if (n <= 0) return child;
  child.wait();
  const ExitCode code = problem == ENOENT ? ExitCode::not_found : ExitCode::not_executable;
  throw Error(code, argv[0] + ": " + std::strerror(problem));
}

std::optional<int> Child::poll() {
  int status = 0;
  if (!status_ && ::waitpid(pid_, &status, WNOHANG) == pid_) status_ = shell_status(status);
  return status_;
}

bool Child::ended() const {
  siginfo_t info{};
  return status_ ||
         (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid_);
}

int Child::wait() {
  int status = 0;
  while (!status_) {
    if (::waitpid(pid_, &status, 0) == pid_) {
      status_ = shell_status(status);
    } else if (errno != EINTR) {
      throw os_error("waitpid", errno);
    }
  }
  return *status_;
}

void Child::kill(int signal) const {
  if (!status_) ::kill(own_group_ ? -pid_ : pid_, signal);
}

std::string sibling_tool(const std::string& name) {
  const std::string path = own_path();
  const std::string sibling = path.substr(0, path.rfind('/') + 1) + name;
  return !path.empty() && ::access(sibling.c_str(), X_OK) == 0 ? sibling : name;
}

void restart_with(const std::vector<std::string>& argv, const std::vector<std::string>& environment) {
  const Program program(argv, environment);
  program.exec_file(own_path());
  program.exec_file(kOwnProgram);  // its file has been replaced or moved
}

int exec_beside(const std::string& path, const std::vector<std::string>& argv,
                const std::vector<std::string>& environment) {
  const std::string own = own_path();
  if (own.empty()) return ENOENT;
  return Program(argv, environment).exec_file(own.substr(0, own.rfind('/') + 1) + path);
}

std::string process_file(pid_t pid, const std::string& name) {
  return "/proc/" + std::to_string(pid) + "/" + name;
}

}  // namespace wattline::io
