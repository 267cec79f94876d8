// SPDX-License-Identifier: Apache-2.0
#include "io/replace_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <random>

#include "base/error.hpp"
#include "base/not_copyable.hpp"
#include "io/caller.hpp"
#include "io/confined.hpp"
#include "io/named_descriptor.hpp"
#include "io/real_path.hpp"
#include "io/sync.hpp"

namespace wattline::io {

namespace {

constexpr int kTries = 100;  // for a name that nobody has taken

Error cannot_write(const std::string& path, int error) {
  return Error(ExitCode::io, os_error(path, error).what(), refused_hint(error));
}

// The file behind symbolic links, so that a link stays a link, also one whose file is not there yet.
std::string resolved(const std::string& path, int links = kMostLinks) {
  struct stat status {};
  const bool exists = ::lstat(path.c_str(), &status) == 0;
  if (!exists && !means_absent(errno)) throw cannot_write(path, errno);
  if (!exists || !S_ISLNK(status.st_mode)) return path;  // realpath(3) fails where a folder above may not be searched
  if (const auto real = real_path(path)) return *real;
  if (!means_absent(errno)) throw cannot_write(path, errno);
  const auto target = link_target(path);
  return target && links > 0 ? resolved(*target, links - 1) : path;
}

bool is_special(const std::string& path) {
  if (named_descriptor(path)) return true;
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return !S_ISREG(status.st_mode);
  if (means_absent(errno)) return false;
  throw cannot_write(path, errno);
}

void write_in_place(const std::string& path, const std::function<void(Output&)>& write, Durability durability) {
  Output out = Output::to_file(path);
  write(out);
  if (durability == Durability::synced) out.sync();
}

// A file and the new one that takes its place. Both are named in a folder that is held open, so that what happens to
// the path meanwhile does not matter.
class Replacement : NotCopyable {
 public:
  Replacement(Fd folder, std::string name) : folder_(std::move(folder)), name_(std::move(name)) {
    if (!folder_) error_ = errno;
  }
  ~Replacement() {
    if (made_) ::unlinkat(folder_.get(), new_name_.c_str(), 0);
  }

  // Makes the new file, whose name nobody can foresee. Returns 0 or errno.
  int begin() {
    std::random_device random;
    char suffix[16];
    error_ = folder_ ? EEXIST : error_;
    for (int i = 0; error_ == EEXIST && i < kTries; ++i) {
      std::snprintf(suffix, sizeof suffix, ".new.%08x", static_cast<unsigned>(random()));
      make(name_ + suffix);
    }
    return error_;
  }
  // The same in a folder where nobody else writes: NAME.new takes the place of one that a killed process left.
  int begin_alone() {
    const std::string name = name_ + ".new";
    if (folder_) ::unlinkat(folder_.get(), name.c_str(), 0);
    if (folder_) make(name);
    return error_;
  }

  // Gives the new file the owner and the permissions of the old one. False when it cannot have that owner.
  bool takes_after_old() const {
    struct stat old {
    }, fresh{};
    if (::fstatat(folder_.get(), name_.c_str(), &old, AT_SYMLINK_NOFOLLOW) != 0) return means_absent(errno);
    if (!S_ISREG(old.st_mode)) return true;
    if (::fstat(fd_.get(), &fresh) != 0) return false;
    const bool same_owner = old.st_uid == fresh.st_uid && old.st_gid == fresh.st_gid;
    if (!same_owner && ::fchown(fd_.get(), old.st_uid, old.st_gid) != 0) return false;
    const mode_t permissions = old.st_mode & 0777;
    return (fresh.st_mode & 0777) == permissions || ::fchmod(fd_.get(), permissions) == 0;
  }

  void write(const std::string& path, const std::function<void(Output&)>& write, Durability durability) {
    Output out = Output::to_descriptor(path, std::move(fd_));
    write(out);
    if (durability == Durability::synced) out.sync();
    if (::renameat(folder_.get(), new_name_.c_str(), folder_.get(), name_.c_str()) != 0) {
      throw cannot_write(path, errno);
    }
    made_ = false;
    if (durability == Durability::synced) sync_folder(folder_.get(), path);
  }

 private:
  void make(const std::string& name) {
    new_name_ = name;
    fd_ = Fd(::openat(folder_.get(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    error_ = fd_ ? 0 : errno;
    made_ = error_ == 0;
  }

  Fd folder_;
  std::string name_, new_name_;
  Fd fd_;
  bool made_ = false;
  int error_ = 0;
};

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

std::string name_of(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// The new file that takes the place of `target`; none where that is to be written in place.
std::unique_ptr<Replacement> replacement_of(const std::string& path, const std::string& target) {
  auto replacement = std::make_unique<Replacement>(
      Fd(::open(folder_of(target).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)), name_of(target));
  const int error = replacement->begin();
  const bool refused = error == EACCES || error == EPERM;
  const bool exists = ::access(target.c_str(), F_OK) == 0;
  if (error != 0 && !(refused && exists)) throw cannot_write(path, error);
  if (error != 0 || !replacement->takes_after_old()) return nullptr;
  return replacement;
}

}  // namespace

void replace_file(const std::string& path, const std::function<void(Output&)>& write, Durability durability) {
  const AsCaller rights;
  if (is_special(path)) return write_in_place(path, write, durability);
  const std::string target = resolved(path);
  const auto replacement = replacement_of(path, target);
  if (!replacement) return write_in_place(target, write, durability);
  replacement->write(path, write, durability);
}

bool is_stream(const std::string& path) {
  const AsCaller rights;
  return is_special(path);
}

void check_replaceable(const std::string& path) {
  const AsCaller rights;
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
    throw Error(ExitCode::io, os_error(path, EISDIR).what());
  }
  if (is_special(path)) return;  // opening a FIFO would wait for its reader
  const std::string target = resolved(path);
  if (replacement_of(path, target)) return;
  const Fd in_place(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
  if (!in_place) throw cannot_write(path, errno);
}

void replace_machine_file(const std::string& path, const std::function<void(Output&)>& write) {
  Replacement replacement(open_confined(folder_of(path), O_PATH | O_DIRECTORY), name_of(path));
  const int error = replacement.begin_alone();
  if (error != 0) throw Error(ExitCode::io, os_error(path, error).what());
  replacement.write(path, write, Durability::synced);
}

void remove_machine_file(const std::string& path) {
  const Fd folder = open_confined(folder_of(path), O_PATH | O_DIRECTORY);
  if (folder) ::unlinkat(folder.get(), name_of(path).c_str(), 0);
}

}  // namespace wattline::io
