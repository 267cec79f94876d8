// SPDX-License-Identifier: Apache-2.0
// jetsim disk: show a folder as it would be on another storage medium.
#include <algorithm>
#include <cerrno>

#include "base/error.hpp"
#include "cli/option_types.hpp"
#include "io/filesystem.hpp"
#include "io/real_path.hpp"
#include "jetsim/disk/disk_server.hpp"
#include "jetsim/fuse/mount_daemon.hpp"
#include "jetsim/fuse/mounts.hpp"
#include "jetsim/jetsim.hpp"
#include "jetsim/spec/board_spec.hpp"
#include "jetsim/workload/surface.hpp"

namespace wattline::jetsim {

namespace {

struct Options {
  std::string source, directory, workload;
  std::size_t profile = 0;
  std::int64_t latency_ns = -1, bandwidth_b = -1, memory_b = -1;
  int queue = 0;
  bool foreground = false;
};

void declare(cli::App& app, Options& options) {
  app.add_option("SOURCE", options.source, "Folder to show").required();
  app.add_option("DIRECTORY", options.directory, "Empty directory to mount on; created when it is missing").required();
  std::vector<std::string> names;
  for (const MediumProfile& profile : medium_profiles()) names.push_back(profile.name);
  cli::add_choice(app, "--profile", names, "Storage medium", [&options](std::size_t index) {
    options.profile = index;
  }).required();
  cli::add_duration(app, "--latency", options.latency_ns, "Time of an access that is not sequential [profile]");
  cli::add_size(app, "--bandwidth", options.bandwidth_b, "Bytes per second [profile]");
  app.add_option("--queue", options.queue, "Requests served at a time [profile]").check(cli::between(1, 1024));
  cli::add_size(app, "--memory", options.memory_b,
                "Most that the page cache may hold of the view [what the board's memory leaves]");
  app.add_option("--workload", options.workload,
                 "Network that is trained: it leaves less memory to the page cache [mobilenetv3]");
  app.add_flag("-f,--foreground", options.foreground, "Stay in the foreground");
}

MediumProfile medium_of(const Options& options) {
  MediumProfile medium = medium_profiles()[options.profile];
  if (options.latency_ns >= 0) medium.latency_ns = options.latency_ns;
  if (options.bandwidth_b == 0)
    throw usage_error("--bandwidth 0: nothing could be read", "give bytes per second, as 100M");
  if (options.bandwidth_b > 0) medium.bandwidth_b_per_s = options.bandwidth_b;
  if (options.queue > 0) medium.queue = options.queue;
  return medium;
}

// An absolute path, because the daemon leaves the working folder.
std::string source_folder(const std::string& source) {
  const auto path = io::real_path(source);
  if (!path) throw os_error(source, errno);
  if (!fs::is_directory(*path)) throw os_error(source, ENOTDIR, "name the folder that holds the files");
  return *path;
}

// A view of its own mount point would wait for itself.
void check_apart(const std::string& source, const std::string& directory) {
  sys::error_code error;
  const std::string target = fs::weakly_canonical(directory, error).string();
  const std::string inside = source == "/" ? source : source + "/";
  if (target != source && target.compare(0, inside.size(), inside) != 0) return;
  throw usage_error(directory + ": lies in " + source, "mount on a directory outside the folder that is shown");
}

// Eviction works on whole chunks, and read-ahead needs some room.
std::uint64_t checked_bound(std::int64_t memory_b) {
  constexpr std::int64_t kLeast = 4 * static_cast<std::int64_t>(RecentUse::kChunk_b);
  if (memory_b >= 0 && memory_b < kLeast) throw usage_error("--memory: less than 4Mi", "give the page cache more room");
  return static_cast<std::uint64_t>(std::max<std::int64_t>(memory_b, 0));
}

std::optional<BoardOfDisk> board_of(const cli::Context& context) {
  if (const auto& emulation = context.root.emulation())
    return BoardOfDisk{context.root.directory().string(), *emulation};
  if (context.root.is_host()) return std::nullopt;
  throw usage_error("disk: --root is not an emulated board", "name a directory that `jetsim mount` serves");
}

// What the training of the workload leaves of the board's memory, with the minibatches it has by default.
std::uint64_t bound_of(const BoardSpec& board, const std::string& workload) {
  if (!board.is_jetson()) return static_cast<std::uint64_t>(board.page_cache_b(0));
  const Surface surface(board, workload);
  return static_cast<std::uint64_t>(board.page_cache_b(surface.memory_b(surface.default_batch())));
}

int disk(const Options& options, cli::Context& context) {
  DiskOptions chosen;
  chosen.medium = medium_of(options);
  chosen.memory_b = checked_bound(options.memory_b);
  chosen.source = source_folder(options.source);
  const std::optional<BoardOfDisk> board = board_of(context);
  if (!board && !options.workload.empty())
    throw usage_error("--workload: no board, whose memory it takes", "give --root DIR of a board, or --memory");
  if (board && chosen.memory_b == 0) {
    chosen.memory_b =
        bound_of(BoardSpec(board->emulation.board), options.workload.empty() ? "mobilenetv3" : options.workload);
  }
  check_apart(chosen.source, options.directory);
  check_fuse();
  chosen.directory = mount_point(options.directory);
  serve_mount(options.foreground,
              [&](const std::function<void()>& ready) { serve_disk(chosen, board, context.signals, ready); });
  return to_int(ExitCode::ok);
}

}  // namespace

cli::Subcommand disk_subcommand() {
  return cli::subcommand("disk", "Show a folder as it would be on a hard disk, SD card, eMMC, SSD or NVMe", declare,
                         disk);
}

}  // namespace wattline::jetsim
