// SPDX-License-Identifier: Apache-2.0
// powerlog, loadlog and `loadlog programs` as child processes, whose rows go to the model as they arrive.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/context.hpp"
#include "measure/pump.hpp"
#include "measure/row_child.hpp"
#include "measure/temporary_folder.hpp"
#include "wattop/board_model.hpp"
#include "wattop/options.hpp"

namespace wattline::wattop {

class LiveRows : NotCopyable {
 public:
  // Begins to read.
  LiveRows(const Options& options, cli::Context& context, measure::Pump& pump, BoardModel& model);
  // Says in the model why a child has ended. Throws where the disk that was asked for is not there.
  void check_children();
  // With --once: all that there will be was read.
  bool finished() { return power_.finished() && load_.finished() && programs_.finished(); }

 private:
  std::vector<std::string> arguments(const std::string& meta, std::int64_t interval_ns) const;
  std::vector<std::string> program_arguments() const;
  void start_load(const std::string& disk);
  void take_power(const io::TsvFeed& row);
  void take_load(const io::TsvFeed& row);
  void take_program(const io::TsvFeed& row);
  void check_power();
  void check_load();
  void check_programs();

  const Options& options_;
  cli::Context& context_;
  BoardModel& model_;
  measure::TemporaryFolder folder_;
  std::string disk_;  // that loadlog samples
  bool power_checked_ = false, load_checked_ = false, programs_checked_ = false;
  std::optional<RailSampleReader> power_reader_;
  std::optional<LoadSampleReader> load_reader_;
  std::optional<ProgramSampleReader> program_reader_;
  measure::RowChild power_, load_, programs_;  // the last: they call back into the others
};

}  // namespace wattline::wattop
