// SPDX-License-Identifier: Apache-2.0
#include "io/replace_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "base/error.hpp"
#include "io/sync.hpp"

namespace wattline::io {

namespace {

// The file behind symbolic links, so that a link stays a link; the path itself when there is no file yet.
std::string resolved(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
  return real ? real.get() : path;
}

bool is_special(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

void write_and_sync(const std::string& path, const std::function<void(Output&)>& write) {
  Output out = Output::to_file(path);
  write(out);
  out.sync();
}

}  // namespace

void replace_file(const std::string& path, const std::function<void(Output&)>& write) {
  if (is_special(path)) return write_and_sync(path, write);
  const std::string target = resolved(path);
  const std::string aside = target + ".new";
  try {
    write_and_sync(aside, write);
    if (std::rename(aside.c_str(), target.c_str()) != 0) {
      throw Error(ExitCode::io, os_error(path, errno).what());
    }
  } catch (...) {
    ::unlink(aside.c_str());
    throw;
  }
  sync_folder(folder_of(target));
}

void check_replaceable(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
    throw Error(ExitCode::io, os_error(path, EISDIR).what());
  }
  if (is_special(path)) return;  // opening a FIFO would wait for its reader
  const std::string aside = resolved(path) + ".new";
  Output::to_file(aside);
  ::unlink(aside.c_str());
}

}  // namespace wattline::io
