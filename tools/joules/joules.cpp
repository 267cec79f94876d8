// SPDX-License-Identifier: Apache-2.0
#include "joules/joules.hpp"

#include <map>

#include "base/units.hpp"
#include "cli/options.hpp"
#include "io/rows.hpp"
#include "joules/calibrate.hpp"
#include "joules/joiner.hpp"
#include "joules/result.hpp"

namespace wattline::joules {

namespace {

constexpr const char* kExamples =
    "  joules --interpolate power.tsv < steps.tsv   every minibatch with its energy\n"
    "  joules --by epoch,stage power.tsv < steps.tsv\n"
    "  joules -r VDD_GPU_SOC,VDD_CPU_CV power.tsv < epochs.tsv";

// Columns that come in by name and go out as they are.
io::RowKind widened_kind(const Options& options, const std::vector<std::string>& names) {
  io::RowKind kind{"interval with energy", {}};
  for (const std::string& name : names) kind.columns.push_back({name, "", 0, ""});
  if (!options.by.empty()) {
    kind.columns.push_back({"intervals", "1", 0, ""});
    kind.columns.push_back({"duration_s", "s", 6, ""});
  }
  for (const io::Column& column : io::energy_columns()) kind.columns.push_back(column);
  if (!options.net.empty()) kind.columns.push_back({"net_energy_j", "J", 6, ""});
  if (options.rails.size() > 1) kind.columns.push_back({"rail", "", 0, ""});
  kind.columns.push_back({"source", "", 0, ""});
  return kind;
}

// Mean power of each rail in a powerlog summary: its idle baseline where it has one, else the run's mean.
std::vector<double> read_baseline(const std::string& path, const std::vector<std::string>& rails) {
  io::TsvReader reader(path);
  const std::size_t rail = reader.require("rail");
  const std::size_t mean = reader.require("mean_w");
  const auto idle = reader.find("idle_w");
  std::map<std::string, double> watts;
  while (reader.next()) {
    const auto idle_w = idle ? reader.number(*idle) : std::nullopt;
    const auto value = idle_w ? idle_w : reader.number(mean);
    if (value) watts[std::string(reader.field(rail))] = *value;
  }
  std::vector<double> baseline;
  for (const std::string& name : rails) {
    if (watts.count(name) == 0) throw data_error("--net " + path + ": no mean power of rail " + name);
    baseline.push_back(watts[name]);
  }
  return baseline;
}

double first_mark_s(const std::string& path, bool join_time) {
  io::TsvReader reader(path);
  const std::size_t column = reader.require(join_time ? "time_s" : "mono_s");
  if (!reader.next()) throw data_error("--align " + path + ": no marks");
  return reader.required_number(column);
}

class Printer {
 public:
  Printer(const Options& options, const std::vector<std::string>& names, cli::Context& context,
          const std::vector<Track>& tracks, const PowerStream& power)
      : options_(options),
        stream_(context, options.rows, widened_kind(options, names)),
        tracks_(tracks),
        power_(power) {
    if (!options.net.empty()) baseline_w_ = read_baseline(options.net, options.rails);
  }

  void interval(const Interval& interval) {
    const std::string source = common_source(interval.source);
    if (!options_.by.empty()) {
      add_to_group(interval, source);
      return;
    }
    for (std::size_t rail = 0; rail < tracks_.size(); ++rail) {
      for (const std::string& field : interval.fields) stream_.rows().raw(field);
      const RailFacts& facts = tracks_[rail].facts();
      finish_row(evaluate(interval.accounts[rail], facts, options_.interpolate), rail, source);
    }
  }

  void groups() {
    for (const auto& group : groups_) {
      for (std::size_t rail = 0; rail < tracks_.size(); ++rail) {
        const Result result = group.sums[rail].evaluate(tracks_[rail].facts(), options_.interpolate);
        for (const std::string& field : group.key) stream_.rows().raw(field);
        stream_.rows().integer(group.sums[rail].intervals()).number(result.length_s);
        finish_row(result, rail, group.source);
      }
    }
  }

  // A sum over the rows that have an energy would look like the energy of all.
  void tell_of_missing(const cli::Context& context) const {
    if (outside_ > 0) {
      context.note(std::to_string(outside_) + " of " + std::to_string(rows_) + " rows lie where there is no power row");
    }
    if (too_short_ == 0) return;
    context.note(std::to_string(too_short_) + " of " + std::to_string(rows_) +
                 " rows are shorter than the sensor's window and have no energy: " +
                 (options_.by.empty() ? "sum them with --by, or --interpolate" : "--interpolate gives it"));
  }

  bool reader_gone() { return stream_.output().reader_gone(); }

 private:
  struct Group {
    std::vector<std::string> key;
    std::vector<Sum> sums;
    std::string source;
  };

  void finish_row(const Result& result, std::size_t rail, const std::string& source) {
    ++rows_;
    too_short_ += result.too_short ? 1 : 0;
    outside_ += result.coverage_pct == 0 && !result.too_short ? 1 : 0;
    io::TsvWriter& rows = stream_.rows();
    rows.number(result.energy_j).number(result.mean_power_w).integer(result.samples);
    rows.number(result.coverage_pct).number(result.error_j);
    if (!options_.net.empty()) {
      rows.number(result.energy_j ? std::optional<double>(*result.energy_j - baseline_w_[rail] * result.length_s)
                                  : std::nullopt);
    }
    if (options_.rails.size() > 1) rows.text(options_.rails[rail]);
    rows.text(source);
    rows.end_row();
  }

  void add_to_group(const Interval& interval, const std::string& source) {
    const auto [found, is_new] = group_index_.try_emplace(interval.fields, groups_.size());
    if (is_new) groups_.push_back({interval.fields, std::vector<Sum>(tracks_.size()), source});
    Group& group = groups_[found->second];
    for (std::size_t rail = 0; rail < tracks_.size(); ++rail) {
      group.sums[rail].add(interval.accounts[rail], tracks_[rail].facts());
    }
  }

  std::string common_source(const std::string& interval_source) const {
    return joined_source("the intervals", interval_source, power_, options_.allow_mixed);
  }

  const Options& options_;
  cli::RowStream stream_;
  const std::vector<Track>& tracks_;
  const PowerStream& power_;
  std::vector<double> baseline_w_;
  std::map<std::vector<std::string>, std::size_t> group_index_;
  std::vector<Group> groups_;
  long long rows_ = 0, too_short_ = 0, outside_ = 0;
};

void check(const Options& options) {
  if (options.power_files.empty()) throw usage_error("no power file", "joules POWERFILE < INTERVALS");
  if (options.join != "mono" && options.join != "time") throw usage_error("--join " + options.join + ": mono or time");
}

}  // namespace

cli::About about() {
  static const io::RowKind energy{"energy", io::energy_columns()};
  cli::About about;
  about.name = "joules";
  about.purpose = "Give every interval row its energy, from recorded power rows";
  about.examples = kExamples;
  about.rows = {&energy, &io::calibration_rows()};
  return about;
}

void declare(CLI::App& app, Options& options) {
  cli::declare_rows(app, options.rows);
  app.add_option("POWERFILE", options.power_files, "Power rows of powerlog");
  cli::add_list(app, "-r,--rail", options.rails, "Rails, one row each (repeatable) [TOTAL]");
  app.add_option("--intervals", options.input, "Interval rows [standard input]");
  app.add_option("--join", options.join, "Join by `mono` (one boot) or `time` (the wall clock) [mono]");
  app.add_option("--align", options.align, "The first mark of this file is the start of the first interval");
  app.add_flag("--interpolate", options.interpolate, "Energy also for intervals shorter than the sensor's window");
  cli::add_list(app, "--by", options.by, "Sums over rows with equal values of these columns; `stage` is derived");
  app.add_option("--net", options.net, "Add net_energy_j, above the mean power in this powerlog summary");
  app.add_option("--calibrate", options.calibrate, "Fit the rails against the METER rows of this file instead");
  app.add_flag("--sort", options.sort, "Sort the interval rows first (they are then held in memory)");
  cli::add_duration(app, "--max-gap", options.max_gap_ns, "Longest time without power rows to bridge [1s]");
  app.add_flag("--allow-mixed", options.allow_mixed, "Join measured with emulated or replayed rows");
}

int run(const Options& options, cli::Context& context) {
  check(options);
  if (!options.calibrate.empty()) return calibrate(options, options.calibrate, context);
  const bool join_time = options.join == "time";
  PowerStream power(options.power_files, options.rails, join_time);
  IntervalReader intervals(options.input, {join_time, options.sort, options.by, 0});
  if (!options.align.empty()) intervals.align_to(first_mark_s(options.align, join_time));
  const std::vector<std::string> names = intervals.names();
  Joiner joiner(power, intervals, options.rails, {to_seconds(options.max_gap_ns), !join_time && options.align.empty()});
  Printer printer(options, names, context, joiner.tracks(), power);
  joiner.run([&](const Interval& interval) { printer.interval(interval); });
  printer.groups();
  printer.tell_of_missing(context);
  if (intervals.torn()) context.warn("intervals: the last line has no line feed and was dropped");
  for (const auto& file : power.files()) {
    if (file->torn()) context.warn(file->path() + ": the last line has no line feed and was dropped");
  }
  return to_int(ExitCode::ok);
}

}  // namespace wattline::joules
