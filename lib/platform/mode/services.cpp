// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/services.hpp"

#include <cerrno>

#include "io/attribute.hpp"
#include "io/child.hpp"

namespace wattline::platform {

namespace {

const std::string kPrefix = "service:";

bool exists(const io::Root& root, const std::string& path) {
  return io::exists(root.path(path));
}

bool starts_at_boot(const io::Root& root, const std::string& name) {
  const std::string units = "/etc/systemd/system/";
  for (const std::string& folder : io::list_directory(root.path(units))) {
    const bool wants = folder.size() > 6 && folder.compare(folder.size() - 6, 6, ".wants") == 0;
    if (wants && exists(root, units + folder + "/" + name + ".service")) return true;
  }
  return false;
}

}  // namespace

// A running service has a control group, with the same name in version 2 and in systemd's hierarchy of version 1.
bool is_active_service(const io::Root& root, const std::string& name) {
  const std::string group = "/system.slice/" + name + ".service";
  return exists(root, "/sys/fs/cgroup" + group) || exists(root, "/sys/fs/cgroup/systemd" + group);
}

std::vector<Service> interfering_services(const io::Root& root) {
  std::vector<Service> services;
  for (const char* name : {"nvpmodel", "nvpower", "nvfancontrol", "jtop", "jetson_stats"}) {
    const bool active = is_active_service(root, name);
    if (active || starts_at_boot(root, name)) services.push_back({name, active});
  }
  return services;
}

std::string service_attribute(const std::string& name) {
  return kPrefix + name;
}
bool is_service_attribute(const std::string& path) {
  return path.compare(0, kPrefix.size(), kPrefix) == 0;
}

bool can_set_services(const io::Root& root) {
  return root.is_own_machine() || root.emulation();
}

int set_service(const io::Root& root, const std::string& path, const std::string& text) {
  const std::string name = path.substr(kPrefix.size());
  const bool active = text == "active";
  if (!can_set_services(root) || is_active_service(root, name) == active) return 0;
  const std::string action = active ? "start" : "stop";
  if (root.emulation()) return io::write_text(root.path("/run/jetsim/services"), action + " " + name);
  io::Child child = io::Child::spawn({"systemctl", action, name});
  return child.wait() == 0 ? 0 : EIO;
}

}  // namespace wattline::platform
