// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/emulated_gpu.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/confined.hpp"

namespace wattline::trainstep {

namespace {

// The values of the lines "NAME VALUE".
std::vector<std::string> values_of(const std::string& text, std::string_view name) {
  std::vector<std::string> values;
  for (const std::string_view line : split(text, '\n')) {
    const auto words = split_blanks(line);
    if (words.size() == 2 && words[0] == name) values.emplace_back(words[1]);
  }
  return values;
}

io::Fd open_gpu(const io::Root& board, const std::string& path) {
  io::Fd fd = io::open_confined(path, O_RDWR);
  if (!fd && errno == ENOENT) {
    throw unavailable(board.directory().string() + ": no emulated board is mounted there",
                      "mount one with `jetsim mount --board agx-orin DIR`");
  }
  if (!fd) throw os_error(path, errno);
  return fd;
}

}  // namespace

EmulatedGpu::EmulatedGpu(const io::Root& board, io::Signals& signals, const std::string& workload, std::uint64_t seed)
    : path_(board.path("/run/jetsim/gpu").string()),
      fd_(open_gpu(board, path_)),
      clock_(board.emulation()),
      signals_(signals) {
  const std::vector<std::string> known = values_of(read(), "workload");
  if (known.empty()) throw data_error(path_ + ": has no workloads: it is not the file of a mounted board");
  if (std::find(known.begin(), known.end(), workload) == known.end()) {
    throw usage_error(workload + ": an emulated board does not know how long this workload takes",
                      "it knows " + join(known, ", "));
  }
  write("attach " + workload + " " + std::to_string(seed & INT64_MAX));
}

void EmulatedGpu::write(const std::string& line) {
  const std::string text = line + "\n";
  if (::pwrite(fd_.get(), text.data(), text.size(), 0) < 0)
    throw os_error(path_, errno, "the board may have been unmounted");
}

std::string EmulatedGpu::read() const {
  char buffer[4096];
  const ssize_t n = ::pread(fd_.get(), buffer, sizeof buffer, 0);
  if (n < 0) throw os_error(path_, errno, "the board may have been unmounted");
  return std::string(buffer, static_cast<std::size_t>(n));
}

bool EmulatedGpu::compute(const char* what) {
  write(std::string(what) + " " + std::to_string(samples_));
  const std::string answer = read();
  const auto instant = [&](const char* name) {
    const auto values = values_of(answer, name);
    const auto ns = values.empty() ? std::nullopt : to_int64(values.front());
    if (!ns) throw data_error(path_ + ": has no " + name + ": it is not the file of a mounted board");
    return *ns;
  };
  copied_ns_ = instant("copied_ns");
  computed_ns_ = instant("computed_ns");
  const int fds[] = {signals_.fd()};
  while (signals_.stop() == 0) {
    if (!clock_.wait_until(computed_ns_, fds, 1)) return true;
    signals_.drain();
  }
  return false;
}

Timer emulated_timer(std::shared_ptr<const EmulatedGpu> gpu, Clock& clock) {
  return host_timer(clock, [gpu = std::move(gpu)](Instants& instants) {
    instants[index(Mark::on_device)] = gpu->copied_ns();
    instants[index(Mark::computed)] = gpu->computed_ns();
  });
}

}  // namespace wattline::trainstep
