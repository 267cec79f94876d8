// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/gpu.hpp"

#include <algorithm>

#include "io/attribute.hpp"

namespace wattline::platform {

namespace {

const std::string kDevfreq = "/sys/class/devfreq";

bool names_gpu(const std::string& node) {
  for (const char* chip : {"gp10b", "gv11b", "ga10b", "gb10b"}) {
    if (node == chip) return true;
  }
  return node.find("gpu") != std::string::npos;
}

// On Thor the GPU is a PCI function without such a node, and its folders are gpu-gpc-0 (clusters) and gpu-nvd-0.
bool is_gpu(const io::Root& root, const std::string& name) {
  const auto node = io::read_text(root.path(kDevfreq + "/" + name + "/device/of_node/name"));
  return node ? names_gpu(*node) : name.compare(0, 7, "gpu-gpc") == 0;
}

}  // namespace

std::optional<Gpu> find_gpu(const io::Root& root) {
  for (const std::string& name : io::list_directory(root.path(kDevfreq))) {
    if (!is_gpu(root, name)) continue;
    Gpu gpu{name, kDevfreq + "/" + name, {}};
    gpu.table = io::read_ints(root.path(gpu.file("available_frequencies")));
    std::sort(gpu.table.begin(), gpu.table.end());
    return gpu;
  }
  return std::nullopt;
}

}  // namespace wattline::platform
