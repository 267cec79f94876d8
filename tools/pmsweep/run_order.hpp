// SPDX-License-Identifier: Apache-2.0
// The order of the runs: the rows of this shard, sorted and repeated as asked, with the sentinel among them and without
// the runs that are done.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "cli/shard.hpp"
#include "pmsweep/run_list.hpp"

namespace wattline::pmsweep {

enum class OrderKind { given, down, random };  // down: clocks fall

struct RunOrderOptions {
  OrderKind order = OrderKind::given;
  std::uint64_t seed = 1;
  cli::Shard shard;
  int runs = 1;
  std::string sentinel;  // a mode; empty = none
  int sentinel_period = 0;
};

// "MODE/PERIOD"; usage errors.
void parse_sentinel(const std::string& text, RunOrderOptions& options);

class RunOrder {
 public:
  // `done` says of a key whether its run is not to be made again.
  RunOrder(RunOrderOptions options, RunList& list, std::function<bool(const std::string& key)> done)
      : options_(std::move(options)), list_(list), done_(std::move(done)) {}

  // Whether next() can say what comes next, or that nothing does; else the list needs more input.
  bool ready();
  // Empty at the end.
  std::optional<Item> next();
  // Runs still to make; empty while more input may come.
  std::optional<long long> left() const;
  // Rows that fell to this shard.
  long long rows() const { return rows_; }

 private:
  void admit();
  void sort_down();
  void shuffle();
  std::optional<Item> due_sentinel();
  RunOrderOptions options_;
  RunList& list_;
  std::function<bool(const std::string&)> done_;
  std::deque<Item> queue_;
  std::uint64_t admitted_ = 0;
  long long rows_ = 0, served_ = 0;
  bool sorted_ = false, sentinel_served_ = false;
};

}  // namespace wattline::pmsweep
