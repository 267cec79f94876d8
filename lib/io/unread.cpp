// SPDX-License-Identifier: Apache-2.0
#include "io/unread.hpp"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <mutex>
#include <utility>

namespace wattline::io {

namespace {

std::mutex g_mutex;
std::vector<UnreadFile> g_unread;
thread_local UnreadScope* t_scope = nullptr;

void add_once(std::vector<UnreadFile>& files, const std::string& path, int error) {
  const auto same = [&](const UnreadFile& file) { return file.path == path; };
  if (std::none_of(files.begin(), files.end(), same)) files.push_back({path, error});
}

constexpr int kAnswers[] = {ENOENT, ENOTDIR, EACCES, EPERM,  EBUSY,      EAGAIN, EINVAL, ENODATA,
                            ENXIO,  ENODEV,  ESRCH,  ENOSYS, EOPNOTSUPP, EISDIR, ELOOP,  ENAMETOOLONG};

}  // namespace

bool is_read_failure(int error) {
  return error != 0 && std::find(std::begin(kAnswers), std::end(kAnswers), error) == std::end(kAnswers);
}

void note_unread(const fs::path& path, int error) {
  if (!is_read_failure(error)) return;
  if (t_scope != nullptr) return add_once(t_scope->files_, path.string(), error);
  const std::lock_guard<std::mutex> lock(g_mutex);
  add_once(g_unread, path.string(), error);
}

UnreadScope::UnreadScope() : outer_(std::exchange(t_scope, this)) {}

UnreadScope::~UnreadScope() {
  t_scope = outer_;
  for (const UnreadFile& file : files_) note_unread(file.path, file.error);
}

std::vector<UnreadFile> take_unread() {
  const std::lock_guard<std::mutex> lock(g_mutex);
  return std::exchange(g_unread, {});
}

}  // namespace wattline::io
