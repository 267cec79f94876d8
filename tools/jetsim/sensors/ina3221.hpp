// SPDX-License-Identifier: Apache-2.0
// One INA3221: three channels, converted in turn; registers of 8 mV and 40 uV (TI SBOS576).
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "jetsim/board/emulated_machine.hpp"

namespace wattline::jetsim {

class Ina3221 {
 public:
  static constexpr int kChannels = 3;
  Ina3221(EmulatedMachine& machine, const ChipSpec& chip);

  struct Channel {
    const RailSpec* rail = nullptr;  // null = not wired
    std::size_t index = 0;           // of the rail in the ledger
    std::int64_t shunt_uohm = 10000;
    bool enabled = false;
    std::int64_t held_mv = 0, held_uv = 0;  // registers before the first conversion after a restart
    double offset_lsb = 0;                  // of the shunt amplifier
    std::int64_t read_ns = 0;               // when an ideal sensor's current was last read
  };
  const ChipSpec& spec() const { return spec_; }
  Channel& channel(int number) { return channels_[static_cast<std::size_t>(number)]; }

  // Register values now, after the time that the bus takes. 0 or an errno.
  int read_bus_mv(int number, std::int64_t& millivolts);
  int read_shunt_uv(int number, std::int64_t& microvolts);
  int read_current_ma(int number, std::int64_t& milliamperes);

  // False for ideal sensors, which report no averaging window, for they have none.
  bool averages() const { return !machine_.options.ideal_sensors; }
  int samples() const { return kSamples[samples_]; }
  void set_samples(std::int64_t wanted);
  std::int64_t conversion_us() const { return kConversion_us[conversion_]; }
  // One pass over all enabled channels, averaging left out.
  std::int64_t pass_us() const;
  void set_conversion_us(std::int64_t wanted);
  void enable(int number, bool on);
  int enabled_channels() const;
  // The channel's label, or with the fault swapped-labels its neighbour's.
  std::string label(int number) const;
  // From now on as if the chip had been converting for long.
  void settle() { started_ns_ -= kLong_ns; }
  EmulatedMachine& machine() { return machine_; }

 private:
  static constexpr std::array<int, 8> kSamples{1, 4, 16, 64, 128, 256, 512, 1024};
  static constexpr std::array<std::int64_t, 8> kConversion_us{140, 204, 332, 588, 1100, 2116, 4156, 8244};
  static constexpr std::int64_t kLong_ns = 600'000'000'000;
  struct Window {
    std::int64_t from_ns, to_ns, cycle;
  };
  bool last_window(int number, Window& window) const;
  int begin_read(int number);
  double ideal_uv(const Channel& channel, double watts, double volts) const;
  double ideal_watts(Channel& channel, bool is_current);
  double ideal_shunt_uv(Channel& channel);
  void hold();
  void convert(int number, std::int64_t& millivolts, std::int64_t& microvolts) const;

  EmulatedMachine& machine_;
  const ChipSpec spec_;
  std::array<Channel, kChannels> channels_;
  std::size_t samples_ = 0, conversion_ = 4;
  std::int64_t started_ns_;
};

// Reads the rail's faults: an errno, or a text that replaces the number.
struct RailFault {
  int error = 0;
  std::string text;  // used when replaces is set
  bool replaces = false;
};
RailFault rail_fault(const EmulatedMachine& machine, const std::string& label);

// The first rail of a sensor. Throws a data error if it has none.
std::size_t rail_of(const BoardSpec& board, const ChipSpec& spec);

// Directory of an I2C device under /sys.
std::string i2c_directory(const ChipSpec& spec);
// The chip as a device of its bus, with its adapter and its hwmon device, but without the files of its driver. Returns
// its node in the device tree.
std::string add_i2c_sensor(Tree& tree, const ChipSpec& spec);
// Nominal voltage of a rail's supply less what it sags under load.
double bus_volts(const RailSpec& rail, double watts);
// Waits as long as the fault i2c-latency says.
void wait_for_bus(EmulatedMachine& machine);

// The files of the mainline hwmon driver (r34 and later) and of NVIDIA's IIO driver (r32 and before).
void add_hwmon_files(Tree& tree, Ina3221& chip);
void add_iio_files(Tree& tree, Ina3221& chip);
// A chip of one channel and 16 bits, on carrier boards.
void add_ina238_files(Tree& tree, EmulatedMachine& machine, const ChipSpec& spec);
// The energy counter of a PC's package or of a part of it.
void add_rapl_files(Tree& tree, EmulatedMachine& machine, const ChipSpec& spec);

}  // namespace wattline::jetsim
