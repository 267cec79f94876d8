// SPDX-License-Identifier: Apache-2.0
#include "wattop/replayed_rows.hpp"

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "io/meta.hpp"

namespace wattline::wattop {

namespace {

using Samples = std::variant<RailSampleReader, LoadSampleReader, ProgramSampleReader>;

Samples samples_of(const io::TsvReader& reader) {
  if (has_power(reader)) return RailSampleReader(reader);
  if (platform::ProgramColumns::are_in(reader)) return ProgramSampleReader(reader);
  return LoadSampleReader(reader);
}

}  // namespace

ReplayedRows::File::File(const std::string& path, BoardModel& model) : reader(path), samples(samples_of(reader)) {
  const io::Meta meta = path == "-" ? io::Meta() : io::read_meta(path + ".meta");
  if (std::holds_alternative<RailSampleReader>(samples)) model.take_power_meta(meta);
  if (std::holds_alternative<LoadSampleReader>(samples)) model.take_load_meta(meta);
}

const RowTime& ReplayedRows::File::time() const {
  return std::visit([](const auto& row) -> const RowTime& { return row.time; }, sample);
}

// A row without a time belongs to the one before it.
void ReplayedRows::File::read(bool by_mono) {
  at_end = !reader.next();
  if (at_end) return;
  std::visit([this](const auto& rows) { sample = rows.read(reader); }, samples);
  if (!by_mono) forget_mono();
  next_s = time().any_s().value_or(next_s);
}

void ReplayedRows::File::forget_mono() {
  std::visit([](auto& row) { row.time.mono_s.reset(); }, sample);
}

ReplayedRows::ReplayedRows(const std::vector<std::string>& files, BoardModel& model) : model_(model) {
  for (const std::string& path : files) files_.push_back(std::make_unique<File>(path, model));
  std::set<std::size_t> kinds;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (kinds.insert(files_[i]->samples.index()).second) continue;
    throw data_error(files[i] + ": another file has rows of the same kind",
                     "name one of powerlog, one of loadlog and one of loadlog programs");
  }
  for (const auto& file : files_) {
    file->read(true);
    by_mono_ = by_mono_ && (file->at_end || file->time().mono_s);
  }
  for (const auto& file : files_) {
    if (by_mono_ || file->at_end) continue;
    file->forget_mono();
    file->next_s = file->time().any_s().value_or(0);
  }
}

// The file whose row is the next one; none at the end.
ReplayedRows::File* ReplayedRows::next_file() const {
  File* next = nullptr;
  for (const auto& file : files_) {
    if (!file->at_end && (next == nullptr || file->next_s < next->next_s)) next = file.get();
  }
  return next;
}

std::optional<double> ReplayedRows::next_s() const {
  const File* const next = next_file();
  return next == nullptr ? std::nullopt : std::optional(next->next_s);
}

void ReplayedRows::take(File& file) {
  std::visit([this](const auto& row) { model_.take(row); }, file.sample);
  file.read(by_mono_);
}

void ReplayedRows::take_until(double time_s) {
  for (File* next = next_file(); next != nullptr && next->next_s <= time_s; next = next_file()) take(*next);
}

void ReplayedRows::warn_torn(cli::Context& context) const {
  for (const auto& file : files_) {
    if (file->reader.torn()) context.warn_torn(file->reader.name());
  }
}

}  // namespace wattline::wattop
