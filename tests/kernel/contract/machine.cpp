// SPDX-License-Identifier: Apache-2.0
#include "machine.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "io/filesystem.hpp"

namespace wattline::contract {

namespace {

// The INA3221 of AGX Orin and Orin Nano sit on bus 1 (mainline's tegra234-p3701 and -p3767 device trees).
constexpr struct {
  const char *name, *directory, *table;
} kDevices[] = {
    {"gpu", "/sys/class/devfreq", "available_frequencies"},
    {"ina", "/sys/bus/i2c/drivers/ina3221/1-0040/hwmon", nullptr},
    {"ina2", "/sys/bus/i2c/drivers/ina3221/1-0041/hwmon", nullptr},
};
const char* const kCpus = "/sys/devices/system/cpu/";
const char* const kEmc = "/sys/kernel/debug/bpmp/debug/clk/emc";

// policy0, policy4 ...: by number, not by name.
std::vector<int> policy_numbers(const fs::path& cpufreq) {
  std::vector<int> numbers;
  for (const std::string& name : io::list_directory(cpufreq)) {
    const auto number = name.compare(0, 6, "policy") == 0 ? to_int64(name.substr(6)) : std::nullopt;
    if (number) numbers.push_back(static_cast<int>(*number));
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

std::vector<std::int64_t> read_table(const fs::path& path) {
  std::vector<std::int64_t> table = io::read_ints(path);
  std::sort(table.begin(), table.end());
  return table;
}

// devfreq devices that are the GPU: 17000000.gpu, .ga10b, .gv11b, .gp10b.
bool is_gpu(const std::string& name) {
  return name.find("gpu") != std::string::npos || (name.size() > 2 && name.find(".g") != std::string::npos);
}

std::pair<std::string, std::string> split_name(const std::string& file) {
  const std::size_t slash = file.find('/');
  if (slash == std::string::npos) throw usage_error(file + ": not INTERFACE/FILE");
  return {file.substr(0, slash), file.substr(slash + 1)};
}

}  // namespace

Machine::Machine(const io::Root& root) : root_(root) {
  add_policies();
  add_devices();
}

void Machine::add_policies() {
  const fs::path cpus = root_.path(kCpus);
  std::string name = "A";
  for (const int number : policy_numbers(cpus / "cpufreq")) {
    const fs::path policy = cpus / "cpufreq" / ("policy" + std::to_string(number));
    directories_[name] = {policy};
    tables_[name] = read_table(policy / "scaling_available_frequencies");
    std::vector<int> cores;
    for (const std::int64_t core : io::read_ints(policy / "related_cpus")) cores.push_back(static_cast<int>(core));
    cores_[name] = format_cpu_list(cores);
    for (const int core : cores) directories_["cores" + name].push_back(cpus / ("cpu" + std::to_string(core)));
    directories_["core" + name] = {directories_["cores" + name].front()};
    tables_["core" + name] = tables_[name];
    std::vector<fs::path>& others = directories_["others"];
    const std::vector<fs::path>& all = directories_["cores" + name];
    others.insert(others.end(), all.begin() + (name == "A" ? 1 : 0), all.end());
    ++name[0];
  }
}

void Machine::add_devices() {
  for (const auto& device : kDevices) {
    const fs::path directory = root_.path(device.directory);
    for (const std::string& entry : io::list_directory(directory)) {
      if (device.table && !is_gpu(entry)) continue;
      directories_[device.name] = {directory / entry};
      if (device.table) tables_[device.name] = read_table(directory / entry / device.table);
      break;
    }
  }
  const fs::path emc = root_.path(kEmc);
  directories_["emc"] = {emc};
  tables_["emc"] = {io::read_int(emc / "min_rate").value_or(0), io::read_int(emc / "max_rate").value_or(0)};
}

std::vector<fs::path> Machine::paths(const std::string& file) const {
  if (file[0] == '/') return {root_.path(file)};
  const auto [interface, name] = split_name(file);
  const auto found = directories_.find(interface);
  if (found == directories_.end()) throw unavailable(file + ": this machine has no " + interface);
  std::vector<fs::path> paths;
  for (const fs::path& directory : found->second) paths.push_back(directory / name);
  return paths;
}

bool Machine::has_interface(const std::string& file) const {
  if (file[0] == '/') return fs::exists(root_.path(file).parent_path());
  const auto found = directories_.find(split_name(file).first);
  return found != directories_.end() && fs::exists(found->second.front());
}

std::int64_t Machine::entry(const std::string& interface, std::string_view name) const {
  const auto found = tables_.find(interface);
  if (found == tables_.end() || found->second.empty()) throw unavailable(interface + ": no table of rates");
  if (name == "low") return found->second.front();
  if (name == "high") return found->second.back();
  return found->second.at(static_cast<std::size_t>(to_int64(name.substr(3)).value_or(-1)));
}

std::string Machine::text(const std::string& file, const std::string& value) const {
  if (value.compare(0, 4, "cpus") == 0 && cores_.count(value.substr(4)) != 0) return cores_.at(value.substr(4));
  const bool symbolic = value.compare(0, 3, "low") == 0 || value.compare(0, 4, "high") == 0 ||
                        (value.compare(0, 3, "opp") == 0 && value.size() > 3);
  if (!symbolic) return value;
  const std::size_t end = std::min(value.find_first_of("+- \n"), value.size());
  std::int64_t number = entry(split_name(file).first, value.substr(0, end));
  const std::size_t rest = std::min(value.find_first_of(" \n"), value.size());
  const std::string offset = value.substr(end, rest - end);
  if (!offset.empty()) number += to_int64(offset[0] == '+' ? offset.substr(1) : offset).value();
  return std::to_string(number) + value.substr(rest);
}

}  // namespace wattline::contract
