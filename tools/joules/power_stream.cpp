// SPDX-License-Identifier: Apache-2.0
#include "joules/power_stream.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/source.hpp"

namespace wattline::joules {

PowerStream::PowerStream(const std::vector<std::string>& paths, const std::vector<std::string>& rails, JoinClock clock,
                         bool allow_mixed)
    : clock_(clock), rails_(rails), owner_(rails.size()) {
  for (const std::string& path : paths) {
    files_.push_back(std::make_unique<PowerFile>(path, rails, clock, allow_mixed));
    open_.push_back(files_.back()->next());
  }
}

std::optional<double> PowerStream::offset_of(const std::string& time_text, double t_s) const {
  const auto time = to_double(time_text);
  return time && clock_ == JoinClock::mono ? std::optional<double>(*time - t_s) : std::nullopt;
}

std::optional<double> PowerStream::offset_s() const {
  return offset_of(files_[last_]->time_text(), files_[last_]->sample().t_s);
}

std::optional<double> PowerStream::offset_before_s() const {
  return offset_of(before_text_, before_t_s_);
}

const PowerSample* PowerStream::next() {
  if (current_) {
    before_text_ = files_[last_]->time_text();
    before_t_s_ = files_[last_]->sample().t_s;
  }
  if (current_) open_[*current_] = files_[*current_]->next();
  current_.reset();
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (open_[i] && (!current_ || files_[i]->sample().t_s < files_[*current_]->sample().t_s)) current_ = i;
  }
  if (!current_) return nullptr;
  last_ = *current_;
  const PowerSample& sample = files_[*current_]->sample();
  check_owner(*current_, sample);
  return &sample;
}

// A continued log has its rails in one file after the other; two boards at once would mix their rails.
void PowerStream::check_owner(std::size_t file, const PowerSample& sample) {
  auto& owner = owner_[sample.rail];
  if (owner && *owner != file && open_[*owner] && files_[*owner]->sample().rail == sample.rail) {
    throw data_error(
        rails_[sample.rail] + ": in " + files_[*owner]->path() + " and " + files_[file]->path() + " at the same time",
        "join the intervals with one file after the other");
  }
  owner = file;
}

RailFacts PowerStream::facts(std::size_t rail) const {
  RailFacts facts;
  for (const auto& file : files_) widen(facts, file->facts(rail));
  return facts;
}

bool PowerStream::clocks_pinned() const {
  return std::all_of(files_.begin(), files_.end(), [](const auto& file) { return file->clocks_pinned(); });
}

void PowerStream::warn_of_meta(cli::Context& context) const {
  for (const auto& file : files_) {
    if (file->meta_problem().empty()) continue;
    context.warn_once(file->meta_problem(), "what it says of the sensors is unknown, and energies may be wrong");
  }
}

std::string joined_source(const std::string& name, const std::string& source, const PowerStream& power,
                          bool allow_mixed) {
  std::string common = source;
  for (const auto& file : power.files()) {
    const std::string& other = file->source();
    if (!allow_mixed && !common.empty() && !other.empty() && other != common) {
      throw data_error(name + " are " + common + ", the power in " + file->path() + " is " + other,
                       "--allow-mixed joins them all the same");
    }
    common = io::joined_source(common, other);
  }
  return common;
}

}  // namespace wattline::joules
