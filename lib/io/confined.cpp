// SPDX-License-Identifier: Apache-2.0
#include "io/confined.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <vector>

#include "base/parse.hpp"
#include "io/filesystem.hpp"

namespace wattline::io {

namespace {

// openat2(2) is in Linux 5.6; the C library has no function for it, and older headers lack its names.
constexpr long kOpenat2 = 437;
constexpr std::uint64_t kResolveInRoot = 0x10;
struct OpenHow {
  std::uint64_t flags, mode, resolve;
};
constexpr int kMostLinks = 40;  // as the kernel's own limit

std::mutex folders_mutex;
std::vector<const RootFolder*> folders;

// The innermost root folder that the path lies in.
const RootFolder* folder_of(const char* path) {
  const std::lock_guard<std::mutex> lock(folders_mutex);
  const RootFolder* found = nullptr;
  const char* rest = nullptr;
  for (const RootFolder* folder : folders) {
    const char* here = folder->rest_of(path);
    if (here != nullptr && (found == nullptr || here > rest)) found = folder, rest = here;
  }
  return found;
}

// The same by hand, folder by folder: each is opened below the one before and none is a link, so that nobody can move
// the walk elsewhere meanwhile.
class Walk {
 public:
  Walk(int root, const char* path) : root_(root) { add(path); }

  Fd open(int flags, mode_t mode) {
    while (!names_.empty()) {
      const std::string name = std::move(names_.back());
      names_.pop_back();
      if (name == "..") {
        if (!above_.empty()) above_.pop_back();
        continue;
      }
      const bool is_last = names_.empty();
      const bool may_follow = !is_last || (flags & O_NOFOLLOW) == 0;
      if (may_follow && follow(name)) continue;
      if (links_ > kMostLinks) errno = ELOOP;
      if (links_ > kMostLinks) return Fd();
      Fd next(::openat(here(), name.c_str(), O_NOFOLLOW | (is_last ? flags : O_PATH | O_DIRECTORY | O_CLOEXEC), mode));
      if (is_last || !next) return next;
      above_.push_back(std::move(next));
    }
    return Fd(::openat(here(), ".", flags & ~(O_CREAT | O_EXCL)));
  }

 private:
  int here() const { return above_.empty() ? root_ : above_.back().get(); }
  // Pushes the names of a path, the first one last.
  void add(std::string_view path) {
    auto parts = split(path, '/');
    std::reverse(parts.begin(), parts.end());
    for (const std::string_view part : parts) {
      if (!part.empty() && part != ".") names_.emplace_back(part);
    }
  }
  // True for a symbolic link, whose target then is what remains to be walked.
  bool follow(const std::string& name) {
    char target[PATH_MAX];
    const ssize_t size = ::readlinkat(here(), name.c_str(), target, sizeof target);
    if (size <= 0 || ++links_ > kMostLinks) return false;
    if (target[0] == '/') above_.clear();
    add(std::string_view(target, static_cast<std::size_t>(size)));
    return true;
  }

  int root_, links_ = 0;
  std::vector<Fd> above_;           // the folders between the root and the one reached
  std::vector<std::string> names_;  // still to walk, from the last to the next
};

Fd open_in(int root, const char* rest, int flags, mode_t mode) {
  while (*rest == '/') ++rest;
  const char* name = *rest == '\0' ? "." : rest;
  OpenHow how{static_cast<std::uint64_t>(flags), (flags & O_CREAT) != 0 ? mode : 0U, kResolveInRoot};
  Fd fd(static_cast<int>(::syscall(kOpenat2, root, name, &how, sizeof how)));
  // No such call, or a filter that does not know it (EPERM); or a rename while it followed a "..", anywhere (EAGAIN).
  if (!fd && (errno == ENOSYS || errno == EPERM || errno == EAGAIN)) return Walk(root, name).open(flags, mode);
  return fd;
}

// 0 for a file or a folder, else errno: ENXIO, or why that cannot be told.
int refusal_of(int fd) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) return errno;
  return S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) ? 0 : ENXIO;
}

}  // namespace

RootFolder::RootFolder(const fs::path& directory)
    : prefix_(directory.string()), fd_(::open(directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
  const std::lock_guard<std::mutex> lock(folders_mutex);
  folders.push_back(this);
}

RootFolder::~RootFolder() {
  const std::lock_guard<std::mutex> lock(folders_mutex);
  folders.erase(std::remove(folders.begin(), folders.end(), this), folders.end());
}

const char* RootFolder::rest_of(const char* path) const {
  if (std::strncmp(path, prefix_.c_str(), prefix_.size()) != 0) return nullptr;
  const char* rest = path + prefix_.size();
  return *rest == '/' || *rest == '\0' ? rest : nullptr;
}

Fd open_confined(const fs::path& path, int flags, mode_t mode) {
  const RootFolder* folder = folder_of(path.c_str());
  const bool only_path = (flags & O_PATH) != 0;
  const int all = flags | O_CLOEXEC | (only_path ? 0 : O_NOCTTY);
  if (folder == nullptr) return Fd(::open(path.c_str(), all, mode));
  Fd fd = open_in(folder->fd(), folder->rest_of(path.c_str()), all | (only_path ? 0 : O_NONBLOCK), mode);
  if (!fd || only_path) return fd;
  if (const int refusal = refusal_of(fd.get())) {
    fd.reset();
    errno = refusal;
  }
  return fd;
}

bool exists_confined(const fs::path& path) {
  const Fd fd = open_confined(path, O_PATH);
  struct stat status {};
  return fd && ::fstat(fd.get(), &status) == 0;  // the kernel may know a name of a file that FUSE has removed
}

int make_folder_confined(const fs::path& path) {
  if (open_confined(path, O_PATH | O_DIRECTORY)) return 0;
  if (errno != ENOENT) return errno;
  const fs::path parent = path.parent_path();
  if (parent.native() == path.native() || parent.empty()) return ENOENT;
  if (const int error = make_folder_confined(parent)) return error;
  const Fd above = open_confined(parent, O_PATH | O_DIRECTORY);
  if (!above) return errno;
  const bool made = ::mkdirat(above.get(), path.filename().c_str(), 0755) == 0;
  return made || errno == EEXIST ? 0 : errno;
}

}  // namespace wattline::io
