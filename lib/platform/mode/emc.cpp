// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/emc.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "platform/board/boards.hpp"

namespace wattline::platform {

namespace {

const std::string kIsoCap = "/sys/kernel/nvpmodel_emc_cap/emc_iso_cap";
const std::string kClkCap = "/sys/kernel/nvpmodel_clk_cap/emc";
const std::string kDebug = "/sys/kernel/debug";
const std::string kBpmp = kDebug + "/bpmp/debug";
const std::string kOverride = kDebug + "/clk/override.emc";

bool exists(const io::Root& root, const std::string& path) {
  return io::exists(root.path(path));
}

std::string if_exists(const io::Root& root, const std::string& path) {
  return exists(root, path) ? path : "";
}

void find_cap(const io::Root& root, Emc& emc) {
  if (exists(root, kClkCap)) {
    emc.cap = Emc::Cap::clk;
    emc.cap_file = kClkCap;
  } else if (exists(root, kIsoCap)) {
    emc.cap = Emc::Cap::iso;
    emc.cap_file = kIsoCap;
  }
}

void find_lock(const io::Root& root, Emc& emc) {
  if (exists(root, kBpmp + "/clk/emc/mrq_rate_locked")) {
    emc.lock = Emc::Lock::bpmp;
    emc.lock_file = kBpmp + "/clk/emc/mrq_rate_locked";
    emc.rate_file = emc.rate_control_file = kBpmp + "/clk/emc/rate";
    emc.halt_file = if_exists(root, kBpmp + "/bwmgr/bwmgr_halt");
    // If the bandwidth manager must be halted, a lock also needs the clock's own enable reference.
    if (!emc.halt_file.empty()) emc.enable_file = if_exists(root, kBpmp + "/clk/emc/state");
  } else if (exists(root, kOverride + "/clk_state")) {
    emc.lock = Emc::Lock::override_clk;
    emc.lock_file = kOverride + "/clk_state";
    emc.rate_control_file = kOverride + "/clk_update_rate";
    const std::string measured = "/sys/kernel/debug/clk/emc/clk_rate";
    emc.rate_file = exists(root, measured) ? measured : kOverride + "/clk_rate";
  } else {
    emc.lock_hidden = ::access(root.path(kDebug).c_str(), X_OK) != 0 && errno == EACCES;
  }
}

// For a board without a compiled-in table (Thor): the second column of the firmware's list, else the lowest and the
// highest rate.
std::vector<std::int64_t> firmware_table(const io::Root& root) {
  std::vector<std::int64_t> rates;
  const std::string list = io::read_text(root.path(kBpmp + "/clk/emc/dvfs")).value_or("");
  for (const std::string_view line : split(list, '\n')) {
    const auto words = split_blanks(line);
    const auto rate = words.size() > 1 ? to_int64(words[1]) : std::nullopt;
    if (rate && *rate > 0) rates.push_back(*rate);
  }
  for (const char* end : {"/clk/emc/min_rate", "/clk/emc/max_rate"}) {
    const auto rate = rates.size() < 2 ? io::read_int(root.path(kBpmp + end)) : std::nullopt;
    if (rate && *rate > 0) rates.push_back(*rate);
  }
  std::sort(rates.begin(), rates.end());
  rates.erase(std::unique(rates.begin(), rates.end()), rates.end());
  return rates;
}

// A board that is sold with slower memory has a lower highest rate, which the firmware reports.
void trim_table(const io::Root& root, Emc& emc) {
  const auto max_rate = io::read_int(root.path(kBpmp + "/clk/emc/max_rate"));
  if (emc.lock != Emc::Lock::bpmp || !max_rate || *max_rate <= 0) return;
  const auto above = [&](std::int64_t rate) { return rate > *max_rate; };
  emc.table.erase(std::remove_if(emc.table.begin(), emc.table.end(), above), emc.table.end());
}

void write_if(AttributeWriter& writer, const std::string& path, const std::optional<std::int64_t>& value) {
  if (!path.empty() && value) writer.write(path, *value);
}

}  // namespace

std::string Emc::mechanism() const {
  std::string text = cap == Cap::iso ? "emc_iso_cap" : cap == Cap::clk ? "nvpmodel_clk_cap" : "";
  if (lock == Lock::none) return text;
  if (!text.empty()) text += '+';
  if (lock == Lock::override_clk) return text + "override.emc";
  return text + (halt_file.empty() ? "bpmp" : "bpmp+bwmgr_halt");
}

Emc find_emc(const io::Root& root, const Board& board) {
  Emc emc;
  find_cap(root, emc);
  find_lock(root, emc);
  const BoardFacts& facts = facts_of(board.id);
  emc.table = board.super && !facts.super_emc_hz.empty() ? facts.super_emc_hz : facts.emc_hz;
  if (emc.table.empty() && emc.lock == Emc::Lock::bpmp) emc.table = firmware_table(root);
  trim_table(root, emc);
  return emc;
}

EmcReading try_emc(const io::Root& root, const Emc& emc) {
  EmcReading reading;
  const auto read = [&](const std::string& path) -> std::optional<std::int64_t> {
    if (path.empty()) return std::nullopt;
    const auto number = io::try_int(root.path(path));
    if (number.error != 0) reading.error = number.error;
    return number.value;
  };
  reading.state = {read(emc.cap_file), read(emc.lock_file), read(emc.rate_file), read(emc.enable_file),
                   read(emc.halt_file)};
  return reading;
}

EmcState read_emc(const io::Root& root, const Emc& emc) {
  return try_emc(root, emc).state;
}

std::optional<std::int64_t> cap_rate(const Emc& emc, const EmcState& state) {
  if (!state.cap) return std::nullopt;
  const bool uncapped = emc.cap == Emc::Cap::iso && *state.cap <= 0;
  if (emc.table.empty()) return uncapped ? std::nullopt : state.cap;
  return uncapped ? emc.table.back() : std::min(*state.cap, emc.table.back());
}

EmcState capped_emc(const Emc& emc, std::int64_t rate) {
  EmcState state;
  const bool no_cap = emc.cap == Emc::Cap::iso && !emc.table.empty() && rate >= emc.table.back();
  if (emc.cap != Emc::Cap::none) state.cap = no_cap ? 0 : rate;
  if (emc.lock != Emc::Lock::none) state.locked = 0;
  if (!emc.enable_file.empty()) state.enabled = 0;
  if (!emc.halt_file.empty()) state.halted = 0;
  return state;
}

EmcState pinned_emc(const Emc& emc, std::int64_t rate) {
  EmcState state = capped_emc(emc, rate);
  if (emc.lock == Emc::Lock::none) return state;
  state.locked = 1;
  state.rate = rate;
  if (!emc.enable_file.empty()) state.enabled = 1;
  if (!emc.halt_file.empty()) state.halted = 1;
  return state;
}

void write_emc(AttributeWriter& writer, const Emc& emc, const EmcState& state) {
  const bool lock = state.locked.value_or(0) != 0;
  if (!lock) {
    write_if(writer, emc.halt_file, state.halted);
    write_if(writer, emc.lock_file, state.locked);
    write_if(writer, emc.enable_file, state.enabled);
    write_if(writer, emc.cap_file, state.cap);
    return;
  }
  write_if(writer, emc.cap_file, state.cap);
  write_if(writer, emc.enable_file, state.enabled);
  write_if(writer, emc.halt_file, state.halted);
  // The T210 override takes its rate first and is switched on last; the firmware accepts a rate once it is locked.
  if (emc.lock == Emc::Lock::override_clk) write_if(writer, emc.rate_control_file, state.rate);
  write_if(writer, emc.lock_file, state.locked);
  if (emc.lock == Emc::Lock::bpmp) write_if(writer, emc.rate_control_file, state.rate);
}

}  // namespace wattline::platform
