// SPDX-License-Identifier: Apache-2.0
// The ways to find rails. Each returns the rails that it can see, in a stable order, with the scope that they have on a
// board without facts.
#pragma once
#include <string>
#include <vector>

#include "io/root.hpp"
#include "platform/power/rail.hpp"

namespace wattline::platform {

// INA3221 through the mainline hwmon driver (L4T r34 and later). Kernel: Documentation/hwmon/ina3221.rst.
std::vector<Rail> ina3221_hwmon_rails(const io::Root& root);
// INA3221 through NVIDIA's IIO driver ina3221x (L4T r28 to r32).
std::vector<Rail> ina3221_iio_rails(const io::Root& root);
// Machine paths of INA3221 chips that measure and whose channels have no label: their device tree does not name them.
std::vector<std::string> unlabelled_ina3221(const io::Root& root);
// INA238 (Thor carrier). Kernel: Documentation/hwmon/ina238.rst.
std::vector<Rail> ina238_rails(const io::Root& root);
// Energy counters of PCs. Kernel: Documentation/power/powercap/powercap.rst.
std::vector<Rail> rapl_rails(const io::Root& root);
// On some AMD processors (Zen 1, 2) every die shows the counter of its whole socket. All but the first become nested,
// with a note. Takes 50 ms where counters agree.
void join_mirrored_dies(const io::Root& root, Rails& rails);
// Discrete NVIDIA GPUs, by dlopen of `library`; none when it is absent or answers NotSupported (as on Orin).
std::vector<Rail> nvml_rails(const std::string& library);
// Any other hwmon chip with powerN_input or powerN_average.
std::vector<Rail> hwmon_power_rails(const io::Root& root);

// Time over which an INA3221 averages: channels x (bus + shunt) x samples. The driver tells it through
// update_interval, which counts the samples before kernel 5.15 and not since.
double ina3221_window_s(int channels, int samples, double update_interval_ms, bool interval_counts_samples);

}  // namespace wattline::platform
