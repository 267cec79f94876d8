// SPDX-License-Identifier: Apache-2.0
#include "io/root.hpp"

#include <sys/vfs.h>

#include <cerrno>
#include <cstring>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "io/confined.hpp"
#include "io/filesystem.hpp"
#include "io/real_path.hpp"
#include "io/unread.hpp"

namespace wattline::io {

namespace {

// Lines "name value", written by jetsim when it mounts.
constexpr const char* kEmulationMarker = "/run/wattline/emulated";

std::optional<Emulation> read_emulation(const fs::path& marker) {
  const auto [text, error] = try_text(marker);
  // Rows that look measured must not come from an emulated board.
  if (!text && is_read_failure(error)) throw os_error(marker.string(), error);
  if (!text) return std::nullopt;
  Emulation emulation;
  for (const std::string_view line : split(*text, '\n')) {
    const auto words = split_blanks(line);
    if (words.size() != 2) continue;
    if (words[0] == "board") emulation.board = std::string(words[1]);
    if (words[0] == "time_scale") emulation.time_scale = to_double(words[1]).value_or(1);
    if (words[0] == "origin_mono_ns") emulation.origin_mono_ns = to_int64(words[1]).value_or(0);
  }
  return emulation;
}

}  // namespace

Root::Root(const fs::path& directory) {
  const auto real = real_path(directory.string());
  struct statfs system {};
  // Only statfs(2) always asks the server of a mounted directory, which may be gone.
  if (!real || ::statfs(real->c_str(), &system) != 0) {
    const int error = errno;
    throw unavailable(directory.string() + ": " + std::strerror(error),
                      error == ENOTCONN ? "its jetsim was killed: fusermount3 -u " + directory.string() : "");
  }
  if (!fs::is_directory(*real)) throw unavailable(directory.string() + ": not a directory");
  directory_ = *real;
  if (!is_host()) folder_ = std::make_shared<const RootFolder>(directory_);
  emulation_ = read_emulation(path(kEmulationMarker));
}

fs::path Root::path(const std::string& machine_path) const {
  return is_host() ? fs::path(machine_path) : directory_ / fs::path(machine_path).relative_path();
}

std::string Root::machine_path(const fs::path& path) const {
  const std::string text = path.string();
  const std::string prefix = directory_.string();
  if (is_host() || text.compare(0, prefix.size(), prefix) != 0) return text;
  return text.substr(prefix.size());
}

}  // namespace wattline::io
