// SPDX-License-Identifier: Apache-2.0
#include "platform/load/block_device.hpp"

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "base/counter.hpp"
#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "io/filesystem.hpp"
#include "io/real_path.hpp"
#include "io/unread.hpp"

namespace wattline::platform {

namespace {

std::string real_path(const fs::path& path) {
  if (const auto real = io::real_path(path.string())) return *real;
  throw os_error(path.string(), errno);
}

constexpr double kSectorBytes = 512;  // of these counters, whatever the disk's own sectors are
constexpr double kMsPerS = 1e3;
constexpr double kTimeWraps_ms = 4294967296.0;  // times are 32 bits wide on every kernel (block/genhd.c)
// More than any disk or array does.
constexpr double kMostRequestsPerS = 1e9, kMostSectorsPerS = 1e12 / kSectorBytes, kMostQueue = 1e6;
constexpr double kLongestWait_ms = 3.6e6;
constexpr double kSlack_ms = 100;  // of the time with requests: the kernel counts ticks, and a look may come late

struct Mount {
  std::string source, options;
};

// The mount that holds a path: the longest mount point in front of it (proc(5), mountinfo).
Mount find_mount(const std::string& path) {
  const std::string real = real_path(path);
  const std::string table = io::read_text("/proc/self/mountinfo").value_or("");
  Mount best;
  std::size_t best_length = 0;
  for (const std::string_view line : split(table, '\n')) {
    const auto words = split_blanks(line);
    const std::size_t dash = line.find(" - ");
    if (words.size() < 5 || dash == std::string_view::npos) continue;
    const std::string point(words[4]);
    const bool inside = point == "/" || real == point || real.compare(0, point.size() + 1, point + "/") == 0;
    if (!inside || point.size() < best_length) continue;
    const auto after = split_blanks(line.substr(dash + 3));
    if (after.size() < 3) continue;
    best_length = point.size();
    best = {std::string(after[1]), std::string(after[2])};
  }
  return best;
}

std::string overlay_upper(const std::string& options) {
  for (const std::string_view option : split(options, ',')) {
    if (option.compare(0, 9, "upperdir=") == 0) return std::string(option.substr(9));
  }
  return "";
}

Error no_disk(const std::string& path) {
  return unavailable(path + ": no disk carries it", "name a device, as lsblk lists them");
}

// The device number of what carries the path; btrfs, overlayfs and the like have none of their own.
dev_t device_number(const std::string& path, int depth = 0) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    if (depth > 0 && !io::is_read_failure(errno)) throw no_disk(path);  // a container has no node of the disk
    throw os_error(path, errno);
  }
  if (S_ISBLK(status.st_mode)) return status.st_rdev;
  if (major(status.st_dev) != 0) return status.st_dev;
  const Mount mount = find_mount(path);
  const std::string upper = overlay_upper(mount.options);
  if (depth < 8 && !upper.empty() && fs::exists(upper)) return device_number(upper, depth + 1);
  if (depth < 8 && mount.source.compare(0, 5, "/dev/") == 0) return device_number(mount.source, depth + 1);
  throw no_disk(path);
}

// One step down: a partition's disk, or the only device below a dm or md device. Empty at the bottom.
fs::path below(const fs::path& device) {
  if (fs::exists(device / "partition")) return device.parent_path();
  const auto slaves = io::list_directory(device / "slaves");
  return slaves.size() == 1 ? fs::path(real_path(device / "slaves" / slaves.front())) : fs::path();
}

fs::path link_of(const io::Root& root, dev_t number) {
  return root.path("/sys/dev/block/" + std::to_string(major(number)) + ":" + std::to_string(minor(number)));
}

// The device's folder in sysfs.
fs::path find_device(const std::string& path, const io::Root& root) {
  const bool is_path = path.find('/') != std::string::npos || fs::exists(path);
  const fs::path by_name = root.path("/sys/class/block/" + path);
  if (!is_path && fs::exists(by_name)) return real_path(by_name);
  struct stat status {};
  if (!root.is_host() && is_path && ::stat(path.c_str(), &status) == 0) {
    const fs::path link = link_of(root, status.st_dev);
    if (fs::exists(link)) return real_path(link);
  }
  if (!root.is_host()) return find_device(path, io::Root());
  const fs::path link = link_of(root, device_number(path));
  if (!fs::exists(link)) throw no_disk(path);
  return real_path(link);
}

}  // namespace

BlockDevice find_block_device(const std::string& path, const io::Root& root) {
  const fs::path device = find_device(path, root);
  BlockDevice found{device.filename().string(), path, {}};
  for (fs::path next = device; !next.empty(); next = below(next)) {
    found.name = next.filename().string();
    found.chain += " -> " + found.name;
    found.stat = (next / "stat").string();
  }
  return found;
}

DiskLoad::DiskLoad(const BlockDevice& device) : path_(device.stat), stat_(device.stat, 512) {}

// 11 fields before Linux 4.18, 15 with discards, 17 with flushes: the first 11 are the same.
bool DiskLoad::parse(Counters& counters) {
  auto text = stat_.read();
  if (!text) return false;
  double fields[11];
  for (double& field : fields) {
    const auto value = to_int64(trim(io::take_word(*text)));
    if (!value) return false;
    field = static_cast<double>(*value);
  }
  counters = {fields[0], fields[2], fields[3], fields[4], fields[6], fields[7], fields[9], fields[10]};
  return true;
}

// A time that goes back has wrapped, unless a count went back too.
bool DiskLoad::since(const Counters& last, const Counters& now, double dt_s, Counters& grown) {
  bool known = true;
  const auto add = [&](double Counters::*field, double most, double wraps_at) {
    const auto by = growth(last.*field, now.*field, most, wraps_at);
    known = known && by;
    grown.*field = by.value_or(NAN);
  };
  for (double Counters::*count : {&Counters::reads, &Counters::writes}) add(count, kMostRequestsPerS * dt_s, 0);
  for (double Counters::*count : {&Counters::read_sectors, &Counters::write_sectors}) {
    add(count, kMostSectorsPerS * dt_s, 0);
  }
  add(&Counters::read_ms, kLongestWait_ms * grown.reads, kTimeWraps_ms);
  add(&Counters::write_ms, kLongestWait_ms * grown.writes, kTimeWraps_ms);
  add(&Counters::busy_ms, kMsPerS * dt_s + kSlack_ms, kTimeWraps_ms);
  add(&Counters::weighted_ms, kMostQueue * kMsPerS * dt_s, kTimeWraps_ms);
  return known;
}

void DiskLoad::read(LoadRow& row, std::int64_t mono_ns) {
  Counters now, grown;
  const bool is_read = parse(now);
  const double dt_s = static_cast<double>(mono_ns - last_ns_) * 1e-9;
  if (is_read && last_ns_ != 0 && dt_s > 0) {
    if (since(last_, now, dt_s, grown)) {
      row.read_per_s = grown.reads / dt_s;
      row.write_per_s = grown.writes / dt_s;
      row.read_b_per_s = grown.read_sectors * kSectorBytes / dt_s;
      row.write_b_per_s = grown.write_sectors * kSectorBytes / dt_s;
      row.read_await_ms = grown.reads > 0 ? grown.read_ms / grown.reads : NAN;
      row.write_await_ms = grown.writes > 0 ? grown.write_ms / grown.writes : NAN;
      row.queue = grown.weighted_ms / (kMsPerS * dt_s);
      row.util_pct = std::min(100 * grown.busy_ms / (kMsPerS * dt_s), 100.0);
    } else {
      row.broken.push_back(path_);
    }
  }
  last_ = now;
  last_ns_ = is_read ? mono_ns : 0;
}

}  // namespace wattline::platform
