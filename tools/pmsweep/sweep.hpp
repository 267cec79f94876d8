// SPDX-License-Identifier: Apache-2.0
// The sweep: makes run after run; each row goes to the journal first, then to the output.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "measure/idle_board.hpp"
#include "pmsweep/folders.hpp"
#include "pmsweep/journal.hpp"
#include "pmsweep/options.hpp"
#include "pmsweep/progress.hpp"
#include "pmsweep/run_order.hpp"
#include "pmsweep/runner.hpp"

namespace wattline::pmsweep {

class Sweep {
 public:
  Sweep(const Options& options, cli::Context& context);
  // Returns the exit status.
  int run();

 private:
  bool read_header();
  bool sets_modes() const;
  void open_outputs();
  bool wait_for_input();
  bool is_done(const std::string& key) const;
  void print_finished();
  void print(const Row& row);
  void make_all();
  bool make(const Item& item);
  void flag_neighbours(Entry& entry);
  void close_table();
  int finish();

  const Options& options_;
  cli::Context& context_;
  RunOrderOptions order_options_;
  measure::Pump pump_;
  RunList run_list_;
  Runner runner_;
  measure::IdleBoard board_;
  std::int64_t start_ns_;
  Folders folders_;
  Progress progress_;
  std::unique_ptr<RunOrder> order_;
  std::unique_ptr<Journal> journal_;
  std::unique_ptr<cli::RowStream> stream_;
  std::multiset<std::string> printed_;                       // lines that the appended file has
  std::map<std::string, std::vector<ProfilePoint>> points_;  // good profiles by command
};

}  // namespace wattline::pmsweep
