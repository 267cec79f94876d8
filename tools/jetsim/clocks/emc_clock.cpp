// SPDX-License-Identifier: Apache-2.0
#include "jetsim/clocks/emc_clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <limits>

#include "base/parse.hpp"

namespace wattline::jetsim {

namespace {

const std::string kBpmp = "/sys/kernel/debug/bpmp/debug/";

}  // namespace

EmcClock::EmcClock(const BoardSpec& board, const KernelRules& rules, const Faults& faults)
    : board_(board), rules_(rules), faults_(faults), table_(board.emc_hz), rate_(board.emc_hz.front()) {
  if (board.file.text("emc.cap") == "clk") cap_ = table_.back();
}

// From r36 on BPMP's bandwidth manager overrides the lock until it is halted.
bool EmcClock::locked() const {
  if (board_.file.text("emc.lock") != "bpmp-bwmgr") return locked_ != 0;
  return locked_ != 0 && state_ != 0 && halted_ != 0;
}

std::int64_t EmcClock::cap_hz() const {
  return cap_ == 0 ? table_.back() : floor_entry(table_, cap_);
}

std::int64_t EmcClock::wanted_hz() const {
  if (locked()) return std::min(rate_, cap_hz());
  const auto used = static_cast<std::int64_t>(load_ * 3 * static_cast<double>(table_.back()));
  return std::min(std::max(ceil_entry(table_, used), rate_), cap_hz());
}

void EmcClock::advance() {
  if (!faults_.has("stuck-emc")) frozen_hz_ = 0;
  if (faults_.has("stuck-emc") && frozen_hz_ == 0) frozen_hz_ = wanted_hz();
}

std::int64_t EmcClock::clock_hz() const {
  return frozen_hz_ > 0 ? frozen_hz_ : wanted_hz();
}

// emc_iso_cap keeps any number; 0 = no cap.
int EmcClock::write_iso_cap(std::string_view text) {
  const auto value = parse_unsigned(text, rules_.strict_numbers);
  if (!value) return EINVAL;
  cap_ = *value;
  return 0;
}

// nvpmodel-clk-cap rounds: 0 asks for the lowest rate. -1, which nvpmodel hands on as INT_MAX, asks for the highest,
// also where that is above INT_MAX: boards with 3,199 MHz reach it in the modes that say -1.
int EmcClock::write_clk_cap(std::string_view text) {
  const std::string word(trim(text));
  const auto value = word == "-1" ? std::numeric_limits<std::int32_t>::max() : parse_unsigned(word, false);
  if (!value) return EINVAL;
  cap_ = *value == std::numeric_limits<std::int32_t>::max() ? table_.back() : floor_entry(table_, *value);
  return 0;
}

// A refused read was an empty text until the driver learnt to hand the error on.
int EmcClock::read_rate(std::string& text) const {
  if (!faults_.has("emc-unreadable")) text = std::to_string(clock_hz()) + "\n";
  return text.empty() && !rules_.empty_refused_read ? EINVAL : 0;
}

// What the firmware refuses still counts as written: mrq_debug_write() loses the error.
int EmcClock::write_rate(std::string_view text) {
  const auto value = parse_unsigned(text, false);
  if (value && *value >= table_.front() && *value <= table_.back()) rate_ = ceil_entry(table_, *value);
  return 0;
}

// Without the lock, what was asked for no longer holds against the bandwidth manager.
int EmcClock::write_lock(std::string_view text) {
  const auto value = parse_unsigned(text, false);
  if (!value || *value > 1) return 0;
  if (locked_ == 1 && *value == 0) rate_ = table_.front();
  locked_ = *value;
  return 0;
}

WriteText EmcClock::flag(std::int64_t& value) {
  return [&value](std::string_view text) {
    const auto number = parse_unsigned(text, false);
    if (number && *number <= 1) value = *number;
    return 0;
  };
}

void EmcClock::ask_cap(std::string_view hz) {
  const std::string kind = board_.file.text("emc.cap");
  if (kind == "iso") write_iso_cap(hz);
  if (kind == "clk") write_clk_cap(hz);
}

void EmcClock::add_cap(Tree& tree) {
  const std::string kind = board_.file.text("emc.cap");
  if (kind == "iso") {
    tree.attribute("/sys/kernel/nvpmodel_emc_cap/emc_iso_cap", integer([this] { return cap_; }),
                   [this](std::string_view text) { return write_iso_cap(text); })
        .mode = 0660;
  } else if (kind == "clk") {
    tree.attribute("/sys/kernel/nvpmodel_clk_cap/emc", integer([this] { return cap_hz(); }),
                   [this](std::string_view text) { return write_clk_cap(text); })
        .mode = 0664;
  }
}

void EmcClock::add_bpmp(Tree& tree) {
  const std::string emc = kBpmp + "clk/emc/";
  const auto file = [&](const std::string& path, std::function<long long()> value, WriteText write) {
    tree.attribute(path, integer(std::move(value)), std::move(write)).mode = 0600;
  };
  const auto ignored = [](std::string_view) { return 0; };
  tree.attribute(
          emc + "rate", [this](std::string& text) { return read_rate(text); },
          [this](std::string_view text) { return write_rate(text); })
      .mode = 0600;
  file(
      emc + "min_rate", [this] { return table_.front(); }, ignored);
  file(
      emc + "max_rate", [this] { return table_.back(); }, ignored);
  file(
      emc + "mrq_rate_locked", [this] { return locked_; }, [this](std::string_view text) { return write_lock(text); });
  if (board_.file.has("emc.list")) {
    tree.attribute(emc + "dvfs",
                   [this](std::string& text) {
                     for (std::size_t i = 0; i < table_.size(); ++i) text += fmt::format("{} {}\n", i, table_[i]);
                     return 0;
                   })
        .mode = 0400;
  }
  file(
      emc + "state", [this] { return state_; }, flag(state_));
  if (board_.file.text("emc.lock") == "bpmp-bwmgr") {
    file(
        kBpmp + "bwmgr/bwmgr_halt", [this] { return halted_; }, flag(halted_));
  }
}

// Nano and TX1: the override clock of debugfs, and the bandwidth manager's bounds.
void EmcClock::add_override(Tree& tree) {
  const std::string base = "/sys/kernel/debug/clk/override.emc/", bounds = "/sys/kernel/debug/tegra_bwmgr/";
  tree.attribute(base + "clk_rate", integer([this] { return clock_hz(); })).mode = 0444;
  tree.attribute(base + "clk_update_rate", integer([this] { return rate_; }),
                 [this](std::string_view text) { return write_rate(text); });
  tree.attribute(base + "clk_state", integer([this] { return locked_; }),
                 [this](std::string_view text) { return write_lock(text); });
  tree.attribute("/sys/kernel/debug/clk/emc/clk_rate", integer([this] { return clock_hz(); })).mode = 0444;
  tree.attribute(bounds + "emc_min_rate", integer([this] { return table_.front(); }));
  tree.attribute(bounds + "emc_max_rate", integer([this] { return table_.back(); }));
}

// Memory traffic as kHz of the memory clock; root's debugfs from r34 on.
void EmcClock::add_activity(Tree& tree) {
  const bool old = board_.l4t_major < 34;
  const std::string path = old ? "/sys/kernel/actmon_avg_activity/mc_all" : "/sys/kernel/debug/cactmon/mc_all";
  tree.attribute(path, integer([this] {
                   const double used =
                       std::min(load_ * static_cast<double>(table_.back()), static_cast<double>(clock_hz()));
                   return static_cast<long long>(used / 1000);
                 }));
}

void EmcClock::add_files(Tree& tree) {
  add_activity(tree);
  tree.directory("/sys/kernel/debug").mode = 0700;
  add_cap(tree);
  const std::string lock = board_.file.text("emc.lock");
  if (lock.compare(0, 4, "bpmp") == 0) add_bpmp(tree);
  if (lock == "tegra210") add_override(tree);
}

}  // namespace wattline::jetsim
