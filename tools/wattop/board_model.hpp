// SPDX-License-Identifier: Apache-2.0
// Turns rows of powerlog and loadlog, and their meta rows, into the state of a board.
#pragma once
#include <string>

#include "io/meta.hpp"
#include "io/tsv_row.hpp"
#include "wattop/board_readings.hpp"
#include "wattop/program_power.hpp"
#include "wattop/row_samples.hpp"
#include "wattop/throttling.hpp"

namespace wattline::wattop {

class BoardModel {
 public:
  // Before the rows that they describe.
  void take_power_meta(const io::Meta& meta);
  void take_load_meta(const io::Meta& meta);
  void take(const RailSample& sample);
  void take(const LoadSample& sample);
  void take(const ProgramSample& sample);
  // Brings the powers of the programs that are shown up to date, which takes longer than a row.
  void divide_power(ProgramUnit unit);
  // The energies count from now on.
  void reset_energy();
  void set_power_problem(const std::string& text) { state_.power_problem = text; }
  void set_load_problem(const std::string& text) { state_.load_problem = text; }
  void set_program_problem(const std::string& text) { state_.program_problem = text; }
  const BoardReadings& state() const { return state_; }

 private:
  void take_meta(const io::Meta& meta);
  RailView& rail(const RailSample& sample);

  io::Meta power_meta_, load_meta_;
  BoardReadings state_;
  Throttling throttling_;
  ProgramPower processes_, groups_;
};

}  // namespace wattline::wattop
