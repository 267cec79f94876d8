// SPDX-License-Identifier: Apache-2.0
#include "jetsim/clocks/gpu_clock.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <limits>

#include "base/parse.hpp"
#include "jetsim/fuse/sysfs_device.hpp"

namespace wattline::jetsim {

namespace {

constexpr std::int64_t kKhz = 1000;
constexpr std::int64_t kNoLimit = std::numeric_limits<std::int32_t>::max() * kKhz;

// PM QoS keeps kHz in an s32.
std::int64_t from_khz(std::int64_t khz) {
  return static_cast<std::int32_t>(khz) * kKhz;
}

}  // namespace

GpuClock::GpuClock(const BoardSpec& board, const KernelRules& rules, const Faults& faults)
    : board_(board),
      rules_(rules),
      faults_(faults),
      table_(board.gpu_hz),
      asked_min_(0),
      asked_max_(kNoLimit),
      times_(board.gpu_hz) {
  if (rules_.remembers_requests) return;
  asked_min_ = table_.front();
  asked_max_ = table_.back();
}

int GpuClock::ask_min(std::string_view text) {
  const auto value = parse_unsigned(text, false);
  if (!value) return EINVAL;
  if (!rules_.remembers_requests) return ask_4_9(*value, true);
  asked_min_ = from_khz(*value / kKhz);
  return 0;
}

int GpuClock::ask_max(std::string_view text) {
  const auto value = parse_unsigned(text, false);
  if (!value) return EINVAL;
  if (!rules_.remembers_requests) return ask_4_9(*value, false);
  asked_max_ = *value == 0 ? kNoLimit : from_khz((*value + kKhz - 1) / kKhz);
  return 0;
}

// 4.9 compares with the other limit and clamps to the table; 0 removes the limit.
int GpuClock::ask_4_9(std::int64_t value, bool is_min) {
  const std::int64_t none = is_min ? table_.front() : table_.back();
  const std::int64_t asked = value == 0 ? none : std::clamp(value, table_.front(), table_.back());
  if (is_min ? asked > asked_max_ : asked < asked_min_) return EINVAL;
  (is_min ? asked_min_ : asked_max_) = asked;
  return 0;
}

std::int64_t GpuClock::max_hz() const {
  return std::min({asked_max_, table_.rbegin()[cooling_state_], table_.back()});
}
std::int64_t GpuClock::min_hz() const {
  return std::min(std::max(asked_min_, table_.front()), max_hz());
}

// A GPU that works nearly all the time may need any clock; below that, the clock leaves it time to spare. The two
// shares are chosen so that trainings take as long as with pinned clocks, and that LeNet has 300 MHz and uses 14 to 34
// % of the GPU, as Prashanthi et al. (2023) found; those of nvhost_podgov are not known here.
std::int64_t GpuClock::governed_hz() const {
  constexpr double kSaturated = 0.9, kTarget = 0.3;
  const std::int64_t high = max_hz(), low = min_hz();
  if (governor_ == "performance") return floor_entry(table_, high);
  const double share = load_ > kSaturated ? 1 : std::min(need_ / kTarget, 1.0);
  const auto needed = static_cast<std::int64_t>(share * static_cast<double>(table_.back()));
  const std::int64_t wanted = governor_ == "userspace" ? held_hz_ : needed;
  const std::int64_t entry = ceil_entry(table_, std::clamp(wanted, low, high));
  return entry <= high ? entry : floor_entry(table_, high);
}

void GpuClock::advance() {
  if (!faults_.has("stuck-gpu")) frozen_hz_ = 0;
  if (faults_.has("stuck-gpu") && frozen_hz_ == 0) frozen_hz_ = governed_hz();
}

std::int64_t GpuClock::clock_hz() const {
  const std::int64_t hz = frozen_hz_ > 0 ? frozen_hz_ : governed_hz();
  return halved_ ? hz / 2 : hz;
}

int GpuClock::write_governor(std::string_view text) {
  const std::string name(trim(text));
  const std::string known = board_.file.text("gpu.governors");
  for (const std::string_view governor : split_blanks(known)) {
    if (governor != name) continue;
    held_hz_ = governed_hz();
    set_hz_.reset();
    governor_ = name;
    return 0;
  }
  return EINVAL;
}

int GpuClock::write_set_freq(std::string_view text) {
  const auto value = parse_unsigned(text, false);
  if (!value) return EINVAL;
  set_hz_ = held_hz_ = *value;
  return 0;
}

// There while this governor is in force.
void GpuClock::add_userspace_governor(Tree& tree, const std::string& base) {
  tree.attribute(
      base + "userspace/set_freq",
      [this](std::string& text) {
        text = set_hz_ ? std::to_string(*set_hz_) + "\n" : "undefined\n";
        return 0;
      },
      [this](std::string_view text) { return write_set_freq(text); });
  tree.directory(base + "userspace").present = [this] { return governor_ == "userspace"; };
}

int GpuClock::reset_trans_stat(std::string_view text) {
  if (trim(text) != "0") return EINVAL;
  times_.reset();
  return 0;
}

void GpuClock::add_devfreq_files(Tree& tree, const std::string& base) {
  std::vector<std::string> entries;
  for (const std::int64_t hz : table_) entries.push_back(std::to_string(hz));
  tree.constant(base + "available_frequencies", join(entries, " "));
  tree.constant(base + "available_governors", board_.file.text("gpu.governors"));
  tree.attribute(base + "min_freq", integer([this] { return min_hz(); }),
                 [this](std::string_view t) { return ask_min(t); });
  tree.attribute(base + "max_freq", integer([this] { return max_hz(); }),
                 [this](std::string_view t) { return ask_max(t); });
  tree.attribute(base + "cur_freq", integer([this] { return clock_hz(); }));
  tree.attribute(base + "target_freq", integer([this] { return clock_hz(); }));
  tree.attribute(
      base + "trans_stat",
      [this](std::string& text) {
        text = times_.trans_stat();
        return 0;
      },
      rules_.remembers_requests ? WriteText([this](std::string_view text) { return reset_trans_stat(text); })
                                : WriteText());
  add_userspace_governor(tree, base);
  tree.constant(base + "polling_interval", "25");
  tree.constant(base + "name", base.substr(0, base.size() - 1).substr(base.rfind('/', base.size() - 2) + 1));
  tree.attribute(
      base + "governor",
      [this](std::string& text) {
        text = governor_ + "\n";
        return 0;
      },
      [this](std::string_view text) { return write_governor(text); });
}

// The masks select powered units; they are fixed once the GPU's golden context image exists.
void GpuClock::add_mask(Tree& tree, const std::string& path, int initial) {
  auto mask = std::make_shared<std::int64_t>(initial);
  tree.attribute(path, integer([mask] { return *mask; }), [this, mask](std::string_view text) {
    const auto value = parse_unsigned(text, false);
    if (!value) return EINVAL;
    if (used_ && *value != *mask) return ENODEV;  // as nvgpu answers then
    *mask = *value;
    return 0;
  });
}

void GpuClock::add_driver_files(Tree& tree, const std::string& device) {
  const auto flag = [&tree](const std::string& path, int initial) {
    auto value = std::make_shared<std::int64_t>(initial);
    tree.attribute(path, integer([value] { return *value; }), [value](std::string_view text) {
      const auto number = parse_unsigned(text, false);
      if (!number) return EINVAL;
      *value = *number;
      return 0;
    });
  };
  tree.attribute(device + "/load", integer([this] { return std::llround(load_ * 1000); }));
  const std::string flags = board_.file.text_or("gpu.scaling", ""), masks = board_.file.text_or("gpu.masks", "");
  for (const std::string_view name : split_blanks(flags)) {
    flag(device + "/" + std::string(name), 1);
  }
  for (const std::string_view name : split_blanks(masks)) {
    const bool tpc = name.substr(0, 3) == "tpc";
    add_mask(tree, device + "/" + std::string(name), tpc ? board_.mode(board_.boot_mode).tpc_mask : board_.fbp_mask);
  }
}

// The clock that the GPU's own counters show: a little off the one asked for, as on boards.
void GpuClock::add_measured_clock(Tree& tree) {
  const std::string clk = "/sys/kernel/debug/bpmp/debug/clk/";
  const auto counter = integer([this] { return clock_hz() - clock_hz() / 1000; });
  if (board_.file.text("emc.lock") == "tegra210") {
    tree.attribute("/sys/kernel/debug/clk/gpcclk/clk_rate", counter).mode = 0444;
    return;
  }
  if (board_.file.text("emc.lock").compare(0, 4, "bpmp") != 0) return;
  if (board_.l4t_major < 34) {
    tree.attribute(clk + "gpcclk/rate", counter).mode = 0400;
    return;
  }
  for (const std::string unit : {"nafll_gpc0", "nafll_gpc1"}) {
    tree.attribute(clk + unit + "/pto_counter", counter).mode = 0400;
    tree.attribute(clk + unit + "/rate", integer([this] { return clock_hz(); })).mode = 0400;
    tree.attribute(clk + unit + "/min_rate", integer([this] { return table_.front(); })).mode = 0400;
    tree.attribute(clk + unit + "/max_rate", integer([this] { return table_.back(); })).mode = 0400;
  }
}

void GpuClock::add_files(Tree& tree) {
  add_measured_clock(tree);
  const std::string device = board_.file.text("gpu.device");
  const std::string name = board_.file.text_or("gpu.devfreq", device.substr(device.rfind('/') + 1));
  const std::string devfreq = device + "/devfreq/" + name;
  add_devfreq_files(tree, devfreq + "/");
  add_driver_files(tree, device);
  const std::string of_node = board_.file.text("gpu.of_node");
  add_platform_device(tree, {device, "bus/platform", "gk20a", node_path(device), RuntimePm::enabled}, of_node, "");
  add_device(tree, {devfreq, "class/devfreq"});
  tree.link_to(devfreq + "/device", device);
  tree.link_to(device + "/devfreq_dev", devfreq);
  for (const std::string& alias : board_.file.all("gpu.alias")) tree.link_to(alias, device);
}

}  // namespace wattline::jetsim
