// SPDX-License-Identifier: Apache-2.0
// Recorded rows of powerlog, loadlog and `loadlog programs`, which go to the model at the pace at which they were
// recorded.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/context.hpp"
#include "io/tsv_reader.hpp"
#include "wattop/board_model.hpp"

namespace wattline::wattop {

class ReplayedRows {
 public:
  // One file of each, told apart by their columns. Throws a data error for another file.
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
    void forget_mono();
    const RowTime& time() const;

    io::TsvReader reader;
    std::variant<RailSampleReader, LoadSampleReader, ProgramSampleReader> samples;
    std::variant<RailSample, LoadSample, ProgramSample> sample;  // the next row
    bool at_end = false;
    double next_s = 0;
  };
  File* next_file() const;
  void take(File& file);

  BoardModel& model_;
  std::vector<std::unique_ptr<File>> files_;
  bool by_mono_ = true;
};

}  // namespace wattline::wattop
