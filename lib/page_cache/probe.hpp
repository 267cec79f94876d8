// SPDX-License-Identifier: Apache-2.0
// How many pages of one file are in the page cache: cachestat(2) where the kernel has it and the file system answers it
// truthfully, mincore(2) otherwise. What the kernel hides from this user is reported as hidden, never guessed.
#pragma once
#include <cstdint>
#include <functional>

#include "io/fd.hpp"
#include "page_cache/mincore.hpp"
#include "page_cache/pages.hpp"

namespace wattline::page_cache {

enum class Method : std::uint8_t { none, cachestat, mincore };

// dirty and what follows are cachestat(2)'s alone.
struct PageCounts {
  std::uint64_t cached = 0, dirty = 0, writeback = 0, evicted = 0, recently_evicted = 0;
};

enum class ProbeStatus : std::uint8_t {
  known,
  hidden,     // residency not shown to this user, or by no means on this file system
  failed,     // see error
  skipped,    // has no pages of its own: FIFO, socket, device, symbolic link
  directory,  // a name given by the user turned out to be one
};

// Plain values only: worker processes send it through sockets.
struct FileResidency {
  ProbeStatus status = ProbeStatus::failed;
  Method method = Method::none;
  int error = 0;  // errno
  std::uint64_t device = 0, inode = 0, links = 0;
  std::uint64_t size_b = 0, alloc_b = 0, pages = 0;
  PageCounts counts;
};

// A file opened for reading without touching its access time where the kernel allows that.
struct OpenedFile {
  io::Fd fd;
  int error = 0;
  // We own it or hold CAP_FOWNER: O_NOATIME succeeded, which the kernel decides by inode_owner_or_capable(), as it
  // does for mincore(2).
  bool owner = false;
};
// Never blocks; error tells why it failed.
OpenedFile open_quietly(int directory, const char* name, bool follow);

// Fills in what fstat(2) says; status becomes known, skipped or directory.
void describe(int fd, FileResidency& file);

// A part of a file; offset is a multiple of the page size, length is not 0.
struct Range {
  std::uint64_t offset, length;
};

class CacheProbe {
 public:
  // Method::none takes the best there is: cachestat(2) is tried on a memfd of our own, so that a kernel without it
  // and a seccomp filter that forbids it are found out before any file is asked for.
  // Files that mincore(2) is busy with when `stop` comes true fail with ECANCELED.
  explicit CacheProbe(Method wanted = Method::none, std::function<bool()> stop = {});

  Method method() const { return method_; }
  // errno of that trial; 0 when it worked or was not made.
  int refusal() const { return refusal_; }
  // The method that files of the file system behind `fd` will need (overlayfs: mincore).
  Method method_for(int fd) const;

  // Residency of the entry `name` of an open directory (or AT_FDCWD).
  FileResidency measure(int directory, const char* name, bool follow);
  // The counts of a part of an open, described file whose residency is known not to be hidden. 0 or errno.
  int count(int fd, FileResidency& file, Range range);

 private:
  enum class Trust : std::uint8_t { cachestat, cross_check, mincore };
  static Trust trust_in(int fd);
  Trust trust(int fd, std::uint64_t device);
  static int ask_cachestat(int fd, FileResidency& file, Range range);
  int ask_mincore(int fd, FileResidency& file, Range range);

  Method method_;
  int refusal_ = 0;
  std::uint64_t device_ = 0;  // the last one met, and how far cachestat(2) is to be trusted on it
  Trust trust_ = Trust::cross_check;
  bool device_known_ = false;
  Mincore mincore_;
};

}  // namespace wattline::page_cache
