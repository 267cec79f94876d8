// SPDX-License-Identifier: Apache-2.0
// Containers, by the names of their control groups.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "io/root.hpp"

namespace wattline::platform {

// What the folder of a container's control group tells of it: the id of 64 digits that Docker, Podman, containerd and
// CRI-O give it, or the name of one of LXC or systemd-nspawn. Empty for other folders.
struct ContainerLabel {
  std::string text;
  bool is_id;
};
std::optional<ContainerLabel> container_of(std::string_view folder);

// The name that Docker (its files, which only root may read) or Podman (the arguments of conmon) know for this id;
// without one, the first 12 digits, as these programs print them.
std::string container_name(const io::Root& root, const std::string& id);

}  // namespace wattline::platform
