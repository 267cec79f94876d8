// SPDX-License-Identifier: Apache-2.0
#include "jetsim/disk/disk_operations.hpp"

#include <sys/statvfs.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>
#include <vector>

#include "jetsim/disk/disk_view.hpp"

namespace wattline::jetsim {

namespace {

// How long the kernel may believe what it was told of names and attributes.
constexpr double kBelieve_s = 1;

struct OpenedFile {
  io::Fd fd;
  bool by_bound;  // CacheBound opened it to evict
};

struct Entry {
  std::string name;
  struct stat status;  // number and type
};
using Entries = std::vector<Entry>;

DiskView& view_of(fuse_req_t request) {
  return *static_cast<DiskView*>(fuse_req_userdata(request));
}

template <class T>
T& handle_of(const fuse_file_info* info) {
  return *reinterpret_cast<T*>(info->fh);  // NOLINT(performance-no-int-to-ptr): libfuse keeps handles as integers
}

void disk_init(void*, fuse_conn_info* connection) {
  // Attributes are compared when a file is opened. The kernel would otherwise ask for them again and again while a file
  // is read from the page cache.
  connection->want &= ~static_cast<unsigned>(FUSE_CAP_AUTO_INVAL_DATA);
  // Read-ahead and asynchronous reads in flight: the medium's queue decides, not this limit.
  connection->max_background = 128;
  connection->congestion_threshold = 128;
}

void disk_lookup(fuse_req_t request, fuse_ino_t folder, const char* name) {
  DiskView& view = view_of(request);
  const std::lock_guard<std::mutex> lock(view.names);
  fuse_entry_param entry{};
  entry.ino = view.source.number_of(folder, name);
  entry.attr_timeout = entry.entry_timeout = kBelieve_s;
  const int error = view.source.status(entry.ino, entry.attr);
  error != 0 ? fuse_reply_err(request, error) : fuse_reply_entry(request, &entry);
}

void disk_getattr(fuse_req_t request, fuse_ino_t file, fuse_file_info*) {
  DiskView& view = view_of(request);
  const std::lock_guard<std::mutex> lock(view.names);
  struct stat status {};
  const int error = view.source.status(file, status);
  error != 0 ? fuse_reply_err(request, error) : fuse_reply_attr(request, &status, kBelieve_s);
}

void disk_readlink(fuse_req_t request, fuse_ino_t file) {
  DiskView& view = view_of(request);
  const std::lock_guard<std::mutex> lock(view.names);
  const std::string target = view.source.link_target(file);
  target.empty() ? fuse_reply_err(request, errno) : fuse_reply_readlink(request, target.c_str());
}

void disk_opendir(fuse_req_t request, fuse_ino_t folder, fuse_file_info* info) {
  DiskView& view = view_of(request);
  const std::lock_guard<std::mutex> lock(view.names);
  std::vector<std::pair<std::string, unsigned char>> names;
  if (const int error = view.source.list(folder, names)) {
    fuse_reply_err(request, error);
    return;
  }
  auto entries = std::make_unique<Entries>();
  for (const auto& [name, type] : names) {
    constexpr int kTypeShift = 12;  // DT_... to S_IF...
    entries->push_back({name, {}});
    entries->back().status.st_ino = name == "." || name == ".." ? folder : view.source.number_of(folder, name);
    entries->back().status.st_mode = static_cast<mode_t>(type) << kTypeShift;
  }
  info->fh = reinterpret_cast<std::uint64_t>(entries.release());
  fuse_reply_open(request, info);
}

void disk_readdir(fuse_req_t request, fuse_ino_t, size_t size, off_t offset, fuse_file_info* info) {
  const Entries& entries = handle_of<Entries>(info);
  std::vector<char> buffer(size);
  std::size_t used = 0;
  for (auto i = static_cast<std::size_t>(offset); i < entries.size(); ++i) {
    const std::size_t length = fuse_add_direntry(request, buffer.data() + used, size - used, entries[i].name.c_str(),
                                                 &entries[i].status, static_cast<off_t>(i + 1));
    if (length > size - used) break;
    used += length;
  }
  fuse_reply_buf(request, buffer.data(), used);
}

void disk_releasedir(fuse_req_t request, fuse_ino_t, fuse_file_info* info) {
  delete &handle_of<Entries>(info);
  fuse_reply_err(request, 0);
}

void disk_open(fuse_req_t request, fuse_ino_t number, fuse_file_info* info) {
  DiskView& view = view_of(request);
  const std::lock_guard<std::mutex> lock(view.names);
  auto opened = std::make_unique<OpenedFile>();
  opened->fd = view.source.open(number);
  struct stat status {};
  if (!opened->fd || ::fstat(opened->fd.get(), &status) != 0) {
    fuse_reply_err(request, errno);
    return;
  }
  opened->by_bound = view.bound && view.bound->is_own(fuse_req_ctx(request)->pid);
  // Pages that the kernel would drop here may wait for an answer that waits for the evictor: it leaves them to the next
  // open.
  const bool changed = !opened->by_bound && view.source.changed(number, status);
  info->keep_cache = !changed;
  if (view.bound && changed) view.bound->forget(number);
  if (view.bound && !opened->by_bound) view.bound->use(number);
  info->fh = reinterpret_cast<std::uint64_t>(opened.release());
  fuse_reply_open(request, info);
}

void disk_release(fuse_req_t request, fuse_ino_t number, fuse_file_info* info) {
  const std::unique_ptr<OpenedFile> opened(&handle_of<OpenedFile>(info));
  DiskView& view = view_of(request);
  if (view.bound && !opened->by_bound) view.bound->use(number);
  fuse_reply_err(request, 0);
}

void disk_fsync(fuse_req_t request, fuse_ino_t, int, fuse_file_info*) {
  const DiskView& view = view_of(request);
  if (view.flush_counters) view.flush_counters();
  fuse_reply_err(request, 0);
}

// The kernel asks for whole pages, also behind the end of the file.
std::size_t length_in_file(int fd, std::size_t size, off_t offset) {
  constexpr off_t kBlock = 4096;
  struct stat status {};
  if (::fstat(fd, &status) != 0) return size;
  const off_t end = (status.st_size + kBlock - 1) / kBlock * kBlock;
  return end <= offset ? 0 : std::min(size, static_cast<std::size_t>(end - offset));
}

void disk_read(fuse_req_t request, fuse_ino_t number, size_t size, off_t offset, fuse_file_info* info) {
  const int fd = handle_of<OpenedFile>(info).fd.get();
  const std::size_t length = length_in_file(fd, size, offset);
  if (length == 0) {
    fuse_reply_buf(request, nullptr, 0);
    return;
  }
  view_of(request).read(fd, number, static_cast<std::uint64_t>(offset), length, [request](const auto& read) {
    if (read->length < 0) {
      fuse_reply_err(request, static_cast<int>(-read->length));
    } else {
      fuse_reply_buf(request, read->data.data(), static_cast<std::size_t>(read->length));
    }
  });
}

void answer_statfs(fuse_req_t request) {
  struct statvfs status {};
  if (::fstatvfs(view_of(request).source.fd(), &status) != 0) {
    fuse_reply_err(request, errno);
    return;
  }
  status.f_bfree = status.f_bavail = status.f_ffree = status.f_favail = 0;
  fuse_reply_statfs(request, &status);
}

void disk_statfs(fuse_req_t request, fuse_ino_t) {
  DiskView& view = view_of(request);
  if (view.knows_overhead()) {
    answer_statfs(request);
  } else {
    view.access([request](const auto&) { answer_statfs(request); });
  }
}

}  // namespace

fuse_lowlevel_ops disk_operations() {
  fuse_lowlevel_ops all{};
  all.init = disk_init;
  all.lookup = disk_lookup;
  all.getattr = disk_getattr;
  all.readlink = disk_readlink;
  all.opendir = disk_opendir;
  all.readdir = disk_readdir;
  all.releasedir = disk_releasedir;
  all.open = disk_open;
  all.release = disk_release;
  all.read = disk_read;
  all.fsync = all.fsyncdir = disk_fsync;
  all.statfs = disk_statfs;
  return all;
}

}  // namespace wattline::jetsim
