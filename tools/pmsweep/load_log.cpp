// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/load_log.hpp"

#include <chrono>

#include "io/row_table.hpp"
#include "io/time_columns.hpp"
#include "platform/load/load_columns.hpp"
#include "platform/mode/machine.hpp"

namespace wattline::pmsweep {

namespace {

struct LoadTick {
  std::chrono::nanoseconds time, mono;
  const platform::LoadRow* load;
  const char* source;
};

const io::RowTable<LoadTick>& load_rows() {
  using T = LoadTick;
  static const io::RowTable<T> table = [] {
    std::vector<io::RowTable<T>::Entry> entries{io::instant_fields<T>()};
    for (const platform::LoadColumn& load : platform::load_columns()) {
      entries.push_back({load.column, &T::load, load.value});
    }
    entries.push_back({io::kSource, &T::source});
    return io::RowTable<T>("load", entries);
  }();
  return table;
}

}  // namespace

void LoadLog::open(const std::string& path) {
  close();  // the same file may be opened again
  file_ = std::make_unique<io::Output>(io::Output::to_file(path));
  rows_ = std::make_unique<io::TsvWriter>(*file_, load_rows().kind());
}

void LoadLog::close() {
  rows_.reset();
  file_.reset();
}

void LoadLog::find_machine() {
  if (board_) return;
  const platform::Machine machine = platform::find_machine(context_.root);
  cpu_.emplace(context_.root, machine.cpus);
  board_.emplace(context_.root, machine.board);
}

const platform::LoadRow& LoadLog::look() {
  find_machine();
  platform::clear_numbers(row_);
  cpu_->read(row_, context_.clock.mono_ns());
  board_->read(row_, context_.clock.mono_ns());
  context_.warn_broken(row_.broken);
  const auto time = io::as_time(context_.clock.time_ns()), mono = io::as_time(context_.clock.mono_ns());
  if (rows_) load_rows().write(*rows_, {time, mono, &row_, context_.root.source()});
  return row_;
}

}  // namespace wattline::pmsweep
