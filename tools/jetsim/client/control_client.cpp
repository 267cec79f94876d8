// SPDX-License-Identifier: Apache-2.0
#include "jetsim/client/control_client.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/filesystem.hpp"

namespace wattline::jetsim {

namespace {

fs::path control_path(const std::string& directory, const char* name) {
  return fs::path(directory) / "run/jetsim" / name;
}

std::string text_of(const Activity& activity) {
  return fmt::format(" {:.6f} {:.6f} {:.6f} {:.6f} {:.6f}\n", activity.cpu, activity.gpu, activity.gpu_work,
                     activity.mem, activity.gpu_need);
}

}  // namespace

bool has_control_file(const std::string& directory, const char* name) {
  sys::error_code error;
  return fs::exists(control_path(directory, name), error);
}

std::string control_file(const std::string& directory, const char* name) {
  if (!has_control_file(directory, name)) {
    throw unavailable(directory + ": no emulated board is mounted there",
                      "mount one with `jetsim mount --board agx-orin DIR`");
  }
  return control_path(directory, name).string();
}

LoadClient::LoadClient(const std::string& directory)
    : path_(control_file(directory, "load")), fd_(::open(path_.c_str(), O_RDWR | O_CLOEXEC)) {
  if (!fd_) throw os_error(path_, errno);
  write(fmt::format("pid {}\n", ::getpid()));
}

BoardState LoadClient::state() {
  char buffer[4096];
  const ssize_t n = ::pread(fd_.get(), buffer, sizeof buffer, 0);
  if (n < 0) throw os_error(path_, errno, "the board may have been unmounted");
  BoardState state;
  for (const std::string_view line : split(std::string_view(buffer, static_cast<std::size_t>(n)), '\n')) {
    const auto words = split_blanks(line);
    if (words.size() < 2) continue;
    const std::int64_t value = to_int64(words[1]).value_or(0);
    if (words[0] == "gpu_hz") state.clocks.gpu_hz = value;
    if (words[0] == "emc_hz") state.clocks.emc_hz = value;
    if (words[0] == "celsius") state.celsius = to_double(words[1]).value_or(0);
    if (words[0] == "gpu_slowdown") state.gpu_slowdown = to_double(words[1]).value_or(1);
    if (words[0] == "gpu_units") state.clocks.gpu_units = to_double(words[1]).value_or(1);
    if (words[0] == "outlier") state.outlier = static_cast<Outlier>(value);
    if (words[0] == "hang") state.hang.emplace_back(words[1]);
    if (words[0] != "policy" || words.size() < 3) continue;
    state.clocks.online.push_back(static_cast<int>(value));
    state.clocks.cpu_khz.push_back(to_int64(words[2]).value_or(0));
  }
  if (state.clocks.cpu_khz.empty()) throw data_error(path_ + ": has no clocks: it is not the file of a mounted board");
  return state;
}

void LoadClient::write(const std::string& text) {
  if (::pwrite(fd_.get(), text.data(), text.size(), 0) < 0)
    throw os_error(path_, errno, "the board may have been unmounted");
}

void LoadClient::set_mean(const Activity& mean) {
  pending_ += "mean" + text_of(mean);
}

void LoadClient::announce(std::int64_t end_ns, const Activity& activity) {
  pending_ += "segment " + std::to_string(end_ns) + text_of(activity);
}

// A FUSE write carries at most 128 KiB; lines stay whole.
void LoadClient::send() {
  constexpr std::size_t kMost = std::size_t{1} << 16;
  while (!pending_.empty()) {
    const std::size_t end = pending_.size() <= kMost ? pending_.size() : pending_.rfind('\n', kMost) + 1;
    write(pending_.substr(0, end));
    pending_.erase(0, end);
  }
}

}  // namespace wattline::jetsim
