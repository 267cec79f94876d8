// SPDX-License-Identifier: Apache-2.0
// The grid of all modes of a machine, the product of the values of its knobs, walked in constant memory.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/power_mode.hpp"

namespace wattline::pmode {

// Which values of the tables take part. Written "cores=2,4,6" (these), "cpu=10" (ten of the table, ends included,
// evenly by position), "gpu=max". Throws usage errors.
ModeTables choose_axes(const ModeTables& tables, const std::vector<std::string>& choices);

// The axes in another order, such as {"cpu", "gpu", "cores", "emc"}, as positions in a mode. Throws a usage error
// unless all four are named.
std::array<std::size_t, 4> nested_axes(const std::vector<std::string>& names);

// The product of four axes; an axis without values has the one value "missing". The id of a mode is its place in
// the product, cores slowest, EMC fastest.
class ModeGrid {
 public:
  explicit ModeGrid(const ModeTables& tables);
  std::uint64_t size() const;
  PowerMode at(std::uint64_t id) const { return mode_at(places(id)); }
  // The position of a mode on each axis: cores, CPU, GPU, EMC.
  using Places = std::array<std::size_t, 4>;
  Places places(std::uint64_t id) const;
  PowerMode mode_at(const Places& places) const;
  // The id of the mode that nested loops over the axes reach as the index-th, the first axis in the outermost loop.
  std::uint64_t nested_id(std::uint64_t index, const Places& axes) const;
  // Every value of each axis as the texts of a row: the field of its own, and its part of the mode.
  struct Texts {
    std::vector<std::string> field, part;
  };
  std::array<Texts, 4> texts() const;

 private:
  ModeTables tables_;
  std::array<std::size_t, 4> extents_;
};

// "cpu>=1.2G", "cores=4", "gpu!=306M": all must hold.
class ModeFilter {
 public:
  explicit ModeFilter(const std::vector<std::string>& conditions);
  bool holds(const PowerMode& mode) const;
  bool empty() const { return conditions_.empty(); }

 private:
  struct Condition {
    std::optional<std::int64_t> PowerMode::*knob;
    std::function<bool(std::int64_t, std::int64_t)> compare;
    std::int64_t value;  // in the knob's kernel unit
  };
  std::vector<Condition> conditions_;
};

// A seeded permutation of 0..size-1 without a table: a Feistel network over the next power of four, walked until it
// falls inside (Black and Rogaway, Ciphers with Arbitrary Finite Domains, 2002).
class Permutation {
 public:
  Permutation(std::uint64_t size, std::uint64_t seed);
  std::uint64_t at(std::uint64_t index) const;

 private:
  std::uint64_t mix(std::uint64_t value) const;
  std::uint64_t size_;
  std::array<std::uint64_t, 4> keys_;
  int half_bits_ = 1;
};

}  // namespace wattline::pmode
