// SPDX-License-Identifier: Apache-2.0
#include "cachestat/visit.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "base/units.hpp"
#include "page_cache/residency.hpp"

namespace wattline::cachestat {

using page_cache::Batcher;
using page_cache::CacheProbe;
using page_cache::FileResidency;
using page_cache::Finding;
using page_cache::Method;
using page_cache::ResidencyRow;
using page_cache::Totals;

namespace {

constexpr unsigned kMinThreads = 8;
// Files of the first batch: cachestat(2) is quick even with large ones, mincore(2) takes 50 ms for 4 GB.
constexpr std::size_t kFirst = 64, kFirstMapped = 4;

Method method_for(const Operand& operand, const Options& options) {
  const std::string start = !operand.is_list ? operand.path : options.base.empty() ? "." : options.base;
  const io::Fd fd(::open(start.c_str(), O_PATH | O_CLOEXEC));  // no more: opening a device or a FIFO has effects
  return CacheProbe(options.method).method_for(fd.get());
}

bool is_tree(const Operand& operand) {
  const io::Fd fd(operand.is_list ? -1 : ::open(operand.path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return static_cast<bool>(fd);
}

void warn_hidden(cli::Context& context, const ResidencyRow& row) {
  if (row.totals.unknown == 0 || context.signals.stop() != 0) return;
  const std::string unknown = std::to_string(row.totals.unknown);
  const std::string files =
      row.sampled ? unknown + " sampled files" : unknown + " of " + std::to_string(row.totals.files) + " files";
  context.warn_once(row.path, ::geteuid() == 0 ? "the file system does not tell the residency of " + files
                                               : "the kernel hides the residency of " + files +
                                                     " from this user; run as their owner or as root");
}

}  // namespace

void check_method(const Options& options, cli::Context& context) {
  const CacheProbe probe(options.method);
  const bool old_kernel = probe.refusal() == ENOSYS;
  if (options.method == Method::cachestat && probe.refusal() != 0) {
    throw unavailable(std::string("cachestat(2): ") + std::strerror(probe.refusal()), "leave out --method");
  }
  if (probe.refusal() != 0 && !old_kernel) {
    context.note(std::string("cachestat(2): ") + std::strerror(probe.refusal()) + ", mincore(2) is used instead");
  }
}

MakeWork measuring(const Options& options, const cli::Context& context) {
  return [method = options.method, stop = stop_of(context)]() -> Work {
    const auto probe = std::make_shared<CacheProbe>(method, stop);
    return [probe](Batch& batch) { page_cache::measure_batch(batch, *probe); };
  };
}

Visit::Visit(const Options& options, cli::Context& context)
    : options_(options), context_(context), source_(options, context, failures_) {}

// Mapping files is work for a core; threads wait for the device as well.
Workers Visit::workers_for(Method method, const MakeWork& make_work, Collect collect) const {
  if (options_.jobs == 1) return work_here(make_work, std::move(collect));
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  const unsigned jobs = options_.jobs;
  if (method == Method::mincore) {
    return work_in_processes(jobs > 0 ? jobs : cores, make_work, std::move(collect), stop_of(context_));
  }
  return work_in_threads(jobs > 0 ? jobs : std::max(cores, kMinThreads), make_work, std::move(collect));
}

void Visit::collect(const Batch& batch, Totals& totals, const OnFile& on_file) {
  page_cache::for_each_name(batch, [&](const page_cache::Directory& directory, const char* name, std::size_t i) {
    const FileResidency& file = batch.files[i];
    if (!first_time(file, files_, source_.named())) {
      ++totals.repeated;
      return;
    }
    totals.add(file);
    if (file.finding == Finding::failed) failures_.add(path_of(directory, name), file.error);
    if (on_file) on_file(directory, name, file);
  });
}

std::optional<Totals> Visit::operator()(const Operand& operand, const MakeWork& make_work, const OnFile& on_file) {
  Totals totals;
  const Method method = method_for(operand, options_);
  const Workers workers = workers_for(method, make_work, [&](const Batch& batch) { collect(batch, totals, on_file); });
  const bool follow = options_.walk.follow_links || !is_tree(operand);
  Batcher batcher(follow, workers.submit, method == Method::mincore ? kFirstMapped : kFirst);
  const bool there = source_.feed(operand, batcher, totals);
  workers.finish();
  if (!source_.stopped()) failures_.report(operand.path, context_);
  return there ? std::optional<Totals>(totals) : std::nullopt;
}

void complete(ResidencyRow& row, const Operand& operand, const Options& options, cli::Context& context,
              std::int64_t start_ns) {
  row.mono_ns = context.clock.mono_ns();
  row.time_ns = context.clock.time_ns();
  row.scan_s = to_seconds(row.mono_ns - start_ns);
  row.label = options.label;
  row.path = operand.path;
  warn_hidden(context, row);
}

std::vector<ResidencyRow> measure_operands(const Options& options, cli::Context& context,
                                           const Visit::OnFile& on_file) {
  check_method(options, context);
  Visit visit(options, context);
  std::vector<ResidencyRow> rows;
  for (const Operand& operand : operands_of(options)) {
    const std::int64_t start_ns = context.clock.mono_ns();
    const auto totals = visit(operand, measuring(options, context), on_file);
    if (!totals) continue;
    ResidencyRow row;
    row.totals = *totals;
    row.shares = shares_of(row.totals);
    complete(row, operand, options, context, start_ns);
    rows.push_back(row);
  }
  return rows;
}

void check_found(const Options& options, const std::vector<ResidencyRow>& rows) {
  if (options.allow_empty) return;
  const std::string hint = "check the path, or accept that with --allow-empty";
  if (rows.empty()) throw data_error("nothing found", hint);
  for (const ResidencyRow& row : rows) {
    if (row.totals.empty()) throw data_error(row.path + ": no files found", hint);
  }
}

void work_on_operands(const Options& options, cli::Context& context, const MakeWork& make_work) {
  Visit visit(options, context);
  for (const Operand& operand : operands_of(options)) visit(operand, make_work);
}

}  // namespace wattline::cachestat
