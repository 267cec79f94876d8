// SPDX-License-Identifier: Apache-2.0
// Recorded rows of powerlog and loadlog, which go to the model at the pace at which they were recorded.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/context.hpp"
#include "io/tsv_reader.hpp"
#include "wattop/board_model.hpp"

namespace wattline::wattop {

class ReplayedRows {
 public:
  // Files of powerlog and of loadlog, told apart by their columns. Throws a data error for another file.
  ReplayedRows(const std::vector<std::string>& files, BoardModel& model);
  // The time of the next row on the clock of the recording; empty at the end.
  std::optional<double> next_s() const;
  void take_until(double time_s);
  // Names the files that end within a line.
  void warn_torn(cli::Context& context) const;

 private:
  struct File {
    File(const std::string& path, BoardModel& model);
    void read(bool by_mono);

    io::TsvReader reader;
    std::optional<RailSampleReader> power_reader;
    std::optional<LoadSampleReader> load_reader;
    std::optional<RailSample> power;  // the next row
    std::optional<LoadSample> load;
    bool at_end = false;
    double next_s = 0;
    const RowTime& time() const { return power ? power->time : load->time; }
  };
  void take(File& file);

  BoardModel& model_;
  std::vector<std::unique_ptr<File>> files_;
  bool by_mono_ = true;
};

}  // namespace wattline::wattop
