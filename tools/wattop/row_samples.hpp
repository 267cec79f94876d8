// SPDX-License-Identifier: Apache-2.0
// One row of powerlog, of loadlog and of `loadlog programs`, as they are read.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/power_columns.hpp"
#include "io/tsv_row.hpp"
#include "platform/load/load_row.hpp"
#include "platform/load/program_columns.hpp"

namespace wattline::wattop {

struct RowTime {
  std::optional<double> time_s, mono_s;  // imported rows have no mono_s
  // For differences between rows that have the same of them.
  std::optional<double> any_s() const { return mono_s ? mono_s : time_s; }
};

struct RailSample {
  RowTime time;
  std::string rail, scope, source;
  std::optional<double> power_w;
  bool stale = false;
};

struct LoadSample {
  RowTime time;
  platform::LoadRow load;
  std::string source;
};

struct ProgramSample {
  RowTime time;
  bool process;  // a process group, and no control group
  bool rest;     // all others of its kind
  std::string id, name;
  double busy_cores;
  std::string source;
};

// Whether rows with this header are those of powerlog.
bool has_power(const io::TsvRow& header);

class RailSampleReader {
 public:
  // Throws a data error without the columns rail and power_w.
  explicit RailSampleReader(const io::TsvRow& header);
  RailSample read(const io::TsvRow& row) const;

 private:
  io::PowerColumns columns_;
  std::optional<std::size_t> scope_, source_;
};

class LoadSampleReader {
 public:
  // Throws a data error if no column is one of loadlog's.
  explicit LoadSampleReader(const io::TsvRow& header);
  LoadSample read(const io::TsvRow& row) const;

 private:
  std::optional<std::size_t> time_, mono_, zones_, core_pct_, core_khz_, source_;
  std::vector<std::pair<std::size_t, double platform::LoadRow::*>> numbers_;
};

class ProgramSampleReader {
 public:
  // Throws a data error without the columns kind, name, pid and busy_cores.
  explicit ProgramSampleReader(const io::TsvRow& header);
  ProgramSample read(const io::TsvRow& row) const;

 private:
  platform::ProgramColumns columns_;
  std::optional<std::size_t> source_;
};

}  // namespace wattline::wattop
