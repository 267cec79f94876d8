// SPDX-License-Identifier: Apache-2.0
// A progress bar as tqdm 4 prints it: drawn over itself after a step, at most every 0.1 s.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace wattline::jetsim {

class TqdmBar {
 public:
  // Without a total, only the steps that are done are shown.
  TqdmBar(std::string description, std::optional<int> total, std::int64_t start_ns)
      : description_(std::move(description)), total_(total), start_ns_(start_ns), drawn_ns_(start_ns) {}
  std::string begin() const { return text(start_ns_); }
  // What to print after a step; empty if it is too early.
  std::string step(std::int64_t end_ns);
  // The last state, and the end of the line.
  std::string end(std::int64_t now_ns) const { return text(now_ns) + "\n"; }

 private:
  std::string text(std::int64_t now_ns) const;
  std::string description_;
  std::optional<int> total_;
  std::int64_t start_ns_, drawn_ns_;
  int done_ = 0;
};

}  // namespace wattline::jetsim
