// SPDX-License-Identifier: Apache-2.0
#include "page_cache/walk.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace wattline::page_cache {

namespace {

io::Fd open_directory(int parent, const char* name, bool follow) {
  const int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW);
  io::Fd fd(::openat(parent, name, flags | O_NOATIME));
  if (!fd && errno == EPERM) fd = io::Fd(::openat(parent, name, flags));
  return fd;
}

// What fstatat(2) says where the directory does not, or where the link's target counts.
unsigned char type_of(int directory, const char* name, bool follow) {
  struct stat status {};
  if (::fstatat(directory, name, &status, follow ? 0 : AT_SYMLINK_NOFOLLOW) != 0) return DT_UNKNOWN;
  return static_cast<unsigned char>(IFTODT(status.st_mode));
}

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

bool is_dot(const char* name) {
  return name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'));
}

bool any_match(const std::vector<std::string>& patterns, const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const char* const name = path.c_str() + (slash == std::string::npos ? 0 : slash + 1);
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    const bool whole_path = pattern.find('/') != std::string::npos;
    return ::fnmatch(pattern.c_str(), whole_path ? path.c_str() : name, 0) == 0;
  });
}

}  // namespace

// Excluded directories are not entered; include speaks of files only.
bool is_wanted(const WalkOptions& options, const std::string& path, bool is_file) {
  if (any_match(options.exclude, path)) return false;
  return !is_file || options.include.empty() || any_match(options.include, path);
}

Walker::Walker(const WalkOptions& options, SeenInodes& seen, Batcher& batcher, OnError on_error)
    : options_(options), seen_(seen), batcher_(batcher), on_error_(std::move(on_error)) {}

WalkCounts Walker::walk(const std::string& path, const std::function<bool()>& stop) {
  counts_ = WalkCounts();
  stop_ = stop;
  std::string bare = path;
  while (bare.size() > 1 && bare.back() == '/') bare.pop_back();
  operand_length_ = bare == "/" ? 1 : bare.size() + 1;
  operand_device_.reset();
  enter(AT_FDCWD, path.c_str(), bare, true);
  while (!frames_.empty() && !stopped()) enter_next();
  frames_.clear();
  return counts_;
}

// The parent's frame goes away with its last sub-directory: a deep chain holds two descriptors, not one per level.
void Walker::enter_next() {
  Frame& frame = frames_.back();
  const std::shared_ptr<const Directory> parent = frame.directory;
  const std::string name = frame.names.c_str() + frame.next;
  frame.next += name.size() + 1;
  if (frame.next >= frame.names.size()) frames_.pop_back();
  enter(parent->fd(), name.c_str(), path_of(*parent, name.c_str()), options_.follow_links);
}

void Walker::enter(int parent, const char* name, std::string path, bool follow) {
  auto directory = std::make_shared<Directory>();
  directory->owned = open_directory(parent, name, follow);
  if (!directory->owned) return fail(path, errno);
  directory->path = std::move(path);
  struct stat status {};
  if (::fstat(directory->fd(), &status) != 0) return fail(directory->path, errno);
  if (!admit(status)) return;
  ++counts_.directories;
  read(directory);
}

// Each directory is read once: that ends loops of links and mounts, and files with one link are met once only.
bool Walker::admit(const struct stat& status) {
  if (!operand_device_) operand_device_ = status.st_dev;
  if (options_.one_file_system && status.st_dev != *operand_device_) return false;
  const bool first = seen_.insert(status.st_dev, status.st_ino);
  if (!first) ++counts_.repeated;
  return first;
}

void Walker::read(const std::shared_ptr<const Directory>& directory) {
  io::Fd duplicate(::fcntl(directory->fd(), F_DUPFD_CLOEXEC, 0));
  const std::unique_ptr<DIR, CloseDirectory> entries(duplicate ? ::fdopendir(duplicate.get()) : nullptr);
  if (!entries) return fail(directory->path, errno);
  duplicate.release();
  Frame frame{directory, {}, 0};
  errno = 0;
  // One directory may hold millions of files.
  while (const dirent* entry = stopped() ? nullptr : ::readdir(entries.get())) {
    if (!is_dot(entry->d_name)) sort_in(frame, entry->d_name, entry->d_type);
    errno = 0;
  }
  if (errno != 0) fail(directory->path, errno);
  if (!frame.names.empty()) frames_.push_back(std::move(frame));
}

void Walker::sort_in(Frame& frame, const char* name, unsigned char type) {
  const Directory& directory = *frame.directory;
  if (type == DT_UNKNOWN) type = type_of(directory.fd(), name, false);
  if (type == DT_UNKNOWN && errno != ENOENT) return fail(path_of(directory, name), errno);  // it may have been removed
  if (type == DT_LNK && options_.follow_links) {
    type = type_of(directory.fd(), name, true);
    if (type == DT_UNKNOWN) return fail(path_of(directory, name), errno);
  }
  if (type == DT_DIR) {
    if (wanted(directory, name, false)) frame.names.append(name).push_back('\0');
  } else if (type != DT_REG) {
    ++counts_.skipped;
  } else if (wanted(directory, name, true)) {
    batcher_.add(frame.directory, name);
  }
}

bool Walker::wanted(const Directory& directory, const char* name, bool is_file) const {
  if (options_.include.empty() && options_.exclude.empty()) return true;
  return is_wanted(options_, path_of(directory, name).substr(operand_length_), is_file);
}

void Walker::fail(const std::string& path, int error) {
  ++counts_.errors;
  if (on_error_) on_error_(path, error);
}

}  // namespace wattline::page_cache
