// SPDX-License-Identifier: Apache-2.0
// The disk that holds a path, and its activity.
#pragma once
#include <cstdint>
#include <string>

#include "io/reused_file.hpp"
#include "io/root.hpp"
#include "platform/load/load_row.hpp"

namespace wattline::platform {

struct BlockDevice {
  std::string name;   // "nvme0n1"
  std::string chain;  // how it was found: "/data -> dm-0 -> nvme0n1p2 -> nvme0n1"
  std::string stat;   // path of its counters
};

// The whole disk that carries `path` (a file, a folder, a device node or a device name). Partitions lead to their
// disk, dm and md devices to the one disk below them; with several disks below, the dm or md device itself. A disk of
// the root is taken before one of the host: a `jetsim disk` that its board counts. Data sets lie on the host otherwise.
// Throws unavailable when nothing carries it (tmpfs, a network).
BlockDevice find_block_device(const std::string& path, const io::Root& root);

// Documentation/admin-guide/iostats.rst; the formulas are sysstat's. The row is empty where counters went back or grew
// by more than a disk can do: another disk has taken the name, or the counters were reset.
class DiskLoad {
 public:
  explicit DiskLoad(const BlockDevice& device);
  void read(LoadRow& row, std::int64_t mono_ns);

 private:
  struct Counters {
    double reads = NAN, read_sectors = NAN, read_ms = NAN, writes = NAN, write_sectors = NAN, write_ms = NAN,
           busy_ms = NAN, weighted_ms = NAN;
  };
  bool parse(Counters& counters);
  static bool since(const Counters& last, const Counters& now, double dt_s, Counters& grown);
  std::string path_;
  io::ReusedFile stat_;
  Counters last_;
  std::int64_t last_ns_ = 0;
};

}  // namespace wattline::platform
