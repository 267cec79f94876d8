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

constexpr int kAnswers[] = {ENOENT, ENOTDIR, EACCES, EPERM,  EBUSY,      EAGAIN, EINVAL, ENODATA,
                            ENXIO,  ENODEV,  ESRCH,  ENOSYS, EOPNOTSUPP, EISDIR, ELOOP,  ENAMETOOLONG};

}  // namespace

bool is_read_failure(int error) {
  return error != 0 && std::find(std::begin(kAnswers), std::end(kAnswers), error) == std::end(kAnswers);
}

void note_unread(const fs::path& path, int error) {
  if (!is_read_failure(error)) return;
  const std::lock_guard<std::mutex> lock(g_mutex);
  const auto same = [&](const UnreadFile& file) { return file.path == path.native(); };
  if (std::none_of(g_unread.begin(), g_unread.end(), same)) g_unread.push_back({path.string(), error});
}

std::size_t unread_count() {
  const std::lock_guard<std::mutex> lock(g_mutex);
  return g_unread.size();
}

void forget_unread_after(std::size_t count) {
  const std::lock_guard<std::mutex> lock(g_mutex);
  if (g_unread.size() > count) g_unread.resize(count);
}

std::vector<UnreadFile> take_unread() {
  const std::lock_guard<std::mutex> lock(g_mutex);
  return std::exchange(g_unread, {});
}

}  // namespace wattline::io
