// SPDX-License-Identifier: Apache-2.0
#include "joules/power_file.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "io/meta.hpp"
#include "io/rail_meta.hpp"
#include "io/source.hpp"

namespace wattline::joules {

namespace {

// The two kinds of input are easily swapped.
io::PowerColumns power_columns(const io::TsvReader& reader) {
  if (reader.find("start_mono_s") && !reader.find("rail")) {
    throw usage_error(reader.name() + ": these rows are intervals, not power rows", "use < " + reader.name());
  }
  return io::PowerColumns(reader);
}

}  // namespace

PowerFile::PowerFile(const std::string& path, const std::vector<std::string>& rails, JoinClock clock, bool allow_mixed)
    : reader_(path),
      machine_(reader_),
      rails_(rails),
      columns_(power_columns(reader_)),
      source_column_(reader_.find("source")),
      clock_(clock),
      allow_mixed_(allow_mixed) {
  reader_.require(clock == JoinClock::time ? "time_s" : "mono_s");
  read_facts();
  if (clock == JoinClock::mono && boots_.size() > 1) {
    throw data_error(path + ": has rows of " + std::to_string(boots_.size()) + " boots", kTwoBootsHint);
  }
}

void PowerFile::read_facts() {
  const std::string meta = path() + ".meta";
  std::string problem;
  const io::Meta rows = io::read_meta(meta, problem);
  for (const std::string& rail : rails_) facts_.push_back(io::rail_facts(rows, rail, problem));
  clocks_pinned_ = io::meta_values(rows, "clocks_pinned") == std::vector<std::string>{"1"} &&
                   io::meta_values(rows, "mode_start") == io::meta_values(rows, "mode_end");
  boots_ = io::meta_values(rows, "boot_id");
  runs_ = boots_.size();
  std::sort(boots_.begin(), boots_.end());
  boots_.erase(std::unique(boots_.begin(), boots_.end()), boots_.end());
  if (!problem.empty()) meta_problem_ = meta + ": " + problem;
}

void PowerFile::note_rail(std::string_view name) {
  constexpr std::size_t kEnough = 64;  // for a message
  if (seen_.size() < kEnough && std::find(seen_.begin(), seen_.end(), name) == seen_.end()) seen_.emplace_back(name);
}

std::optional<std::size_t> PowerFile::match_rail(std::string_view name) {
  for (std::size_t i = 0; i < rails_.size(); ++i) {
    if (rails_[i] == name) return i;
  }
  note_rail(name);
  return std::nullopt;
}

void PowerFile::read_time() {
  const auto t = clock_ == JoinClock::time ? columns_.time_s(reader_) : columns_.mono_s(reader_);
  if (!t) {
    throw data_error(path() + ": line " + std::to_string(reader_.line()) + ": no " +
                         (clock_ == JoinClock::time ? "time_s" : "mono_s"),
                     clock_ == JoinClock::time ? "" : "imported rows have only wall-clock time: --join time");
  }
  sample_.t_s = *t;
  time_text_ = columns_.time_text(reader_);
}

void PowerFile::read_source() {
  const std::string_view source = source_column_ ? reader_.field(*source_column_) : "measured";
  if (source == source_) return;
  if (!source_.empty() && !allow_mixed_) {
    throw data_error(path() + ": line " + std::to_string(reader_.line()) + ": its source is " + std::string(source) +
                         ", that of the rows above is " + source_,
                     "--allow-mixed joins them all the same");
  }
  source_ = io::joined_source(source_, std::string(source));
}

bool PowerFile::next() {
  while (reader_.next()) {
    const auto rail = match_rail(columns_.rail(reader_));
    if (!rail) continue;
    sample_.rail = *rail;
    read_time();
    if (sample_.t_s < last_t_s_) {
      throw data_error(path() + ": line " + std::to_string(reader_.line()) + ": goes back in time", kTwoBootsHint);
    }
    last_t_s_ = sample_.t_s;
    sample_.power_w = columns_.power_w(reader_);
    sample_.stale = columns_.stale(reader_);
    read_source();
    machine_.read(reader_);
    return true;
  }
  return false;
}

}  // namespace wattline::joules
