// SPDX-License-Identifier: Apache-2.0
// The few NVML calls that power needs, declared here so that no NVIDIA header is needed to build
// (NVML API reference, nvmlDeviceQueries).
#include <dlfcn.h>

#include <cerrno>
#include <memory>

#include "base/not_copyable.hpp"
#include "platform/power/rail_backends.hpp"

namespace wattline::platform {

namespace {

using Device = void*;
constexpr int kSuccess = 0;
constexpr unsigned kNameSize = 96;
constexpr double kMilliwatt = 1e-3;
// nvmlDeviceGetPowerUsage averages over one second on Ampere and later (NVML API reference).
constexpr double kWindowS = 1.0;

// A static program would load the C library a second time.
void* load(const std::string& file) {
#ifdef WATTLINE_STATIC
  static_cast<void>(file);
  return nullptr;
#else
  return ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
#endif
}

struct Library : NotCopyable {
  explicit Library(const std::string& file) : handle(load(file)) {}
  ~Library() {
    if (shutdown != nullptr) shutdown();
    if (handle != nullptr) ::dlclose(handle);
  }
  template <class Function>
  bool find(Function& function, const char* symbol) {
    function = reinterpret_cast<Function>(::dlsym(handle, symbol));
    return function != nullptr;
  }
  bool start() {
    int (*init)() = nullptr;
    int (*end)() = nullptr;
    if (handle == nullptr || !find(init, "nvmlInit_v2") || !find(end, "nvmlShutdown")) return false;
    if (!find(count, "nvmlDeviceGetCount_v2") || !find(device, "nvmlDeviceGetHandleByIndex_v2") ||
        !find(name, "nvmlDeviceGetName") || !find(power, "nvmlDeviceGetPowerUsage")) {
      return false;
    }
    if (init() != kSuccess) return false;
    shutdown = end;
    return true;
  }
  void* handle;
  int (*shutdown)() = nullptr;
  int (*count)(unsigned*) = nullptr;
  int (*device)(unsigned, Device*) = nullptr;
  int (*name)(Device, char*, unsigned) = nullptr;
  int (*power)(Device, unsigned*) = nullptr;
};

Reading read_power(const Library& library, Device device) {
  unsigned milliwatt = 0;
  if (library.power(device, &milliwatt) != kSuccess) return {{}, {}, {}, EIO};
  Reading reading;
  reading.power_w = milliwatt * kMilliwatt;
  return reading;
}

}  // namespace

std::vector<Rail> nvml_rails(const std::string& library_name) {
  std::vector<Rail> rails;
  const auto library = std::make_shared<Library>(library_name);
  unsigned count = 0;
  if (!library->start() || library->count(&count) != kSuccess) return rails;
  for (unsigned i = 0; i < count; ++i) {
    Device device = nullptr;
    char name[kNameSize] = "";
    if (library->device(i, &device) != kSuccess || read_power(*library, device).error != 0) continue;
    if (library->name(device, name, kNameSize) != kSuccess) name[0] = '\0';
    Rail rail;
    rail.name = "GPU" + std::to_string(i);
    rail.path = library_name + ":" + std::to_string(i) + (name[0] != '\0' ? " " : "") + name;
    rail.scope = Scope::part;  // a discrete GPU
    rail.sensor.driver = "nvml";
    rail.sensor.verified = "tree";
    rail.sensor.power_lsb_w = kMilliwatt;
    rail.sensor.window_s = kWindowS;
    rail.read = [library, device](std::int64_t) { return read_power(*library, device); };
    rails.push_back(std::move(rail));
  }
  return rails;
}

}  // namespace wattline::platform
