// SPDX-License-Identifier: Apache-2.0
#include "jetsim/sensors/ina3221.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <ctime>

#include "base/parse.hpp"
#include "base/units.hpp"
#include "jetsim/spec/hashed.hpp"

namespace wattline::jetsim {

namespace {

constexpr std::int64_t kIna3221BusLsb_mv = 8, kIna3221ShuntLsb_uv = 40;
constexpr double kNoise_lsb = 0.25;

template <class Table, class Value>
std::size_t nearest(const Table& table, Value wanted) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < table.size(); ++i) {
    if (std::llabs(wanted - table[i]) < std::llabs(wanted - table[best])) best = i;
  }
  return best;
}

void sleep_ns(double ns) {
  timespec left{static_cast<time_t>(ns / 1e9), static_cast<long>(std::fmod(ns, 1e9))};
  while (::nanosleep(&left, &left) != 0 && errno == EINTR) {
  }
}

}  // namespace

std::string i2c_directory(const ChipSpec& spec) {
  const std::string bus = spec.device.substr(0, spec.device.find('-'));
  return "/sys/devices/" + spec.controller + "/i2c-" + bus + "/" + spec.device;
}

double bus_volts(const RailSpec& rail, double watts) {
  constexpr double kSourceOhms = 0.02;
  const double nominal = static_cast<double>(rail.bus_mv) / 1000;
  return nominal - kSourceOhms * watts / nominal;
}

void wait_for_bus(EmulatedMachine& machine) {
  for (const std::string& latency : machine.faults.arguments("i2c-latency")) {
    sleep_ns(static_cast<double>(parse_duration_ns(latency)) / machine.options.time_scale);
    machine.advance();
  }
}

RailFault rail_fault(const EmulatedMachine& machine, const std::string& label) {
  const Faults& faults = machine.faults;
  if (faults.has("rail-eio", label)) return {EIO, "", false};
  for (const std::string& death : faults.arguments("rail-dies")) {
    const std::size_t at = death.rfind('@');
    if (death.substr(0, at) == label && machine.now_ns() >= machine.fault_time_ns(death)) return {EIO, "", false};
  }
  if (faults.has("rail-nan", label)) return {0, "nan\n", true};
  if (faults.has("rail-huge", label)) return {0, std::string(30, '9') + "\n", true};
  if (faults.has("rail-empty", label)) return {0, "", true};
  return {};
}

Ina3221::Ina3221(EmulatedMachine& machine, const ChipSpec& chip)
    : machine_(machine), spec_(chip), started_ns_(machine.now_ns()) {
  for (std::size_t i = 0; i < machine.board.rails.size(); ++i) {
    const RailSpec& rail = machine.board.rails[i];
    if (rail.chip != chip.device || rail.channel < 1 || rail.channel > kChannels) continue;
    Channel& wired = channel(rail.channel - 1);
    wired.rail = &rail;
    wired.index = i;
    wired.shunt_uohm = rail.shunt_uohm;
    wired.enabled = true;
    wired.offset_lsb = hashed(machine.options.seed, i, 0);
  }
}

int Ina3221::enabled_channels() const {
  return static_cast<int>(
      std::count_if(channels_.begin(), channels_.end(), [](const Channel& c) { return c.enabled; }));
}

std::string Ina3221::label(int number) const {
  const bool swapped = machine_.faults.has("swapped-labels") && number < 2;
  const Channel& other = channels_[static_cast<std::size_t>(swapped ? 1 - number : number)];
  const Channel& own = channels_[static_cast<std::size_t>(number)];
  return other.rail != nullptr ? other.rail->label : own.rail->label;
}

std::int64_t Ina3221::pass_us() const {
  return 2 * conversion_us() * std::max(enabled_channels(), 1);
}

void Ina3221::set_samples(std::int64_t wanted) {
  hold();
  samples_ = nearest(kSamples, wanted);
}

void Ina3221::set_conversion_us(std::int64_t wanted) {
  hold();
  conversion_ = nearest(kConversion_us, wanted);
}

void Ina3221::enable(int number, bool on) {
  hold();
  channel(number).enabled = on;
}

// A write to the configuration register restarts the conversions; until the first is done the registers keep their
// values.
void Ina3221::hold() {
  for (int number = 0; number < kChannels; ++number) {
    Channel& one = channel(number);
    convert(number, one.held_mv, one.held_uv);
  }
  started_ns_ = machine_.now_ns();
}

// A single conversion covers its own slot of the pass; an averaged value covers the whole cycle.
bool Ina3221::last_window(int number, Window& window) const {
  const std::int64_t pass = pass_us() * 1000, cycle = pass * samples(), slot = conversion_us() * 1000;
  std::int64_t position = 0;
  for (int i = 0; i < number; ++i) position += channels_[static_cast<std::size_t>(i)].enabled ? 2 : 0;
  const std::int64_t done = samples() > 1 ? cycle : (position + 1) * slot;
  const std::int64_t since = machine_.now_ns() - started_ns_ - done;
  if (since < 0) return false;
  window.cycle = since / cycle;
  window.to_ns = started_ns_ + window.cycle * cycle + done;
  window.from_ns = window.to_ns - (samples() > 1 ? cycle : slot);
  return true;
}

void Ina3221::convert(int number, std::int64_t& millivolts, std::int64_t& microvolts) const {
  const Channel& one = channels_[static_cast<std::size_t>(number)];
  Window window{};
  if (one.rail == nullptr || !one.enabled) return;
  if (!last_window(number, window)) {
    millivolts = one.held_mv;
    microvolts = one.held_uv;
    return;
  }
  const EnergyLedger& ledger = machine_.ledger;
  const bool known = window.to_ns > ledger.start_ns();
  const double watts = known ? ledger.mean(one.index, window.from_ns, window.to_ns) : machine_.rail_watts()[one.index];
  const double volts = bus_volts(*one.rail, watts);
  const double noise =
      kNoise_lsb * 2 * hashed(machine_.options.seed, one.index, static_cast<std::uint64_t>(window.cycle));
  const double shunt_lsb = ideal_uv(one, watts, volts) / kIna3221ShuntLsb_uv;
  millivolts = static_cast<std::int64_t>(volts * 1000) / kIna3221BusLsb_mv * kIna3221BusLsb_mv;
  microvolts = std::max<std::int64_t>(std::llround(shunt_lsb + one.offset_lsb + noise), 0) * kIna3221ShuntLsb_uv;
}

double Ina3221::ideal_uv(const Channel& channel, double watts, double volts) const {
  return watts / volts * static_cast<double>(channel.shunt_uohm);
}

int Ina3221::begin_read(int number) {
  wait_for_bus(machine_);
  const Channel& one = channel(number);
  if (!one.enabled || one.rail == nullptr) return ENODATA;
  return rail_fault(machine_, one.rail->label).error;
}

// What an ideal sensor shows: the mean since its current was last read, so that the readings of any sampler add up to
// the energy. After a longer pause, of the last 100 ms.
double Ina3221::ideal_watts(Channel& channel, bool is_current) {
  constexpr std::int64_t kLongest_ns = 100'000'000;
  const std::int64_t now = machine_.now_ns(), from = std::max(channel.read_ns, now - kLongest_ns);
  if (is_current) channel.read_ns = now;
  return from < now ? machine_.ledger.mean(channel.index, from, now) : machine_.rail_watts()[channel.index];
}

int Ina3221::read_bus_mv(int number, std::int64_t& millivolts) {
  if (const int error = begin_read(number)) return error;
  Channel& one = channel(number);
  std::int64_t microvolts = 0;
  convert(number, millivolts, microvolts);
  if (machine_.options.ideal_sensors) millivolts = std::llround(bus_volts(*one.rail, ideal_watts(one, false)) * 1000);
  return 0;
}

int Ina3221::read_shunt_uv(int number, std::int64_t& microvolts) {
  if (const int error = begin_read(number)) return error;
  std::int64_t millivolts = 0;
  convert(number, millivolts, microvolts);
  if (machine_.options.ideal_sensors) microvolts = std::llround(ideal_shunt_uv(channel(number)));
  return 0;
}

double Ina3221::ideal_shunt_uv(Channel& channel) {
  const double watts = ideal_watts(channel, true);
  return ideal_uv(channel, watts, bus_volts(*channel.rail, watts));
}

int Ina3221::read_current_ma(int number, std::int64_t& milliamperes) {
  std::int64_t microvolts = 0;
  if (const int error = read_shunt_uv(number, microvolts)) return error;
  const Channel& one = channel(number);
  milliamperes = std::llround(static_cast<double>(microvolts) * 1000 / static_cast<double>(one.shunt_uohm));
  return 0;
}

}  // namespace wattline::jetsim
