// SPDX-License-Identifier: Apache-2.0
#include "wattop/row_samples.hpp"

#include <cmath>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "cli/messages.hpp"
#include "io/tsv_escape.hpp"
#include "platform/load/load_columns.hpp"

namespace wattline::wattop {

namespace {

std::string text_of(const io::TsvRow& row, const std::optional<std::size_t>& column) {
  const std::string_view text = column ? row.field(*column) : std::string_view();
  return text == "NA" ? "" : cli::printable(io::unescape_field(text));
}

std::optional<double> number_of(const io::TsvRow& row, const std::optional<std::size_t>& column) {
  return column ? row.number(*column) : std::nullopt;
}

// "12.5,-,3.0": what is no number is a core that is off.
std::vector<double> list_of(const std::string& text) {
  std::vector<double> values;
  if (text.empty()) return values;
  for (const std::string_view part : split(text, ',')) values.push_back(to_double(part).value_or(NAN));
  return values;
}

}  // namespace

bool has_power(const io::TsvRow& header) {
  return header.find("rail").has_value() && header.find("power_w").has_value();
}

RailSampleReader::RailSampleReader(const io::TsvRow& header)
    : columns_(header), scope_(header.find("scope")), source_(header.find("source")) {}

RailSample RailSampleReader::read(const io::TsvRow& row) const {
  RailSample sample;
  sample.time = {columns_.time_s(row), columns_.mono_s(row)};
  sample.rail = cli::printable(columns_.rail(row));
  sample.scope = text_of(row, scope_);
  sample.source = text_of(row, source_);
  sample.power_w = columns_.power_w(row);
  sample.stale = columns_.stale(row);
  return sample;
}

LoadSampleReader::LoadSampleReader(const io::TsvRow& header)
    : time_(header.find("time_s")),
      mono_(header.find("mono_s")),
      zones_(header.find("zone_temps")),
      core_pct_(header.find("core_pct")),
      core_khz_(header.find("core_khz")),
      source_(header.find("source")) {
  for (const platform::LoadColumn& load : platform::load_columns()) {
    if (const auto column = header.find(load.column.name)) numbers_.emplace_back(*column, load.value);
  }
  if (numbers_.empty()) {
    throw data_error(header.name() + ": neither rows of powerlog nor of loadlog",
                     "it has: " + join(header.names(), ", "));
  }
}

LoadSample LoadSampleReader::read(const io::TsvRow& row) const {
  LoadSample sample;
  sample.time = {number_of(row, time_), number_of(row, mono_)};
  for (const auto& [column, value] : numbers_) sample.load.*value = row.number(column).value_or(NAN);
  sample.load.zone_temps = text_of(row, zones_);
  sample.load.core_pct = list_of(text_of(row, core_pct_));
  sample.load.core_khz = list_of(text_of(row, core_khz_));
  sample.source = text_of(row, source_);
  return sample;
}

ProgramSampleReader::ProgramSampleReader(const io::TsvRow& header) : columns_(header), source_(header.find("source")) {}

ProgramSample ProgramSampleReader::read(const io::TsvRow& row) const {
  ProgramSample sample;
  sample.time = {columns_.time_s(row), columns_.mono_s(row)};
  sample.process = columns_.is_process(row);
  sample.rest = columns_.is_rest(row);
  sample.id = columns_.id(row);
  sample.name = cli::printable(io::unescape_field(columns_.name(row)));
  sample.busy_cores = columns_.busy_cores(row);
  sample.source = text_of(row, source_);
  return sample;
}

}  // namespace wattline::wattop
