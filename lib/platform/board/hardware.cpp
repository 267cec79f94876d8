// SPDX-License-Identifier: Apache-2.0
#include "platform/board/hardware.hpp"

#include <algorithm>
#include <array>

#include "base/parse.hpp"
#include "io/attribute.hpp"

namespace wattline::platform {

namespace {

// Implementer and part of the MIDR register, as in the kernel's arch/arm64/include/asm/cputype.h.
constexpr std::array<std::array<const char*, 3>, 8> kCores{{{"0x41", "0xd03", "Cortex-A53"},
                                                            {"0x41", "0xd07", "Cortex-A57"},
                                                            {"0x41", "0xd08", "Cortex-A72"},
                                                            {"0x41", "0xd0b", "Cortex-A76"},
                                                            {"0x41", "0xd42", "Cortex-A78AE"},
                                                            {"0x41", "0xd83", "Neoverse V3AE"},
                                                            {"0x4e", "0x003", "Denver 2"},
                                                            {"0x4e", "0x004", "Carmel"}}};

// The GPU of each SoC, by its name in the kernel's drivers and its architecture.
constexpr std::array<std::array<const char*, 2>, 5> kGpus{{{"tegra210", "GM20B (Maxwell)"},
                                                           {"tegra186", "GP10B (Pascal)"},
                                                           {"tegra194", "GV11B (Volta)"},
                                                           {"tegra234", "GA10B (Ampere)"},
                                                           {"tegra264", "GB10B (Blackwell)"}}};

// The value of the first line "KEY : VALUE" of the text.
std::string value_of(std::string_view text, std::string_view key) {
  for (const std::string_view line : split(text, '\n')) {
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos && trim(line.substr(0, colon)) == key) {
      return std::string(trim(line.substr(colon + 1)));
    }
  }
  return "";
}

// A part that the table lacks is named by its numbers; a PC's kernel has a name instead.
std::string core_name(std::string_view processor) {
  const std::string implementer = value_of(processor, "CPU implementer"), part = value_of(processor, "CPU part");
  if (part.empty()) return value_of(processor, "model name");
  for (const auto& [known_implementer, known_part, name] : kCores) {
    if (implementer == known_implementer && part == known_part) return name;
  }
  return implementer + " " + part;
}

// /proc/cpuinfo has a paragraph per online core.
std::string cpu_names(const std::string& cpuinfo) {
  std::vector<std::string> names;
  for (std::size_t start = 0; start < cpuinfo.size();) {
    const std::size_t end = std::min(cpuinfo.find("\n\n", start), cpuinfo.size());
    const std::string name = core_name(std::string_view(cpuinfo).substr(start, end - start));
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    start = end + 2;
  }
  return join(names, " + ");
}

std::string count_cpus(const io::Root& root) {
  const auto cpus = parse_cpu_list(io::read_text(root.path("/sys/devices/system/cpu/present")).value_or(""));
  return cpus && !cpus->empty() ? std::to_string(cpus->size()) : "";
}

std::string gpu_name(const Board& board, const io::Root& root) {
  for (const auto& [soc, name] : kGpus) {
    if (board.soc == soc) return name;
  }
  const std::string driver = "/proc/driver/nvidia/gpus/";
  for (const std::string& gpu : io::list_directory(root.path(driver))) {
    const std::string text = io::read_text(root.path(driver + gpu + "/information")).value_or("");
    if (!text.empty()) return value_of(text, "Model");
  }
  return "";
}

std::string memory_b(const io::Root& root) {
  const std::string total = value_of(io::read_text(root.path("/proc/meminfo")).value_or(""), "MemTotal");
  const auto kilobytes = to_int64(total.substr(0, total.find(' ')));
  return kilobytes ? std::to_string(*kilobytes * 1024) : "";
}

// Loop, RAM and device-mapper devices have no hardware behind them, and no link to it.
void add_disks(const io::Root& root, io::Meta& facts) {
  for (const std::string& name : io::list_directory(root.path("/sys/block"))) {
    const std::string folder = "/sys/block/" + name;
    const auto sectors = io::read_int(root.path(folder + "/size"));  // of 512 bytes on every disk
    if (!io::exists(root.path(folder + "/device")) || !sectors || *sectors == 0) continue;
    const std::string disk = "disk." + name;
    facts.emplace_back(disk + ".model", trim(io::read_text(root.path(folder + "/device/model")).value_or("")));
    facts.emplace_back(disk + ".size_b", std::to_string(*sectors * 512));
    facts.emplace_back(disk + ".rotational", io::read_text(root.path(folder + "/queue/rotational")).value_or(""));
  }
}

}  // namespace

io::Meta hardware_facts(const Board& board, const io::Root& root) {
  io::Meta facts{{"cpu", cpu_names(io::read_text(root.path("/proc/cpuinfo")).value_or(""))},
                 {"cpus", count_cpus(root)},
                 {"gpu", gpu_name(board, root)},
                 {"memory_b", memory_b(root)}};
  add_disks(root, facts);
  return facts;
}

}  // namespace wattline::platform
