// SPDX-License-Identifier: Apache-2.0
#include "jetsim/spec/board_spec.hpp"

#include <algorithm>
#include <bitset>
#include <optional>
#include <set>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/file_name.hpp"
#include "io/filesystem.hpp"
#include "io/tsv_reader.hpp"
#include "jetsim/spec/data_folder.hpp"

namespace wattline::jetsim {

namespace {

std::int64_t to_integer(const BoardFile& file, std::string_view word) {
  const auto value = to_int64(word);
  if (!value) throw data_error(file.path() + ": '" + std::string(word) + "' is not an integer");
  return *value;
}

std::vector<std::string> words_of(const BoardFile& file, const std::string& value, std::size_t least) {
  const auto views = split_blanks(value);
  if (views.size() < least) throw data_error(file.path() + ": '" + value + "' has too few words");
  return {views.begin(), views.end()};
}

std::vector<std::vector<int>> read_policies(const BoardFile& file) {
  std::vector<std::vector<int>> policies;
  for (const std::string& list : file.all("cpu.policy")) {
    const auto cpus = parse_cpu_list(list);
    if (!cpus || cpus->empty()) throw data_error(file.path() + ": cpu.policy '" + list + "' is not a CPU list");
    policies.push_back(*cpus);
  }
  return policies;
}

// One value for all policies, or one for each.
std::vector<CorePart> read_parts(const BoardFile& file, std::size_t policies) {
  std::vector<CorePart> parts;
  for (const std::string& value : file.all("cpu.part")) {
    const auto words = words_of(file, value, 2);
    parts.push_back({words[0], words[1]});
  }
  if (parts.size() == 1) parts.resize(policies, parts.front());
  if (parts.size() != policies) throw data_error(file.path() + ": cpu.part must have one value, or one per cpu.policy");
  return parts;
}

// "0,3-5,1-2": in the order written. Without the key the cores count from 0.
std::vector<int> read_order(const BoardFile& file, const std::vector<std::vector<int>>& policies) {
  std::vector<int> order;
  const std::string text = file.text_or("cpu.order", "");
  for (const std::string_view part : split(text, ',')) {
    const auto cpus = parse_cpu_list(part);
    if (cpus) order.insert(order.end(), cpus->begin(), cpus->end());
  }
  if (!order.empty()) return order;
  for (const std::vector<int>& policy : policies) order.insert(order.end(), policy.begin(), policy.end());
  return order;
}

std::vector<ChipSpec> read_chips(const BoardFile& file) {
  std::vector<ChipSpec> chips;
  for (const std::string& value : file.all("i2c")) {
    const auto words = words_of(file, value, 4);
    chips.push_back({words[0], words[1], words[2], words[3]});
  }
  return chips;
}

RailSpec read_rail(const BoardFile& file, const std::string& value) {
  const auto words = words_of(file, value, 6);
  RailSpec rail;
  rail.chip = words[0];
  rail.channel = static_cast<int>(to_integer(file, words[1]));
  rail.label = words[2];
  rail.shunt_uohm = to_integer(file, words[3]);
  rail.bus_mv = to_integer(file, words[4]);
  rail.scope = words[5];
  for (std::size_t i = 6; i < words.size(); ++i) {
    const std::size_t colon = words[i].find(':');
    if (colon == std::string::npos) throw data_error(file.path() + ": rail part '" + words[i] + "' is not NAME:FACTOR");
    rail.parts[words[i].substr(0, colon)] = to_double(words[i].substr(colon + 1)).value_or(0);
  }
  return rail;
}

ModeSpec read_mode(const BoardFile& file, const std::string& value) {
  const auto words = words_of(file, value, 7);
  const auto number = [&](std::size_t i) { return to_integer(file, words[i]); };
  return {static_cast<int>(number(0)), words[1], static_cast<int>(number(2)), number(3), number(4), number(5),
          static_cast<int>(number(6))};
}

}  // namespace

BoardFile::BoardFile(const std::string& path) : path_(path) {
  std::set<std::string> names;
  std::string base = add_missing(path);
  while (!base.empty()) {
    if (!names.insert(base).second) throw data_error(path + ": base '" + base + "' has itself as its base");
    base = add_missing((fs::path(path).parent_path() / (base + ".tsv")).string());
  }
}

std::string BoardFile::add_missing(const std::string& path) {
  std::map<std::string, std::vector<std::string>> rows;
  io::TsvReader reader{path};
  const std::size_t key = reader.require("key"), value = reader.require("value");
  while (reader.next()) rows[std::string(reader.field(key))].emplace_back(reader.field(value));
  reader.require_whole();
  const std::string base = rows.count("base") == 0 ? "" : rows["base"].front();
  rows_.insert(rows.begin(), rows.end());
  return base;
}

const std::string& BoardFile::text(const std::string& key) const {
  const auto found = rows_.find(key);
  if (found == rows_.end()) throw data_error(path_ + ": no key '" + key + "'");
  return found->second.front();
}

std::string BoardFile::text_or(const std::string& key, const std::string& otherwise) const {
  return has(key) ? text(key) : otherwise;
}

double BoardFile::number_or(const std::string& key, double otherwise) const {
  if (!has(key)) return otherwise;
  const auto value = to_double(text(key));
  if (!value) throw data_error(path_ + ": " + key + " '" + text(key) + "' is not a number");
  return *value;
}

std::vector<std::int64_t> BoardFile::integers(const std::string& key) const {
  std::vector<std::int64_t> values;
  if (!has(key)) return values;
  for (const std::string_view word : split_blanks(text(key))) values.push_back(to_integer(*this, word));
  return values;
}

std::vector<std::string> BoardFile::all(const std::string& key) const {
  const auto found = rows_.find(key);
  return found == rows_.end() ? std::vector<std::string>{} : found->second;
}

std::string data_file(const std::string& name) {
  return (data_folder("boards") / name).string();
}

std::vector<std::string> board_names() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(data_folder("boards"))) {
    const std::string& path = entry.path().native();
    if (io::file_suffix(path) == ".tsv") names.emplace_back(io::file_stem(path));
  }
  std::sort(names.begin(), names.end());
  return names;
}

namespace {

std::string board_path(const std::string& name) {
  for (const char* folder : {"", "machines/"}) {  // the latter has what is no Jetson
    const std::string path = data_file(folder + name + ".tsv");
    if (name.find('/') == std::string::npos && fs::exists(path)) return path;
  }
  throw usage_error("--board " + name + ": not known", "one of: " + join(board_names(), ", "));
}

// Two names are equal if they differ in case only, as for nvpmodel.
const ModeSpec& mode_called(const std::vector<ModeSpec>& modes, const std::string& name) {
  std::vector<std::string> names;
  for (const ModeSpec& mode : modes) {
    if (name == std::to_string(mode.id) || to_lower(name) == to_lower(mode.name)) return mode;
    names.push_back(mode.name);
  }
  throw usage_error("--boot " + name + ": not a mode of this board",
                    names.empty() ? "it has none" : "one of: " + join(names, ", "));
}

// A set bit of the mask switches a unit off. Empty where the number of units is not known.
std::optional<double> powered_units(const BoardFile& file, int mask) {
  const double all = file.number_or("gpu.units", 0);
  if (all <= 0) return std::nullopt;
  return all - static_cast<double>(std::bitset<32>(static_cast<unsigned>(mask)).count());
}

}  // namespace

BoardSpec::BoardSpec(const std::string& board, const std::string& boot)
    : name(board),
      file(board_path(board)),
      policies(read_policies(file)),
      parts(read_parts(file, policies.size())),
      core_order(read_order(file, policies)),
      cpu_khz(file.integers("cpu.khz")),
      gpu_hz(file.integers("gpu.hz")),
      emc_hz(file.integers("emc.hz")),
      chips(read_chips(file)) {
  const auto kernel = words_of(file, file.text("kernel"), 2);
  generation = kernel[0];
  kernel_release = kernel[1];
  const auto l4t = words_of(file, file.text("l4t"), 2);
  l4t_major = static_cast<int>(to_integer(file, l4t[0]));
  l4t_revision = l4t[1];
  for (const std::string& value : file.all("rail")) rails.push_back(read_rail(file, value));
  for (const std::string& value : file.all("mode")) modes.push_back(read_mode(file, value));
  default_mode = static_cast<int>(to_integer(file, file.text("mode.default")));
  fbp_mask = static_cast<int>(to_integer(file, file.text_or("nvpmodel.fbp", "0")));
  boot_mode = boot.empty() ? default_mode : mode_called(modes, boot).id;
  if (boot.empty()) return;
  double most = 0;
  for (const ModeSpec& each : modes) most = std::max(most, powered_units(file, each.tpc_mask).value_or(0));
  if (most > 0) gpu_units = *powered_units(file, mode(boot_mode).tpc_mask) / most;
}

// A Xavier NX of 8 GB that trained MobileNetV3 on 2.8 GB of images read more than 94 % of them again in each epoch, an
// AGX Xavier of 32 GB none (study of 2023, section 5.4): with the 2 GB of this training, 6.25 GB were in use.
std::int64_t BoardSpec::page_cache_b(double training_b) const {
  constexpr double kUsed_b = 4.2e9, kLeastPart = 0.12, kBytesPerKib = 1024;
  const double memory_b = file.number_or("memory_kb", 0) * kBytesPerKib;
  return static_cast<std::int64_t>(std::max(memory_b - kUsed_b - training_b, kLeastPart * memory_b));
}

double BoardSpec::free_memory_b() const {
  constexpr double kSystem_b = 1.2e9, kBytesPerKib = 1024;
  return file.number_or("memory_kb", 0) * kBytesPerKib - kSystem_b;
}

int BoardSpec::cores() const {
  return static_cast<int>(core_order.size());
}

const CorePart& BoardSpec::part_of(int core) const {
  const auto holds = [core](const std::vector<int>& cpus) {
    return std::find(cpus.begin(), cpus.end(), core) != cpus.end();
  };
  return parts.at(static_cast<std::size_t>(std::find_if(policies.begin(), policies.end(), holds) - policies.begin()));
}

const ModeSpec& BoardSpec::mode(int id) const {
  for (const ModeSpec& mode : modes) {
    if (mode.id == id) return mode;
  }
  throw data_error(file.path() + ": no mode " + std::to_string(id));
}

}  // namespace wattline::jetsim
