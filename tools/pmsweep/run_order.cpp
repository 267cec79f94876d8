// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/run_order.hpp"

#include <algorithm>
#include <random>
#include <tuple>

#include "base/error.hpp"
#include "base/parse.hpp"

namespace wattline::pmsweep {

namespace {

std::optional<int> positive(std::string_view text) {
  const auto value = to_int64(text);
  return value && *value >= 1 && *value <= 1'000'000 ? std::optional<int>(static_cast<int>(*value)) : std::nullopt;
}

}  // namespace

void parse_sentinel(const std::string& text, RunOrderOptions& options) {
  if (text.empty()) return;
  const std::size_t slash = text.rfind('/');
  const auto period = slash == std::string::npos ? std::nullopt : positive(text.substr(slash + 1));
  if (!period || slash == 0 || names_option(text.substr(0, slash))) {
    throw usage_error("--sentinel '" + text + "': not MODE/PERIOD", "for example 4c/1.2G/900M/2133M/25");
  }
  options.sentinel = text.substr(0, slash);
  options.sentinel_period = *period;
}

// Rows are dealt to the shards in turn, whatever order they are then run in.
void RunOrder::admit() {
  for (Item& item : list_.items()) {
    if (admitted_++ % options_.shard.count != options_.shard.index - 1) continue;
    ++rows_;
    for (int run = 1; run <= options_.runs; ++run) {
      queue_.push_back(item);
      queue_.back().key += "." + std::to_string(run);
    }
  }
  list_.items().clear();
}

// Some releases raise a clock only after a reboot, so that clocks should fall through the sweep; the CPU's changes
// least often, as in the published sweeps.
void RunOrder::sort_down() {
  const auto key = [](const Item& item) {
    const PowerMode& mode = item.asked;
    return std::make_tuple(mode.cpu_khz, mode.gpu_hz, mode.cores, mode.emc_hz);
  };
  std::stable_sort(queue_.begin(), queue_.end(), [&](const Item& a, const Item& b) { return key(a) > key(b); });
}

// Fisher-Yates by hand: std::shuffle may differ between libraries, and a resumed sweep must not.
void RunOrder::shuffle() {
  std::mt19937_64 random(options_.seed);
  for (std::size_t i = queue_.size(); i > 1; --i) std::swap(queue_[i - 1], queue_[random() % i]);
}

bool RunOrder::ready() {
  admit();
  if (options_.order == OrderKind::given) return !queue_.empty() || list_.ended();
  if (!list_.ended()) return false;
  if (!sorted_ && options_.order == OrderKind::down) sort_down();
  if (!sorted_ && options_.order == OrderKind::random) shuffle();
  sorted_ = true;
  return true;
}

// One before the first run and one after every PERIOD runs; it borrows the columns of the run that follows.
std::optional<Item> RunOrder::due_sentinel() {
  if (options_.sentinel.empty() || served_ % options_.sentinel_period != 0 || sentinel_served_) return std::nullopt;
  sentinel_served_ = true;
  Item item = queue_.front();
  item.mode = options_.sentinel;
  item.asked = PowerMode{};
  item.sentinel = true;
  item.key = "sentinel#" + std::to_string(served_ / options_.sentinel_period + 1);
  return item;
}

std::optional<Item> RunOrder::next() {
  while (ready() && !queue_.empty()) {
    if (auto sentinel = due_sentinel()) {
      if (!done_(sentinel->key)) return sentinel;
      continue;
    }
    Item item = std::move(queue_.front());
    queue_.pop_front();
    ++served_;
    sentinel_served_ = false;
    if (!done_(item.key)) return item;
  }
  return std::nullopt;
}

std::optional<long long> RunOrder::left() const {
  if (!list_.ended()) return std::nullopt;
  return std::count_if(queue_.begin(), queue_.end(), [this](const Item& item) { return !done_(item.key); });
}

}  // namespace wattline::pmsweep
