// SPDX-License-Identifier: Apache-2.0
#include "io/caller.hpp"

#include <grp.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <mutex>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"

namespace wattline::io {

namespace {

constexpr uid_t kKeep = static_cast<uid_t>(-1);

std::vector<gid_t> groups_of(const Caller& caller) {
  int count = 0;
  ::getgrouplist(caller.name.c_str(), caller.gid, nullptr, &count);
  std::vector<gid_t> groups(static_cast<std::size_t>(count));
  ::getgrouplist(caller.name.c_str(), caller.gid, groups.data(), &count);
  return groups;
}

// Going on as root would be the wrong guess.
Error unknown_caller(const std::string& text) {
  return Error(ExitCode::no_permission, "SUDO_UID is '" + text + "': no such user",
               "`env -u SUDO_UID` before the command makes it work as root");
}

Caller look_up(const std::string& text) {
  const auto uid = to_int64(text);
  if (!uid || *uid < 0 || *uid >= static_cast<std::int64_t>(kKeep)) throw unknown_caller(text);
  if (*uid == 0) return {};
  const passwd* entry = ::getpwuid(static_cast<uid_t>(*uid));
  if (entry == nullptr || entry->pw_uid != static_cast<uid_t>(*uid)) throw unknown_caller(text);
  Caller caller{entry->pw_uid, entry->pw_gid, entry->pw_name, entry->pw_dir, {}};
  caller.groups = groups_of(caller);
  return caller;
}

// The C library's functions of these names change every thread of the process; the system calls change this one.
bool set_rights(const std::vector<gid_t>& groups, gid_t gid, uid_t uid, bool to_root) {
  if (to_root && ::syscall(SYS_setresuid, kKeep, uid, kKeep) != 0) return false;
  if (::syscall(SYS_setgroups, groups.size(), groups.data()) != 0) return false;
  if (::syscall(SYS_setresgid, kKeep, gid, kKeep) != 0) return false;
  return to_root || ::syscall(SYS_setresuid, kKeep, uid, kKeep) == 0;
}

std::vector<gid_t> own_groups() {
  std::vector<gid_t> groups(static_cast<std::size_t>(::getgroups(0, nullptr)));
  groups.resize(static_cast<std::size_t>(::getgroups(static_cast<int>(groups.size()), groups.data())));
  return groups;
}

}  // namespace

std::optional<Caller> sudo_caller() {
  static std::mutex mutex;
  static std::optional<std::string> known_text;
  static Caller known;  // looking it up may take a request to a server
  const char* text = std::getenv("SUDO_UID");
  if (text == nullptr || ::geteuid() != 0) return std::nullopt;
  const std::lock_guard<std::mutex> lock(mutex);
  if (known_text != text) {
    known = look_up(text);
    known_text = text;
  }
  return known.uid == 0 ? std::nullopt : std::optional<Caller>(known);
}

// sudo keeps its own environment (proc(5)). A tool that another tool has started is not looked at: that one has.
std::optional<std::string> removed_by_sudo(const std::string& variable) {
  if (std::getenv("SUDO_UID") == nullptr || std::getenv(variable.c_str()) != nullptr) return std::nullopt;
  const std::string parent = "/proc/" + std::to_string(::getppid());
  if (read_text(parent + "/comm") != "sudo") return std::nullopt;
  const std::string environment = read_text(parent + "/environ").value_or("");
  for (const std::string_view entry : split(environment, '\0')) {
    const std::size_t equals = entry.find('=');
    if (entry.substr(0, equals) == variable) return std::string(entry.substr(equals + 1));
  }
  return std::nullopt;
}

AsCaller::AsCaller() {
  const auto caller = sudo_caller();
  if (!caller) return;
  groups_ = own_groups();
  gid_ = ::getegid();
  parent_ = ::getppid();
  ::prctl(PR_GET_PDEATHSIG, &death_signal_);
  active_ = true;
  if (set_rights(caller->groups, caller->gid, caller->uid, false)) return;
  const int error = errno;
  give_back();
  active_ = false;
  throw Error(ExitCode::no_permission, os_error("becoming " + caller->name, error).what());
}

AsCaller::~AsCaller() {
  if (active_) give_back();
}

void AsCaller::give_back() {
  if (!set_rights(groups_, gid_, 0, true)) std::terminate();
  // The kernel forgets this signal when a process changes its rights (prctl(2)).
  if (death_signal_ == 0) return;
  ::prctl(PR_SET_PDEATHSIG, death_signal_);
  if (::getppid() != parent_) ::raise(death_signal_);
}

std::string refused_hint(int error, const std::string& otherwise) {
  const auto caller = error == EACCES || error == EPERM ? sudo_caller() : std::nullopt;
  if (!caller) return otherwise;
  return "files are opened as " + caller->name + ", who called sudo; choose one that " + caller->name +
         " may write, or put `env -u SUDO_UID` before the command to write as root";
}

}  // namespace wattline::io
