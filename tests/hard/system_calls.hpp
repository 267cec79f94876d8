// SPDX-License-Identifier: Apache-2.0
// The system calls that failing_calls can fail, by group, and the errors by name.
#pragma once
#include <sys/syscall.h>

#include <cerrno>
#include <map>
#include <string>

enum class Object { none, path, path_at, descriptor };  // what the report names: argument 0, 1, 0

struct Call {
  long number;
  const char* name;
  const char* group;
  Object object;
};

// Calls that only some machines have (open, stat, fork ...) are missing on 64-bit Arm.
const Call kCalls[] = {
    {SYS_openat, "openat", "open", Object::path_at},
#ifdef SYS_openat2  // not in the headers of Debian 11
    {SYS_openat2, "openat2", "open", Object::path_at},
#endif
    {SYS_read, "read", "read", Object::descriptor},
    {SYS_pread64, "pread64", "read", Object::descriptor},
    {SYS_readv, "readv", "read", Object::descriptor},
    {SYS_preadv, "preadv", "read", Object::descriptor},
    {SYS_getdents64, "getdents64", "list", Object::descriptor},
    {SYS_write, "write", "write", Object::descriptor},
    {SYS_pwrite64, "pwrite64", "write", Object::descriptor},
    {SYS_writev, "writev", "write", Object::descriptor},
    {SYS_pwritev, "pwritev", "write", Object::descriptor},
    {SYS_fsync, "fsync", "sync", Object::descriptor},
    {SYS_fdatasync, "fdatasync", "sync", Object::descriptor},
    {SYS_syncfs, "syncfs", "sync", Object::descriptor},
    {SYS_close, "close", "close", Object::descriptor},
    {SYS_renameat, "renameat", "rename", Object::path_at},
    {SYS_renameat2, "renameat2", "rename", Object::path_at},
    {SYS_newfstatat, "newfstatat", "stat", Object::path_at},
    {SYS_fstat, "fstat", "stat", Object::descriptor},
    {SYS_statx, "statx", "stat", Object::path_at},
    {SYS_faccessat, "faccessat", "stat", Object::path_at},
    {439, "faccessat2", "stat", Object::path_at},  // newer than some headers
    {SYS_readlinkat, "readlinkat", "stat", Object::path_at},
    {SYS_statfs, "statfs", "stat", Object::path},
    {SYS_fstatfs, "fstatfs", "stat", Object::descriptor},
    {SYS_mmap, "mmap", "memory", Object::none},
    {SYS_brk, "brk", "memory", Object::none},
    {SYS_mremap, "mremap", "memory", Object::none},
    {SYS_mprotect, "mprotect", "memory", Object::none},
    {SYS_mlock, "mlock", "memory", Object::none},
    {SYS_memfd_create, "memfd_create", "memory", Object::none},
    {SYS_clone, "clone", "process", Object::none},
    {SYS_clone3, "clone3", "process", Object::none},
    {SYS_execve, "execve", "process", Object::path},
    {SYS_execveat, "execveat", "process", Object::path_at},
    {SYS_pipe2, "pipe2", "other", Object::none},
    {SYS_dup, "dup", "other", Object::descriptor},
    {SYS_dup3, "dup3", "other", Object::descriptor},
    {SYS_fcntl, "fcntl", "other", Object::descriptor},
    {SYS_flock, "flock", "other", Object::descriptor},
    {SYS_ftruncate, "ftruncate", "other", Object::descriptor},
    {SYS_lseek, "lseek", "other", Object::descriptor},
    {SYS_fchmod, "fchmod", "other", Object::descriptor},
    {SYS_fchmodat, "fchmodat", "other", Object::path_at},
    {SYS_fchown, "fchown", "other", Object::descriptor},
    {SYS_fchownat, "fchownat", "other", Object::path_at},
    {SYS_mkdirat, "mkdirat", "other", Object::path_at},
    {SYS_mknodat, "mknodat", "other", Object::path_at},
    {SYS_linkat, "linkat", "other", Object::path_at},
    {SYS_symlinkat, "symlinkat", "other", Object::path},
    {SYS_unlinkat, "unlinkat", "other", Object::path_at},
    {SYS_fchdir, "fchdir", "other", Object::descriptor},
    {SYS_chdir, "chdir", "other", Object::path},
    {SYS_socketpair, "socketpair", "other", Object::none},
    {SYS_ppoll, "ppoll", "other", Object::none},
    {SYS_clock_nanosleep, "clock_nanosleep", "other", Object::none},
    {SYS_mincore, "mincore", "other", Object::none},
    {451, "cachestat", "other", Object::descriptor},  // newer than some headers
    {SYS_fadvise64, "fadvise64", "other", Object::descriptor},
#ifdef __x86_64__
    {SYS_open, "open", "open", Object::path},
    {SYS_rename, "rename", "rename", Object::path},
    {SYS_stat, "stat", "stat", Object::path},
    {SYS_lstat, "lstat", "stat", Object::path},
    {SYS_access, "access", "stat", Object::path},
    {SYS_readlink, "readlink", "stat", Object::path},
    {SYS_fork, "fork", "process", Object::none},
    {SYS_vfork, "vfork", "process", Object::none},
    {SYS_pipe, "pipe", "other", Object::none},
    {SYS_dup2, "dup2", "other", Object::descriptor},
    {SYS_mkdir, "mkdir", "other", Object::path},
    {SYS_unlink, "unlink", "other", Object::path},
    {SYS_poll, "poll", "other", Object::none},
#endif
};

const std::map<std::string, int> kErrors{{"EIO", EIO},       {"EMFILE", EMFILE}, {"ENOMEM", ENOMEM}, {"ENOSPC", ENOSPC},
                                         {"EINTR", EINTR},   {"EAGAIN", EAGAIN}, {"EACCES", EACCES}, {"EINVAL", EINVAL},
                                         {"ENOENT", ENOENT}, {"ENODEV", ENODEV}, {"EROFS", EROFS}};
