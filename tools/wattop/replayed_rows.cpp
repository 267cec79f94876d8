// SPDX-License-Identifier: Apache-2.0
#include "wattop/replayed_rows.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "io/meta.hpp"

namespace wattline::wattop {

ReplayedRows::File::File(const std::string& path, BoardModel& model) : reader(path) {
  const io::Meta meta = path == "-" ? io::Meta() : io::read_meta(path + ".meta");
  if (has_power(reader)) {
    power_reader.emplace(reader);
    model.take_power_meta(meta);
  } else {
    load_reader.emplace(reader);
    model.take_load_meta(meta);
  }
}

// A row without a time belongs to the one before it.
void ReplayedRows::File::read(bool by_mono) {
  at_end = !reader.next();
  if (at_end) return;
  if (power_reader) {
    power = power_reader->read(reader);
  } else {
    load = load_reader->read(reader);
  }
  next_s = (by_mono ? time().mono_s : time().time_s).value_or(next_s);
}

ReplayedRows::ReplayedRows(const std::vector<std::string>& files, BoardModel& model) : model_(model) {
  for (const std::string& path : files) files_.push_back(std::make_unique<File>(path, model));
  if (files_.size() == 2 && files_[0]->power_reader.has_value() == files_[1]->power_reader.has_value()) {
    throw data_error(files[1] + ": both files have rows of the same tool", "name one of powerlog and one of loadlog");
  }
  for (const auto& file : files_) {
    file->read(true);
    by_mono_ = by_mono_ && (file->at_end || file->time().mono_s);
  }
  for (const auto& file : files_) {
    if (!by_mono_ && !file->at_end) file->next_s = file->time().time_s.value_or(0);
  }
}

std::optional<double> ReplayedRows::next_s() const {
  std::optional<double> next;
  for (const auto& file : files_) {
    if (!file->at_end) next = std::min(next.value_or(file->next_s), file->next_s);
  }
  return next;
}

void ReplayedRows::take(File& file) {
  if (file.power_reader) {
    model_.take(*file.power);
  } else {
    model_.take(*file.load);
  }
  file.read(by_mono_);
}

void ReplayedRows::take_until(double time_s) {
  for (const auto& file : files_) {
    while (!file->at_end && file->next_s <= time_s) take(*file);
  }
}

void ReplayedRows::warn_torn(cli::Context& context) const {
  for (const auto& file : files_) {
    if (file->reader.torn()) context.warn_torn(file->reader.name());
  }
}

}  // namespace wattline::wattop
