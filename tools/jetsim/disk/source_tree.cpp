// SPDX-License-Identifier: Apache-2.0
#include "jetsim/disk/source_tree.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <memory>

#include "base/error.hpp"
#include "base/units.hpp"

namespace wattline::jetsim {

SourceTree::SourceTree(const std::string& folder)
    : folder_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (!folder_) throw os_error(folder, errno);
  const auto root = numbers_.emplace(".", kRoot).first;
  paths_ = {nullptr, &root->first};
}

std::uint64_t SourceTree::number_of(std::uint64_t folder, const std::string& name) {
  const std::string path = folder == kRoot ? name : path_of(folder) + "/" + name;
  const auto [found, is_new] = numbers_.emplace(path, paths_.size());
  if (is_new) paths_.push_back(&found->first);
  return found->second;
}

const std::string& SourceTree::path_of(std::uint64_t number) const {
  return *paths_.at(number);
}

int SourceTree::status(std::uint64_t number, struct stat& status) const {
  if (::fstatat(fd(), path_of(number).c_str(), &status, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT) != 0) return errno;
  constexpr mode_t kWriters = 0222;
  if (!S_ISLNK(status.st_mode)) status.st_mode &= ~kWriters;
  status.st_ino = number;
  if (!S_ISDIR(status.st_mode)) status.st_nlink = 1;
  return 0;
}

io::Fd SourceTree::open(std::uint64_t number) const {
  const int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  const char* const path = path_of(number).c_str();
  io::Fd file(::openat(fd(), path, flags | O_NOATIME));
  if (!file && errno == EPERM) file = io::Fd(::openat(fd(), path, flags));
  return file;
}

std::string SourceTree::link_target(std::uint64_t number) const {
  char target[PATH_MAX];
  const ssize_t length = ::readlinkat(fd(), path_of(number).c_str(), target, sizeof target);
  return length < 0 ? "" : std::string(target, static_cast<std::size_t>(length));
}

int SourceTree::list(std::uint64_t number, std::vector<std::pair<std::string, unsigned char>>& entries) const {
  const int folder = ::openat(fd(), path_of(number).c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return errno;
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(folder), ::closedir);
  if (!stream) {
    const int error = errno;
    ::close(folder);
    return error;
  }
  errno = 0;
  while (const dirent* entry = ::readdir(stream.get())) entries.emplace_back(entry->d_name, entry->d_type);
  return errno;
}

bool SourceTree::changed(std::uint64_t number, const struct stat& status) {
  const Version now{status.st_ino, status.st_size, status.st_mtim.tv_sec * kSecondNs + status.st_mtim.tv_nsec};
  const auto [known, is_new] = versions_.emplace(number, now);
  const bool changed = !is_new && known->second != now;
  known->second = now;
  return changed;
}

}  // namespace wattline::jetsim
