// SPDX-License-Identifier: Apache-2.0
// Data sheet SBOS576 of the INA3221, which has a driver in the IIO subsystem (JetPack 4) and one in hwmon: three
// channels with 13-bit registers of 8 mV (bus) and 40 uV (shunt).
#pragma once

namespace wattline::platform::ina3221 {

constexpr int kChannels = 3;
constexpr double kBusLsbV = 0.008, kShuntLsbV = 40e-6;
constexpr double kBusMaxMv = 32768, kShuntMaxV = 0.16384;

}  // namespace wattline::platform::ina3221
