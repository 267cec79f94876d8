// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <memory>

#include "io/attribute.hpp"
#include "platform/power/rail_backends.hpp"

namespace wattline::platform {

namespace {

constexpr double kMicrojoule = 1e-6;

struct Counter {
  io::Attribute energy;
  std::int64_t wraps_at_uj;
  std::optional<std::int64_t> last_uj{};
  std::int64_t last_ns = 0;
};

// Mean power since the previous reading; the first one has none. The counter wraps at max_energy_range_uj.
Reading read_counter(Counter& counter, std::int64_t mono_ns) {
  const auto now_uj = counter.energy.read_int();
  if (!now_uj) return {{}, {}, {}, counter.energy.error()};
  Reading reading;
  if (counter.last_uj && mono_ns > counter.last_ns) {
    std::int64_t used_uj = *now_uj - *counter.last_uj;
    if (used_uj < 0) used_uj += counter.wraps_at_uj;
    if (used_uj >= 0) {
      reading.power_w =
          static_cast<double>(used_uj) * kMicrojoule / (static_cast<double>(mono_ns - counter.last_ns) * 1e-9);
    }
  }
  counter.last_uj = now_uj;
  counter.last_ns = mono_ns;
  return reading;
}

// "intel-rapl:0:1" lies inside "intel-rapl:0"; AMD's counters use the same names.
std::string parent_of(const std::string& entry) {
  const std::size_t last = entry.rfind(':');
  return entry.find(':') == last ? "" : entry.substr(0, last);
}

std::string domain_name(const fs::path& directory, const std::string& entry) {
  return io::read_text(directory / entry / "name").value_or(entry);
}

}  // namespace

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
    auto counter =
        std::make_shared<Counter>(Counter{io::Attribute(directory / entry / "energy_uj"),
                                          io::read_int(directory / entry / "max_energy_range_uj").value_or(0)});
    rail.read = [counter](std::int64_t mono_ns) { return read_counter(*counter, mono_ns); };
    rails.push_back(std::move(rail));
  }
  return rails;
}

}  // namespace wattline::platform
