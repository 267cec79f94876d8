// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/machine_state.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <set>

#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "platform/board/thermal.hpp"
#include "platform/mode/services.hpp"

namespace wattline::platform {

namespace {

constexpr const char* kHidden = "NA";

// Reads files of the state, and records why a file that exists cannot be read.
class StateReader {
 public:
  explicit StateReader(const io::Root& root) : root_(root) {}

  std::optional<std::string> text(const std::string& path) {
    auto text = io::try_text(root_.path(path));
    if (!text.value && text.error != ENOENT && !is_write_only(path, text.error)) unread_.push_back({path, text.error});
    return std::move(text.value);
  }
  // A text that is not a number is recorded as EINVAL.
  std::optional<std::int64_t> number(const std::string& path) {
    const auto read = text(path);
    const auto value = read ? to_int64(trim(*read)) : std::nullopt;
    if (read && !value) unread_.push_back({path, EINVAL});
    return value;
  }
  // A core without an `online` file is always on.
  bool core_is_on(int cpu) { return number(core_online_file(cpu)).value_or(1) != 0; }

  void add_unknown(const std::string& path) { unread_.push_back({path, EIO}); }
  const std::vector<io::UnreadFile>& unread() const { return unread_; }
  // Removes what was recorded after the first `count` files, if its error says that the kernel hides it.
  void forget_hidden(std::size_t count) {
    if (unread_.size() > count && !io::is_read_failure(unread_.back().error)) unread_.resize(count);
  }

 private:
  bool is_write_only(const std::string& path, int error) const {
    struct stat status {};
    const bool is_known = error == EACCES && ::stat(root_.path(path).c_str(), &status) == 0;
    return is_known && (status.st_mode & (S_IRUSR | S_IRGRP | S_IROTH)) == 0;
  }

  const io::Root& root_;
  std::vector<io::UnreadFile> unread_;
};

// The file of each number of the state, so that saving and loading use the same list.
struct Slot {
  std::string path;
  std::optional<std::int64_t>* number;  // or
  std::string* text;
};

void add_clock(std::vector<Slot>& slots, ClockState& clock, const std::string& directory, const char* min,
               const char* max, const char* governor) {
  slots.push_back({directory + governor, nullptr, &clock.governor});
  slots.push_back({directory + min, &clock.min, nullptr});
  slots.push_back({directory + max, &clock.max, nullptr});
}

void add_emc(std::vector<Slot>& slots, EmcState& state, const Emc& emc) {
  const std::pair<const std::string*, std::optional<std::int64_t>*> fields[] = {{&emc.cap_file, &state.cap},
                                                                                {&emc.lock_file, &state.locked},
                                                                                {&emc.rate_control_file, &state.rate},
                                                                                {&emc.enable_file, &state.enabled},
                                                                                {&emc.halt_file, &state.halted}};
  for (const auto& [path, value] : fields) {
    if (!path->empty()) slots.push_back({*path, value, nullptr});
  }
}

std::vector<Slot> slots_of(const Machine& machine, MachineState& state) {
  std::vector<Slot> slots;
  for (const CpuPolicy& policy : machine.cpus.policies) {
    add_clock(slots, state.policies[policy.name], policy.directory, "/scaling_min_freq", "/scaling_max_freq",
              "/scaling_governor");
  }
  if (machine.gpu) {
    if (!state.gpu) state.gpu.emplace();
    add_clock(slots, *state.gpu, machine.gpu->directory, "/min_freq", "/max_freq", "/governor");
  }
  if (!state.emc) state.emc.emplace();
  add_emc(slots, *state.emc, machine.emc);
  return slots;
}

bool is_online(const MachineState& state, int cpu) {
  return std::find(state.online.begin(), state.online.end(), cpu) != state.online.end();
}

}  // namespace

bool MachineState::is_empty() const {
  const auto silent = [](const auto& entry) { return entry.second.is_empty(); };
  const bool no_emc = !emc || (!emc->cap && !emc->locked && !emc->rate);
  return online.empty() && others.empty() && no_emc && (!gpu || gpu->is_empty()) &&
         std::all_of(policies.begin(), policies.end(), silent);
}

namespace {

// Reads every slot that has a file. From kernel 6.1 on, a policy whose cores are all offline hides its files.
void read_slots(const Machine& machine, MachineState& state, StateReader& reader, const std::set<std::string>& hidden) {
  for (const Slot& slot : slots_of(machine, state)) {
    const std::size_t unread = reader.unread().size();
    // The memory clock may be read from another file than it is written to.
    const std::string& path = slot.number == &state.emc->rate ? machine.emc.rate_file : slot.path;
    if (slot.text) *slot.text = reader.text(path).value_or("");
    if (slot.number) *slot.number = reader.number(path);
    if (hidden.count(slot.path.substr(0, slot.path.rfind('/'))) > 0) reader.forget_hidden(unread);
  }
}

std::set<std::string> hidden_directories(const Machine& machine, const MachineState& state) {
  std::set<std::string> hidden;
  for (const CpuPolicy& policy : machine.cpus.policies) {
    const auto on = [&](int cpu) { return is_online(state, cpu); };
    if (std::none_of(policy.cpus.begin(), policy.cpus.end(), on)) hidden.insert(policy.directory);
  }
  return hidden;
}

}  // namespace

MachineState capture(const Machine& machine, const std::vector<std::string>& more,
                     std::vector<io::UnreadFile>* unread) {
  io::UnreadScope noted;
  MachineState state;
  StateReader reader(machine.root);
  for (const int cpu : machine.cpus.order) {
    if (reader.core_is_on(cpu)) state.online.push_back(cpu);
  }
  read_slots(machine, state, reader, hidden_directories(machine, state));
  if (!machine.emc.exists()) state.emc.reset();
  for (const std::string& path : more) {
    if (is_service_attribute(path)) {
      const io::UnreadScope own;
      const bool active = is_active_service(machine.root, path.substr(path.find(':') + 1));
      if (!own.is_empty()) reader.add_unknown(path);
      state.others.push_back({path, active ? "active" : "inactive"});
      continue;
    }
    if (const auto text = reader.text(path)) state.others.push_back({path, *text});
  }
  if (unread == nullptr) return state;
  *unread = reader.unread();
  noted.forget();
  return state;
}

bool is_dispensable(const Machine& machine, const MachineState& state, const std::string& path) {
  return path == machine.emc.rate_file && state.emc && (state.emc->locked.value_or(0) == 0 || state.emc->rate);
}

void assume_asked_rate(const Machine& machine, const std::vector<io::UnreadFile>& unread, const EmcState& asked,
                       MachineState& state) {
  if (!state.emc || !state.emc->locked || state.emc->rate) return;
  const auto failed = [&](const io::UnreadFile& file) {
    return file.path == machine.emc.rate_file && io::is_read_failure(file.error);
  };
  if (std::none_of(unread.begin(), unread.end(), failed)) state.emc->rate = asked.rate;
}

std::map<std::string, std::int64_t> overcurrent_events(const Machine& machine) {
  std::map<std::string, std::int64_t> events;
  for (const std::string& counter : over_current_counters(machine.root)) {
    if (const auto count = io::read_int(machine.root.path(counter))) events[counter] = *count;
  }
  return events;
}

std::vector<PathValue> to_attributes(const Machine& machine, const MachineState& state) {
  std::vector<PathValue> lines;
  for (const int cpu : machine.cpus.order) {
    if (!state.online.empty()) lines.push_back({core_online_file(cpu), is_online(state, cpu) ? "1" : "0"});
  }
  MachineState copy = state;
  for (const Slot& slot : slots_of(machine, copy)) {
    const std::string text = slot.text ? *slot.text : *slot.number ? std::to_string(**slot.number) : "";
    lines.push_back({slot.path, text.empty() ? kHidden : text});
  }
  lines.insert(lines.end(), state.others.begin(), state.others.end());
  for (const auto& [path, count] : state.events) lines.push_back({path, std::to_string(count)});
  return lines;
}

MachineState from_attributes(const Machine& machine, const std::vector<PathValue>& lines,
                             std::vector<std::string>& unknown) {
  MachineState state;
  std::map<std::string, std::string> values;
  for (const PathValue& line : lines) values[line.path] = line.value;
  const auto take = [&](const std::string& path) {
    const auto found = values.find(path);
    if (found == values.end()) return std::string(kHidden);
    const std::string text = found->second;
    values.erase(found);
    return text;
  };
  for (const int cpu : machine.cpus.order) {
    if (take(core_online_file(cpu)) == "1") state.online.push_back(cpu);
  }
  for (const Slot& slot : slots_of(machine, state)) {
    const std::string text = take(slot.path);
    if (text == kHidden) continue;
    if (slot.text) *slot.text = text;
    if (slot.number) *slot.number = to_int64(text);
  }
  for (const std::string& path : side_attributes(machine)) {
    const std::string text = take(path);
    if (text != kHidden) state.others.push_back({path, text});
  }
  for (const std::string& path : over_current_counters(machine.root)) {
    if (const auto count = to_int64(take(path))) state.events[path] = *count;
  }
  for (const auto& [path, text] : values) unknown.push_back(path);
  return state;
}

}  // namespace wattline::platform
