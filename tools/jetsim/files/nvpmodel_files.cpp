// SPDX-License-Identifier: Apache-2.0
// /etc/nvpmodel.conf in NVIDIA's grammar, written from the board file's modes, and nvpmodel's saved state.
#include <fmt/format.h>

#include <set>

#include "base/parse.hpp"
#include "jetsim/files/system_files.hpp"

namespace wattline::jetsim {

namespace {

const std::string kCpus = "/sys/devices/system/cpu/";

// One PARAM with its ARG lines.
std::string param(const char* type, const std::string& name,
                  const std::vector<std::pair<std::string, std::string>>& arguments) {
  std::string text = fmt::format("< PARAM TYPE={} NAME={} >\n", type, name);
  for (const auto& [argument, path] : arguments) text += argument + " " + path + "\n";
  return text + "\n";
}

std::string core_name(int cpu) {
  return "CORE_" + std::to_string(cpu);
}

// A name per cluster, or one stem that is numbered.
std::string cluster_name(const BoardSpec& board, std::size_t i) {
  const std::string names = board.file.text_or("nvpmodel.cluster", "CPU");
  const auto words = split_blanks(names);
  return words.size() > 1 ? std::string(words.at(i)) : names + "_" + std::to_string(i);
}

std::set<int> online_in(const BoardSpec& board, const ModeSpec& mode) {
  return {board.core_order.begin(), board.core_order.begin() + mode.cores};
}

bool names_core(const BoardSpec& board, int cpu) {
  return cpu != 0 || board.file.text_or("nvpmodel.core0", "") != "absent";
}

bool has_masks(const BoardSpec& board) {
  return board.file.has("gpu.masks");
}

std::string emc_path(const BoardSpec& board) {
  return board.file.text("emc.cap") == "clk" ? "/sys/kernel/nvpmodel_clk_cap/emc"
                                             : "/sys/kernel/nvpmodel_emc_cap/emc_iso_cap";
}

std::string parameters(const BoardSpec& board) {
  const std::string device = board.file.text("gpu.device");
  const std::string devfreq =
      device + "/devfreq/" + board.file.text_or("gpu.devfreq", device.substr(device.rfind('/') + 1));
  const std::string alias = board.file.text_or("gpu.alias", device);
  std::vector<std::pair<std::string, std::string>> online;
  for (int cpu = 0; cpu < board.cores(); ++cpu)
    if (names_core(board, cpu)) online.emplace_back(core_name(cpu), fmt::format("{}cpu{}/online", kCpus, cpu));
  std::string text = param("FILE", "CPU_ONLINE", online);
  if (has_masks(board)) {
    text += param("FILE", "FBP_POWER_GATING", {{"FBP_PG_MASK", alias + "/fbp_pg_mask"}});
    text += param("FILE", "TPC_POWER_GATING", {{"TPC_PG_MASK", alias + "/tpc_pg_mask"}});
  }
  text += param("FILE", "GPU_POWER_CONTROL_ENABLE", {{"GPU_PWR_CNTL_EN", alias + "/power/control"}});
  text += param("FILE", "GPU_POWER_CONTROL_DISABLE", {{"GPU_PWR_CNTL_DIS", alias + "/power/control"}});
  for (std::size_t i = 0; i < board.policies.size(); ++i) {
    const std::string cpufreq = fmt::format("{}cpu{}/cpufreq/", kCpus, board.policies[i].front());
    text += param("CLOCK", cluster_name(board, i),
                  {{"FREQ_TABLE", cpufreq + "scaling_available_frequencies"},
                   {"MAX_FREQ", cpufreq + "scaling_max_freq"},
                   {"MIN_FREQ", cpufreq + "scaling_min_freq"}});
  }
  text += param("CLOCK", "GPU",
                {{"FREQ_TABLE", devfreq + "/available_frequencies"},
                 {"MAX_FREQ", devfreq + "/max_freq"},
                 {"MIN_FREQ", devfreq + "/min_freq"}});
  // Without the blank before '>', as NVIDIA's own files for Orin have it.
  return text + fmt::format("<PARAM TYPE=CLOCK NAME=EMC >\nMAX_FREQ {}\n\n", emc_path(board));
}

std::string model(const BoardSpec& board, const ModeSpec& mode) {
  const std::set<int> online = online_in(board, mode);
  std::string text = fmt::format("< POWER_MODEL ID={} NAME={} >\n", mode.id, mode.name);
  for (int cpu = 0; cpu < board.cores(); ++cpu) {
    if (names_core(board, cpu)) text += fmt::format("CPU_ONLINE {} {}\n", core_name(cpu), online.count(cpu));
  }
  if (has_masks(board)) {
    text += fmt::format("FBP_POWER_GATING FBP_PG_MASK {}\nTPC_POWER_GATING TPC_PG_MASK {}\n", board.fbp_mask,
                        mode.tpc_mask);
  }
  text += "GPU_POWER_CONTROL_ENABLE GPU_PWR_CNTL_EN on\n";
  for (std::size_t i = 0; i < board.policies.size(); ++i) {
    if (online.count(board.policies[i].front()) == 0) continue;  // clusters that are wholly offline are left out
    const std::string name = cluster_name(board, i);
    text += fmt::format("{0} MIN_FREQ {1}\n{0} MAX_FREQ {2}\n", name, board.file.text_or("nvpmodel.cpu_min", "0"),
                        mode.cpu_khz);
  }
  return text + fmt::format(
                    "GPU MIN_FREQ 0\nGPU MAX_FREQ {}\nGPU_POWER_CONTROL_DISABLE GPU_PWR_CNTL_DIS auto\n"
                    "EMC MAX_FREQ {}\n\n",
                    mode.gpu_hz, mode.emc_hz);
}

std::string configuration(const BoardSpec& board) {
  std::string text = "# Written by jetsim from the published settings of this board's modes.\n\n" + parameters(board);
  text +=
      "###########################\n#                         #\n# POWER_MODEL DEFINITIONS #\n#                        "
      " #\n"
      "###########################\n\n";
  for (const ModeSpec& mode : board.modes) text += model(board, mode);
  return text + fmt::format("# mandatory section to configure the default mode\n< PM_CONFIG DEFAULT={} >\n",
                            board.default_mode);
}

}  // namespace

void add_nvpmodel_files(Tree& tree, const BoardSpec& board) {
  const std::string file = "/etc/nvpmodel/nvpmodel_" + board.file.text_or("nvpmodel.conf", board.name) + ".conf";
  tree.plain(file, configuration(board));
  tree.link("/etc/nvpmodel.conf", file.substr(1 + std::string("/etc").size()));
  tree.plain("/var/lib/nvpmodel/status", fmt::format("pmode:{:04} fmode:fan_mode_quiet\n", board.boot_mode));
  tree.plain("/var/lib/nvpmodel/conf_file_path", "/etc/nvpmodel.conf\n");
  tree.directory("/etc").writable = true;
  tree.directory("/var/lib/nvpmodel").writable = true;
}

}  // namespace wattline::jetsim
