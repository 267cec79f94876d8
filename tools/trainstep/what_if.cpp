// SPDX-License-Identifier: Apache-2.0
#include "trainstep/what_if.hpp"

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/units.hpp"
#include "cli/option_types.hpp"
#include "io/meta.hpp"
#include "io/regular_file.hpp"
#include "io/source.hpp"
#include "io/tsv_reader.hpp"
#include "page_cache/residency.hpp"
#include "trainstep/options.hpp"
#include "trainstep/run/forecast.hpp"
#include "trainstep/run/resume.hpp"

namespace wattline::trainstep {

namespace {

struct WhatIfRow : Forecast {
  std::int64_t workers, batch;
  std::optional<double> bandwidth_b_per_s, memory_b;
  double hit_pct, samples;
  double stall_pct() const { return 100 * stall_s / epoch_s; }
  double images_per_s() const { return samples / epoch_s; }
};

const io::RowTable<WhatIfRow>& what_if_table() {
  using R = WhatIfRow;
  static const io::RowTable<R> table{
      "what-if",
      {{{"workers", "1", 0, "loader threads"}, &R::workers},
       {{"batch", "1", 0, "samples per minibatch"}, &R::batch},
       {{"bandwidth_b_per_s", "B/s", 0, "bytes per second that the disk delivers; NA = as in the cold run"},
        &R::bandwidth_b_per_s},
       {{"memory_b", "B", 0, "memory for the page cache; NA = nothing stays in it"}, &R::memory_b},
       {{"hit_pct", "%", 2, "predicted share of reads that the page cache serves"}, &R::hit_pct},
       {{"read_ms", "ms", 3, "predicted time in which one thread reads a minibatch"}, &R::read_ms},
       {{"prep_ms", "ms", 3, "time in which one thread decodes and transforms it"}, &R::prep_ms},
       {{"compute_ms", "ms", 3, "time to compute it"}, &R::compute_ms},
       {{"step_ms", "ms", 3, "predicted time of a step"}, &R::step_ms},
       {{"epoch_s", "s", 6, "predicted time of an epoch"}, &R::epoch_s},
       {{"stall_s", "s", 6, "predicted stall in an epoch"}, &R::stall_s},
       {{"stall_pct", "%", 2, "stall_s in % of epoch_s"}, &R::stall_pct},
       {{"images_per_s", "1/s", 3, "samples per second"}, &R::images_per_s},
       {{"bottleneck", "", 0, "disk, pre-processing or compute"}, &R::bottleneck}}};
  return table;
}

struct ShortRun {
  double samples = 0, counted = 0, batch = 0;
  Stages all, of_counted;
};

// The first epoch of a run.
ShortRun read_run(const std::string& path) {
  if (!io::file_status(path)) throw data_error(path + ": not found");
  const EarlierRun run = read_earlier_run(path, "", 0);
  if (run.epochs.empty() || run.epochs.front().counted == 0) {
    throw data_error(path + ": no counted steps", "give the rows of a run with several minibatches");
  }
  const EpochRecord& epoch = run.epochs.front();
  ShortRun result{static_cast<double>(epoch.images), static_cast<double>(epoch.counted), 0, epoch.all,
                  epoch.of_counted};
  result.batch = result.samples / static_cast<double>(epoch.steps);
  return result;
}

std::string meta_value(const std::string& rows, const std::string& name) {
  const auto values = io::read_meta(rows + ".meta", name);
  return values.empty() ? "" : values.back();
}

void check_sources(const std::vector<std::string>& paths) {
  std::string known, known_in;
  for (const std::string& path : paths) {
    io::TsvReader rows(path);
    const auto column = rows.find("source");
    while (column && rows.next()) {
      const std::string source(rows.field(*column));
      if (io::sources_differ(known, source)) {
        throw data_error((known_in == path ? path : known_in + " and " + path) + ": the rows have different sources",
                         "use --allow-mixed to accept them together");
      }
      if (source == known) continue;
      known = io::joined_source(known, source);
      known_in = path;
    }
  }
}

// As far as meta files name them.
void check_workloads(const std::vector<std::string>& paths) {
  std::string known, known_in;
  for (const std::string& path : paths) {
    const std::string workload = meta_value(path, "workload");
    if (workload.empty() || workload == known) continue;
    if (!known.empty()) {
      throw data_error(path + ": the workload is " + workload + ", that of " + known_in + " is " + known,
                       "give the rows of runs of one workload");
    }
    known = workload;
    known_in = path;
  }
}

void check_origins(const WhatIfOptions& options) {
  std::vector<std::string> paths = options.compute;
  paths.push_back(options.cold);
  check_workloads(paths);
  if (!options.allow_mixed) check_sources(paths);
}

PipelineTimes times_of(const WhatIfOptions& options) {
  std::vector<std::pair<double, double>> points;
  for (const std::string& path : options.compute) {
    const ShortRun run = read_run(path);
    points.emplace_back(run.batch, (run.of_counted.step_ms - run.of_counted.stall_ms) / run.counted);
  }
  const ShortRun cold = read_run(options.cold);
  return {fit_compute_time(points), cold.all.read_ms / cold.samples, cold.all.prep_ms / cold.samples};
}

DataSize size_of(const WhatIfOptions& options, Clock& clock) {
  DataSize size{options.samples, static_cast<double>(options.data_b)};
  if (size.samples == 0) size.samples = to_double(meta_value(options.cold, "samples")).value_or(0);
  if (size.samples <= 0) {
    throw data_error(options.cold + ".meta: does not say how many samples the data has", "give --samples N");
  }
  if (size.bytes > 0 || (options.bandwidth.empty() && options.memory.empty())) return size;
  const std::string data = meta_value(options.cold, "data");
  if (data.empty()) throw data_error(options.cold + ".meta: does not name the data", "give --data-size SIZE");
  page_cache::CacheProbe probe;
  size.bytes = static_cast<double>(page_cache::measure_residency(data, probe, clock).totals.size_b);
  if (size.bytes == 0) throw data_error(data + ": no files found", "give --data-size SIZE");
  return size;
}

// The share of an epoch's reads that this much memory serves once the first epoch is over.
double hit_share(const WhatIfOptions& options, const DataSize& size, std::optional<double> memory_b) {
  if (!memory_b) return 0;
  const double share = std::min(1.0, *memory_b / size.bytes);
  if (options.pinned || share == 1) return share;
  return options.sequential ? 0 : page_cache::lru_expected_hit(share);
}

std::vector<std::int64_t> counts_of(const std::string& option, const std::vector<std::string>& texts, double as_it_was,
                                    std::int64_t least) {
  std::vector<std::int64_t> counts;
  for (const std::string& text : texts) {
    const auto count = to_int64(text);
    if (!count || *count < least || *count > 100'000) {
      throw usage_error(option + " " + text + ": not a whole number from " + std::to_string(least) + " to 100000");
    }
    counts.push_back(*count);
  }
  if (counts.empty()) counts.push_back(static_cast<std::int64_t>(as_it_was + 0.5));
  return counts;
}

std::vector<std::optional<double>> sizes_of(const std::string& option, const std::vector<std::string>& texts) {
  std::vector<std::optional<double>> sizes;
  for (const std::string& text : texts) {
    sizes.emplace_back(static_cast<double>(parse_size_b(text)));
    if (*sizes.back() <= 0) throw usage_error(option + " " + text + ": must be positive");
  }
  if (sizes.empty()) sizes.emplace_back();
  return sizes;
}

// Every setting that the options name, with the last one changing fastest.
std::vector<WhatIfRow> settings_of(const WhatIfOptions& options, const DataSize& size) {
  const double workers = to_double(meta_value(options.cold, "workers")).value_or(1);
  std::vector<WhatIfRow> rows;
  for (const std::int64_t k : counts_of("--workers", options.workers, workers, 0)) {
    for (const std::int64_t n : counts_of("--batch", options.batch, read_run(options.cold).batch, 1)) {
      for (const auto& bandwidth : sizes_of("--bandwidth", options.bandwidth)) {
        for (const auto& memory : sizes_of("--memory", options.memory)) {
          rows.push_back({{}, k, n, bandwidth, memory, 100 * hit_share(options, size, memory), size.samples});
        }
      }
    }
  }
  return rows;
}

}  // namespace

void declare_what_if(cli::App& app, WhatIfOptions& o) {
  app.add_option("--compute", o.compute, "Step rows of a run that did not wait for data (--synthetic); repeatable")
      .required()
      .allow_extra_args(false);
  app.add_option("--cold", o.cold, "Step rows of a run with a cold page cache and one loader thread").required();
  cli::add_list(app, "--workers", o.workers, "Numbers of loader threads [as in --cold]");
  cli::add_list(app, "--batch", o.batch, "Samples per minibatch [as in --cold]");
  cli::add_list(app, "--bandwidth", o.bandwidth,
                "Bytes per second that the disk delivers, such as 100M [as in --cold]");
  cli::add_list(app, "--memory", o.memory, "Memory for the page cache, such as 8G [none]");
  app.add_flag("--pinned", o.pinned, "The memory holds the same files all the time, as with cachestat pin");
  app.add_flag("--sequential", o.sequential, "Samples are not shuffled");
  app.add_flag("--allow-mixed", o.allow_mixed, "Accept rows of different sources together");
  app.add_option("--samples", o.samples, "Samples of an epoch [those of the data of --cold]")
      .check(cli::between(1, 1e12));
  cli::add_size(app, "--data-size", o.data_b, "Size of the data [that of the data of --cold]");
  app.add_option("--parallel-reads", o.parallel_reads, "Reads that the disk serves at the same time")
      .check(cli::between(1, 100'000))
      .capture_default_str();
  app.add_option("--cores", o.cores, "CPU cores that loader threads can use [all available ones]")
      .check(cli::between(1, 4096));
}

const io::RowKind& what_if_rows() {
  return what_if_table().kind();
}

int print_what_if(const WhatIfOptions& options, const cli::RowOptions& output, cli::Context& context) {
  if (options.pinned && options.sequential) throw usage_error("--pinned and --sequential: give one of them");
  const PipelineTimes times = times_of(options);
  check_origins(options);
  const DataSize size = size_of(options, context.clock);
  std::vector<WhatIfRow> rows = settings_of(options, size);
  for (WhatIfRow& row : rows) {
    Setting setting{row.workers, row.batch, row.bandwidth_b_per_s, row.hit_pct / 100, options.parallel_reads, 0};
    setting.cores = options.cores > 0 ? options.cores : available_processors();
    static_cast<Forecast&>(row) = forecast(times, size, setting);
  }
  return cli::print_rows(context, output, what_if_table(), rows);
}

}  // namespace wattline::trainstep
