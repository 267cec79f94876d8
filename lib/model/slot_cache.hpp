// SPDX-License-Identifier: Apache-2.0
// A small cache of a costly function's results: a fixed number of slots, no eviction order. For callers that walk a
// lattice, where the same arguments soon recur.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace wattline::model {

// Key is an array of numbers. A key replaces the one that holds its slot.
template <class Key, class Value>
class SlotCache {
 public:
  // `calls`: how often get() will be called; no more slots than that are made.
  explicit SlotCache(std::size_t calls) : slots_(std::clamp<std::size_t>(calls, 1, kSlots)) {}

  template <class Compute>
  const Value& get(const Key& key, Compute compute) {
    std::optional<Entry>& entry = slots_[slot(key)];
    if (!entry || entry->key != key) entry = Entry{key, compute()};
    return entry->value;
  }

 private:
  static constexpr std::size_t kSlots = 256;
  struct Entry {
    Key key;
    Value value;
  };
  std::size_t slot(const Key& key) const {
    std::uint64_t mixed = 0;
    for (const auto& part : key) mixed = mixed * 31 + std::hash<typename Key::value_type>()(part);
    return (mixed >> 32 ^ mixed) % slots_.size();
  }
  std::vector<std::optional<Entry>> slots_;
};

}  // namespace wattline::model
