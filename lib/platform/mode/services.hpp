// SPDX-License-Identifier: Apache-2.0
// Other programs that set the same knobs.
#pragma once
#include <string>
#include <vector>

#include "io/root.hpp"

namespace wattline::platform {

struct Service {
  std::string name;
  bool active;  // running now; otherwise it runs at boot
};

// Of nvpmodel, nvpower, nvfancontrol and jtop those that are running or start at boot.
std::vector<Service> interfering_services(const io::Root& root);
bool is_active_service(const io::Root& root, const std::string& name);

// A service as an attribute of a machine state: "service:NAME" with the text active or inactive.
std::string service_attribute(const std::string& name);
bool is_service_attribute(const std::string& path);
// Starts or stops it through systemctl; below another root nothing is done. 0 or an errno.
int set_service(const io::Root& root, const std::string& path, const std::string& text);

}  // namespace wattline::platform
