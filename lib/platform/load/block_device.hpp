// SPDX-License-Identifier: Apache-2.0
// The disk under a path and what it is doing. Always the host's: data sets do not lie on emulated boards.
#pragma once
#include <cstdint>
#include <string>

#include "io/reused_file.hpp"
#include "platform/load/load_row.hpp"

namespace wattline::platform {

struct BlockDevice {
  std::string name;   // "nvme0n1"
  std::string chain;  // how it was found: "/data -> dm-0 -> nvme0n1p2 -> nvme0n1"
};

// The whole disk that carries `path` (a file, a folder, a device node or a device name). Partitions lead to their
// disk, dm and md devices to the one disk below them; with several disks below, the dm or md device itself.
// Throws unavailable when nothing carries it (tmpfs, a network).
BlockDevice find_block_device(const std::string& path);

// Documentation/admin-guide/iostats.rst; the formulas are sysstat's.
class DiskLoad {
 public:
  explicit DiskLoad(const BlockDevice& device);
  void read(LoadRow& row, std::int64_t mono_ns);

 private:
  struct Counters {
    double reads = 0, read_sectors = 0, read_ms = 0, writes = 0, write_sectors = 0, write_ms = 0, busy_ms = 0,
           weighted_ms = 0;
  };
  bool parse(Counters& counters);
  io::ReusedFile stat_;
  Counters last_;
  std::int64_t last_ns_ = 0;
};

}  // namespace wattline::platform
