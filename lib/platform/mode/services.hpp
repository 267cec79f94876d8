// SPDX-License-Identifier: Apache-2.0
// Services that set the same knobs as pmode.
#pragma once
#include <string>
#include <vector>

#include "io/root.hpp"

namespace wattline::platform {

struct Service {
  std::string name;
  bool active;  // running now; otherwise it only starts at boot
};

// Those of nvpmodel, nvpower, nvfancontrol and jtop that are running or start at boot.
std::vector<Service> interfering_services(const io::Root& root);
bool is_active_service(const io::Root& root, const std::string& name);

// A service as an attribute of a machine state: "service:NAME" with the text active or inactive.
std::string service_attribute(const std::string& name);
bool is_service_attribute(const std::string& path);
// Those of the machine itself and of an emulated board, but not those of other files under a root.
bool can_set_services(const io::Root& root);
// Starts or stops a service: with systemctl, or on the emulated board. Does nothing where none can be set. Returns 0 or
// an errno.
int set_service(const io::Root& root, const std::string& path, const std::string& text);

}  // namespace wattline::platform
