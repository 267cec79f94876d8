// SPDX-License-Identifier: Apache-2.0
// A board as its data file describes it: share/boards/NAME.tsv, whose README.md lists the keys.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace wattline::jetsim {

// Keys may repeat; values are words separated by blanks. The key `base` names another board of the folder: the file has
// the rows of that board for all keys that it does not have itself.
class BoardFile {
 public:
  explicit BoardFile(const std::string& path);
  bool has(const std::string& key) const { return rows_.count(key) != 0; }
  // One value; a data error when the key is absent.
  const std::string& text(const std::string& key) const;
  std::string text_or(const std::string& key, const std::string& otherwise) const;
  double number_or(const std::string& key, double otherwise) const;
  std::vector<std::int64_t> integers(const std::string& key) const;
  // All values of a repeated key, in file order.
  std::vector<std::string> all(const std::string& key) const;
  const std::string& path() const { return path_; }

 private:
  // Adds the keys of another file that are not there yet; returns the name of that file's base, or nothing.
  std::string add_missing(const std::string& path);
  std::string path_;
  std::map<std::string, std::vector<std::string>> rows_;
};

// A file of share/boards: from WATTLINE_DATA, beside the installed program, or in the source tree.
std::string data_file(const std::string& name);
// Names of the boards there are, sorted.
std::vector<std::string> board_names();

// As /proc/cpuinfo names a kind of core: "0x41" and "0xd42".
struct CorePart {
  std::string implementer, part;
};

struct ChipSpec {
  std::string device;      // "1-0040", as the I2C bus names it
  std::string driver;      // ina3221 (hwmon), ina3221x (IIO), ina238
  std::string controller;  // under /sys/devices
  std::string node;        // hwmonN or iio:deviceN
};

struct RailSpec {
  std::string chip;  // ChipSpec::device
  int channel = 0;   // 1..3
  std::string label;
  std::int64_t shunt_uohm = 0;
  std::int64_t bus_mv = 0;
  std::string scope;                    // total, part, nested
  std::map<std::string, double> parts;  // consumers that this rail feeds, with the regulator's loss factor
};

struct ModeSpec {
  int id = 0;
  std::string name;
  int cores = 0;
  std::int64_t cpu_khz = 0, gpu_hz = 0, emc_hz = 0;  // caps; -1 = none
  int tpc_mask = 0;
};

struct BoardSpec {
  // `boot`: id or name of the mode that it booted in; empty = its default, with all units of the GPU. Throws a usage
  // error that lists the modes for an unknown one.
  explicit BoardSpec(const std::string& name, const std::string& boot = "");
  std::string name;
  BoardFile file;
  std::string generation;      // kernel generation, "5.10"
  std::string kernel_release;  // "5.10.104-tegra"
  int l4t_major = 0;
  std::string l4t_revision;
  std::vector<std::vector<int>> policies;
  std::vector<CorePart> parts;  // one for each of the policies
  std::vector<int> core_order;  // the first N of these are online in a mode of N cores
  std::vector<std::int64_t> cpu_khz, gpu_hz, emc_hz;
  std::vector<ChipSpec> chips;
  std::vector<RailSpec> rails;
  std::vector<ModeSpec> modes;
  int default_mode = 0;
  int boot_mode = 0;
  double gpu_units = 1;  // that have power since boot, as a share of those in the mode that has most
  int fbp_mask = 0;  // of every mode
  // What the system and a training that needs so many bytes leave of the memory to the page cache.
  std::int64_t page_cache_b(double training_b) const;
  // What the system leaves of it to a training.
  double free_memory_b() const;
  // Or a PC: its cores and its energy counters are all there is.
  bool is_jetson() const { return l4t_major > 0; }
  int cores() const;
  const CorePart& part_of(int core) const;
  const ModeSpec& mode(int id) const;
};

}  // namespace wattline::jetsim
