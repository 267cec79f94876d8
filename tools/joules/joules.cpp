// SPDX-License-Identifier: Apache-2.0
#include "joules/joules.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "io/tsv_reader.hpp"
#include "joules/accounts.hpp"
#include "joules/calibrate.hpp"
#include "joules/energy_printer.hpp"
#include "joules/group_power.hpp"
#include "joules/intervals.hpp"
#include "joules/joiner.hpp"
#include "joules/power_stream.hpp"
#include "joules/rows.hpp"

namespace wattline::joules {

namespace {

constexpr const char* kExamples =
    "  joules --interpolate power.tsv < steps.tsv   every minibatch with its energy\n"
    "  joules --by epoch,stage power.tsv < steps.tsv\n"
    "  joules --by stage --fit power.tsv < steps.tsv   stages that are shorter than the sensor's window\n"
    "  joules -r VDD_GPU_SOC,VDD_CPU_CV power.tsv < epochs.tsv";

double first_mark_s(const std::string& path, JoinClock clock) {
  io::TsvReader reader(path);
  const std::size_t column = reader.require(clock == JoinClock::time ? "time_s" : "mono_s");
  if (!reader.next()) throw data_error("--align " + path + ": no marks");
  return reader.required_number(column);
}

// The fit needs to know over which time a reading averages, and that this was the same in all files.
GroupPower make_fit(const PowerStream& power, const std::vector<std::string>& rails) {
  std::vector<RailFacts> all;
  for (std::size_t rail = 0; rail < rails.size(); ++rail) {
    const RailFacts common = power.facts(rail);
    if (!common.counter && common.window_s <= 0) {
      throw data_error("--fit: the averaging time of " + rails[rail] + " is not known",
                       "give power rows of powerlog with their .meta file");
    }
    for (const auto& file : power.files()) {
      const RailFacts& facts = file->facts(rail);
      const bool has_rail = facts.counter || facts.window_s > 0;
      if (has_rail && (facts.counter != common.counter || facts.window_s != common.window_s)) {
        throw data_error(
            "--fit: " + file->path() + ": another averaging time of " + rails[rail] + " than in other files",
            "fit the files one at a time");
      }
    }
    all.push_back(common);
  }
  return GroupPower(all);
}

int join_energy(const Options& options, cli::Context& context) {
  PowerStream power(options.power_files, options.rails, options.clock, options.allow_mixed);
  power.warn_of_meta(context);
  IntervalReader intervals(options.input, {options.clock, options.sort, options.by, 0});
  if (!options.align.empty()) intervals.align_to(first_mark_s(options.align, options.clock));
  const std::vector<std::string> names = intervals.names();
  const bool one_boot = options.clock == JoinClock::mono && options.align.empty();
  std::optional<GroupPower> groups;
  if (options.fit) groups = make_fit(power, options.rails);
  GroupPower* const fit = groups ? &*groups : nullptr;
  Joiner joiner(power, intervals, options.rails, {to_seconds(options.max_gap_ns), one_boot, fit});
  EnergyPrinter printer(options, names, context, power, fit);
  joiner.run([&](const Interval& interval) { printer.add(interval); });
  printer.print_sums();
  printer.report_missing(context);
  if (intervals.torn()) context.warn_torn("intervals");
  for (const auto& file : power.files()) {
    if (file->torn()) context.warn_torn(file->path());
  }
  return to_int(ExitCode::ok);
}

}  // namespace

cli::About about() {
  return {"joules",
          "Add to every interval row its energy, from recorded power rows",
          kExamples,
          {&energy_kind(), &account_kind(), &calibration_rows().kind()}};
}

int run(const Options& options, cli::Context& context) {
  check(options);
  if (!options.accounts.empty()) return print_accounts(options, context);
  return options.meter_file.empty() ? join_energy(options, context) : calibrate(options, context);
}

}  // namespace wattline::joules
