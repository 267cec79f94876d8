// SPDX-License-Identifier: Apache-2.0
#include "jetsim/clocks/time_in_state.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace wattline::jetsim {

void TimeInState::add(std::int64_t clock, std::int64_t ns) {
  const auto found = std::lower_bound(table_.begin(), table_.end(), clock);
  const auto entry = found == table_.end() ? table_.size() - 1 : static_cast<std::size_t>(found - table_.begin());
  if (moves_.empty()) {
    moves_.assign(table_.size(), std::vector<int>(table_.size(), 0));
  } else if (entry != last_) {
    ++moves_[last_][entry];
    ++changes_;
  }
  ns_[entry] += ns;
  last_ = entry;
}

std::string TimeInState::time_in_state() const {
  constexpr std::int64_t kTick_ns = 10'000'000;
  std::string text;
  for (std::size_t i = 0; i < table_.size(); ++i) text += fmt::format("{} {}\n", table_[i], ns_[i] / kTick_ns);
  return text;
}

std::string TimeInState::trans_table() const {
  std::string text = "   From  :    To\n         : ";
  for (const std::int64_t clock : table_) text += fmt::format("{:9} ", clock);
  text += "\n";
  for (std::size_t from = 0; from < table_.size(); ++from) {
    text += fmt::format("{:9}: ", table_[from]);
    for (std::size_t to = 0; to < table_.size(); ++to)
      text += fmt::format("{:9} ", moves_.empty() ? 0 : moves_[from][to]);
    text += "\n";
  }
  return text;
}

void TimeInState::reset() {
  std::fill(ns_.begin(), ns_.end(), 0);
  moves_.clear();
  changes_ = 0;
}

std::string TimeInState::trans_stat() const {
  constexpr std::int64_t kMs_ns = 1'000'000;
  std::string text = "     From  :   To\n           :";
  for (const std::int64_t clock : table_) text += fmt::format("{:10}", clock);
  text += "   time(ms)\n";
  for (std::size_t from = 0; from < table_.size(); ++from) {
    text += fmt::format("{}{:10}:", from == last_ ? '*' : ' ', table_[from]);
    for (std::size_t to = 0; to < table_.size(); ++to)
      text += fmt::format("{:10}", moves_.empty() ? 0 : moves_[from][to]);
    text += fmt::format("{:10}\n", ns_[from] / kMs_ns);
  }
  return text + fmt::format("Total transition : {}\n", changes_);
}

}  // namespace wattline::jetsim
