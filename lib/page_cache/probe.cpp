// SPDX-License-Identifier: Apache-2.0
#include "page_cache/probe.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <utility>

namespace wattline::page_cache {

namespace {

// Linux 6.5, Documentation/admin-guide/mm; one number for all architectures. The C library has no wrapper.
constexpr long kCachestat = 451;

// <linux/magic.h>. On these cachestat(2) was seen to equal mincore(2) page by page.
constexpr long kTrusted[] = {
    0xEF53,      // ext2, ext3, ext4
    0x01021994,  // tmpfs
    0x58465342,  // xfs
    0x9123683E,  // btrfs
    0x73717368,  // squashfs
};
// Its own inodes hold no pages, so that cachestat(2) says 0; mmap() reaches the file below.
constexpr long kOverlay = 0x794c7630;

// Range and PageCounts are laid out as the kernel's struct cachestat_range and struct cachestat.
long cachestat(int fd, const Range& range, PageCounts& counts) {
  return ::syscall(kCachestat, fd, &range, &counts, 0);
}

int try_on_memfd() {
  const io::Fd fd(::memfd_create("cachestat-trial", MFD_CLOEXEC));
  if (!fd) return errno;
  PageCounts counts;
  return cachestat(fd.get(), {0, page_size()}, counts) == 0 ? 0 : errno;
}

// The kernel's own rule for mincore(2) is: owner, CAP_FOWNER, or allowed to write. To others it shows all pages as
// resident (since 5.2, and in distribution kernels before: no version number tells).
bool may_see(const OpenedFile& opened, int directory, const char* name) {
  return opened.owner || ::faccessat(directory, name, W_OK, AT_EACCESS) == 0;
}

FileResidency not_opened(int directory, const char* name, int error) {
  FileResidency file;
  file.error = error;
  // Became a link, a FIFO or a socket since it was listed.
  if (error == ELOOP || error == ENXIO) file.status = ProbeStatus::skipped;
  struct stat status {};
  if (file.status == ProbeStatus::failed && ::fstatat(directory, name, &status, 0) == 0 && S_ISREG(status.st_mode)) {
    file.size_b = static_cast<std::uint64_t>(status.st_size);
    file.pages = pages_of(file.size_b);
    file.alloc_b = static_cast<std::uint64_t>(status.st_blocks) * 512;
  }
  return file;
}

}  // namespace

OpenedFile open_quietly(int directory, const char* name, bool follow) {
  const int flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW);
  OpenedFile opened;
  opened.fd = io::Fd(::openat(directory, name, flags | O_NOATIME));
  opened.owner = static_cast<bool>(opened.fd);
  if (!opened.fd && errno == EPERM) opened.fd = io::Fd(::openat(directory, name, flags));
  if (!opened.fd) opened.error = errno;
  return opened;
}

void describe(int fd, FileResidency& file) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) {
    file.error = errno;
    return;
  }
  file.device = status.st_dev;
  file.inode = status.st_ino;
  file.links = status.st_nlink;
  file.status = S_ISREG(status.st_mode)   ? ProbeStatus::known
                : S_ISDIR(status.st_mode) ? ProbeStatus::directory
                                          : ProbeStatus::skipped;
  if (file.status != ProbeStatus::known) return;
  file.size_b = static_cast<std::uint64_t>(status.st_size);
  file.alloc_b = static_cast<std::uint64_t>(status.st_blocks) * 512;
  file.pages = pages_of(file.size_b);
}

CacheProbe::CacheProbe(Method wanted, std::function<bool()> stop) : method_(wanted), mincore_(std::move(stop)) {
  if (wanted == Method::mincore) return;
  refusal_ = try_on_memfd();
  method_ = refusal_ == 0 ? Method::cachestat : Method::mincore;
}

CacheProbe::Trust CacheProbe::trust_in(int fd) {
  struct statfs status {};
  if (::fstatfs(fd, &status) != 0) return Trust::cross_check;
  const auto type = static_cast<long>(status.f_type);
  if (type == kOverlay) return Trust::mincore;
  const auto* const none = std::end(kTrusted);
  return std::find(std::begin(kTrusted), none, type) == none ? Trust::cross_check : Trust::cachestat;
}

CacheProbe::Trust CacheProbe::trust(int fd, std::uint64_t device) {
  if (!device_known_ || device != device_) {
    trust_ = trust_in(fd);
    device_ = device;
    device_known_ = true;
  }
  return trust_;
}

Method CacheProbe::method_for(int fd) const {
  return method_ == Method::cachestat && trust_in(fd) != Trust::mincore ? Method::cachestat : Method::mincore;
}

int CacheProbe::ask_cachestat(int fd, FileResidency& file, Range range) {
  // A length of 0 would mean "to the end" and counts pages of large folios past it; so may the last page's folio.
  PageCounts counts;
  if (cachestat(fd, range, counts) != 0) return errno;
  counts.cached = std::min(counts.cached, pages_of(range.length));
  file.counts = counts;
  file.method = Method::cachestat;
  return 0;
}

int CacheProbe::ask_mincore(int fd, FileResidency& file, Range range) {
  std::uint64_t resident = 0;
  const int error = mincore_.count(fd, range.offset, range.length, resident);
  // What cannot be mapped, in /sys and below FUSE with direct I/O, is not read through the page cache.
  if (error != 0 && error != ENODEV) return error;
  file.counts = PageCounts();
  file.counts.cached = resident;
  file.method = Method::mincore;
  return 0;
}

int CacheProbe::count(int fd, FileResidency& file, Range range) {
  const Trust trusted = method_ == Method::cachestat ? trust(fd, file.device) : Trust::mincore;
  if (trusted != Trust::mincore) {
    const int error = ask_cachestat(fd, file, range);
    if (error == EPERM) return error;
    if (error == 0 && (trusted == Trust::cachestat || file.counts.cached > 0)) return 0;
  }
  const FileResidency before = file;
  const int error = ask_mincore(fd, file, range);
  if (error == ECANCELED) return error;
  // Where both find nothing cachestat(2) did not lie, and knows more.
  if (before.method == Method::cachestat && (error != 0 || file.counts.cached == 0)) file = before;
  return before.method == Method::cachestat ? 0 : error;
}

FileResidency CacheProbe::measure(int directory, const char* name, bool follow) {
  const OpenedFile opened = open_quietly(directory, name, follow);
  if (!opened.fd) return not_opened(directory, name, opened.error);
  FileResidency file;
  describe(opened.fd.get(), file);
  if (file.status != ProbeStatus::known || file.pages == 0) return file;
  const int error = count(opened.fd.get(), file, {0, file.size_b});
  const bool all_of_it = file.method == Method::mincore && file.counts.cached == file.pages;
  if (error != 0 || (all_of_it && !may_see(opened, directory, name))) {
    file.status = error == ECANCELED ? ProbeStatus::failed : ProbeStatus::hidden;
    file.error = error;
    file.counts = PageCounts();
  }
  return file;
}

}  // namespace wattline::page_cache
