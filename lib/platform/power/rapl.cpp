// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <memory>

#include "io/attribute.hpp"
#include "platform/power/energy_counter.hpp"
#include "platform/power/rail_backends.hpp"

namespace wattline::platform {

namespace {

constexpr double kMicrowatt = 1e-6;
constexpr int kConstraints = 4;  // long term, short term, peak power
constexpr int kComparisons = 5;  // of two counters
constexpr long kPauseNs = 10'000'000;
constexpr std::int64_t kFarApartUj = 10'000'000;

struct Counter {
  io::Attribute file;
  EnergyCounter energy;
};

Reading read_counter(Counter& counter, std::int64_t mono_ns) {
  const auto now_uj = counter.file.read_int();
  if (!now_uj) return {{}, {}, {}, counter.file.error()};
  return counter.energy.sample(*now_uj, mono_ns);
}

void follow_counter(Counter& counter, std::int64_t mono_ns) {
  if (const auto now_uj = counter.file.read_int()) counter.energy.follow(*now_uj, mono_ns);
}

// What the package is made for; 0 when the kernel does not tell. A short-term limit that no package has is "no limit".
double rated_power_w(const fs::path& domain) {
  double most_w = 0;
  for (int i = 0; i < kConstraints; ++i) {
    const auto microwatt = io::read_int(domain / ("constraint_" + std::to_string(i) + "_max_power_uw"));
    const double watt = static_cast<double>(microwatt.value_or(0)) * kMicrowatt;
    if (watt <= kMostPower_w) most_w = std::max(most_w, watt);
  }
  return most_w;
}

// "intel-rapl:0:1" lies inside "intel-rapl:0"; AMD's counters use the same names.
std::string parent_of(const std::string& entry) {
  const std::size_t last = entry.rfind(':');
  return entry.find(':') == last ? "" : entry.substr(0, last);
}

std::string domain_name(const fs::path& directory, const std::string& entry) {
  return io::read_text(directory / entry / "name").value_or(entry);
}

void attach_counter(Rail& rail, const fs::path& domain, const fs::path& package) {
  const auto range_uj = io::read_int(domain / "max_energy_range_uj").value_or(0);
  auto counter = std::make_shared<Counter>(
      Counter{io::Attribute(domain / "energy_uj"), EnergyCounter(range_uj, rated_power_w(package))});
  rail.read = [counter](std::int64_t mono_ns) { return read_counter(*counter, mono_ns); };
  rail.follow = [counter](std::int64_t mono_ns) { follow_counter(*counter, mono_ns); };
  rail.follow_every_s = counter->energy.follow_every_s();
}

// "package-0-die-1.dram" -> "package-0.dram"
std::string without_die(const std::string& name) {
  const std::size_t die = name.find("-die-");
  if (die == std::string::npos) return name;
  const std::size_t end = name.find('.', die);
  return name.substr(0, die) + (end == std::string::npos ? "" : name.substr(end));
}

// Whether two files show one counter: what the second shows lies between two looks at the first. Both may be written
// in turn, so most of several comparisons decide.
bool show_one_counter(const std::string& first, const std::string& second) {
  int same = 0;
  for (int i = 0; i < kComparisons; ++i) {
    const auto before = io::read_int(first), between = io::read_int(second), after = io::read_int(first);
    if (!before || !between || !after || std::abs(*between - *before) > kFarApartUj) return false;
    same += *before <= *between && *between <= *after ? 1 : 0;
    const timespec pause{0, kPauseNs};
    ::nanosleep(&pause, nullptr);
  }
  return 2 * same > kComparisons;
}

}  // namespace

void join_mirrored_dies(const io::Root& root, Rails& rails) {
  for (std::size_t i = 0; i < rails.list.size(); ++i) {
    Rail& rail = rails.list[i];
    for (std::size_t k = 0; k < i && rail.sensor.driver == "rapl" && rail.scope == Scope::part; ++k) {
      const Rail& first = rails.list[k];
      if (first.scope != Scope::part || without_die(first.name) != without_die(rail.name)) continue;
      const auto file_of = [&](const Rail& of) { return root.path(of.path + "/energy_uj").string(); };
      if (!show_one_counter(file_of(first), file_of(rail))) continue;
      rail.scope = Scope::nested;
      rail.parent = first.name;
      rails.notes.push_back(rail.name + " shows the counter of " + first.name + ", which TOTAL counts once");
    }
  }
}

std::vector<Rail> rapl_rails(const io::Root& root) {
  std::vector<Rail> rails;
  const auto directory = root.path("/sys/class/powercap");
  for (const std::string& entry : io::list_directory(directory)) {
    if (entry.compare(0, 11, "intel-rapl:") != 0) continue;
    const std::string parent = parent_of(entry);
    Rail rail;
    rail.name = domain_name(directory, entry);
    if (!parent.empty()) rail.name = domain_name(directory, parent) + "." + rail.name;
    // A server's DRAM is listed below its package but is not part of it (Intel SDM 3B, 15.10).
    const bool inside = !parent.empty() && domain_name(directory, entry) != "dram";
    rail.parent = inside ? domain_name(directory, parent) : "";
    rail.path = root.machine_path(directory / entry);
    // The platform's counter (psys) may hold everything; packages and their memory do not overlap.
    rail.scope = inside ? Scope::nested : rail.name == "psys" ? Scope::outside : Scope::part;
    rail.sensor.driver = "rapl";
    rail.sensor.verified = "tree";
    rail.sensor.counter = true;
    // What lies in a package cannot draw more than the package.
    attach_counter(rail, directory / entry, parent.empty() ? directory / entry : directory / parent);
    rails.push_back(std::move(rail));
  }
  return rails;
}

}  // namespace wattline::platform
