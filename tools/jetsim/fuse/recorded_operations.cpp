// SPDX-License-Identifier: Apache-2.0
#include "jetsim/fuse/recorded_operations.hpp"

#include <algorithm>
#include <string_view>

namespace wattline::jetsim {

namespace {

const fuse_operations& plain() {
  static const fuse_operations operations = tree_operations();
  return operations;
}

// libfuse gives no path for a file that is open but removed.
int report(const char* operation, const char* path, int result, std::string_view text = {}) {
  const auto* tree = static_cast<ServedTree*>(fuse_get_context()->private_data);
  const int error = std::max(-result, 0);
  tree->hooks.accessed({fuse_get_context()->pid, operation, path == nullptr ? "" : path, text, error});
  return result;
}

int report_failure(const char* operation, const char* path, int result) {
  return result < 0 ? report(operation, path, result) : result;
}

int getattr(const char* path, struct stat* status, fuse_file_info* info) {
  return report_failure("find", path, plain().getattr(path, status, info));
}

int open(const char* path, fuse_file_info* info) {
  return report_failure("open", path, plain().open(path, info));
}

int create(const char* path, mode_t mode, fuse_file_info* info) {
  return report("create", path, plain().create(path, mode, info));
}

int mknod(const char* path, mode_t mode, dev_t device) {
  return report("create", path, plain().mknod(path, mode, device));
}

int readdir(const char* path, void* buffer, fuse_fill_dir_t fill, off_t offset, fuse_file_info* info,
            fuse_readdir_flags flags) {
  return report("list", path, plain().readdir(path, buffer, fill, offset, info, flags));
}

// The end of a file, which most programs read too, is no row.
int read(const char* path, char* buffer, size_t size, off_t offset, fuse_file_info* info) {
  const int result = plain().read(path, buffer, size, offset, info);
  if (result == 0 && offset > 0) return result;
  if (result < 0) return report("read", path, result);
  return report("read", path, result, {buffer, static_cast<std::size_t>(result)});
}

int write(const char* path, const char* buffer, size_t size, off_t offset, fuse_file_info* info) {
  const std::string_view text(buffer, size);  // also of a write that fails
  return report("write", path, plain().write(path, buffer, size, offset, info), text);
}

int unlink(const char* path) {
  return report("remove", path, plain().unlink(path));
}

int mkdir(const char* path, mode_t mode) {
  return report("mkdir", path, plain().mkdir(path, mode));
}

int rename(const char* from, const char* to, unsigned flags) {
  return report("rename", from, plain().rename(from, to, flags), to);
}

}  // namespace

fuse_operations recorded_operations() {
  fuse_operations all = plain();
  all.getattr = getattr;
  all.open = open;
  all.create = create;
  all.mknod = mknod;
  all.readdir = readdir;
  all.read = read;
  all.write = write;
  all.unlink = all.rmdir = unlink;
  all.mkdir = mkdir;
  all.rename = rename;
  return all;
}

}  // namespace wattline::jetsim
