// SPDX-License-Identifier: Apache-2.0
#include "cachestat/measure.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "base/error.hpp"
#include "base/units.hpp"
#include "cachestat/stop.hpp"
#include "page_cache/residency.hpp"

namespace wattline::cachestat {

using page_cache::CacheProbe;
using page_cache::Method;
using page_cache::ResidencyRow;

namespace {

void warn_hidden(cli::Context& context, const ResidencyRow& row) {
  if (row.totals.unknown == 0 || context.signals.stop() != 0) return;
  const std::string unknown = std::to_string(row.totals.unknown);
  const std::string files =
      row.sampled ? unknown + " sampled files" : unknown + " of " + std::to_string(row.totals.files) + " files";
  context.warn_once(row.path, ::geteuid() == 0 ? "the file system does not report the residency of " + files
                                               : "the kernel hides the residency of " + files +
                                                     " from this user; run as their owner or as root");
}

// Each worker measures with a probe of its own.
MakeWork measuring(const Options& options, const cli::Context& context) {
  return [method = options.method, stop = stop_of(context)]() -> Work {
    const auto probe = std::make_shared<CacheProbe>(method, stop);
    return [probe](Batch& batch) { page_cache::measure_batch(batch, *probe); };
  };
}

}  // namespace

void check_method(const Options& options, const cli::Context& context) {
  const CacheProbe probe(options.method);
  const bool old_kernel = probe.refusal() == ENOSYS;
  if (options.method == Method::cachestat && probe.refusal() != 0) {
    throw unavailable(std::string("cachestat(2): ") + std::strerror(probe.refusal()), "leave out --method");
  }
  if (probe.refusal() != 0 && !old_kernel) {
    context.note(std::string("cachestat(2): ") + std::strerror(probe.refusal()) + ", mincore(2) is used instead");
  }
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
                                           const FileVisitor::OnFile& on_file) {
  check_method(options, context);
  FileVisitor visitor(options, context);
  std::vector<ResidencyRow> rows;
  for (const Operand& operand : operands_of(options)) {
    const std::int64_t start_ns = context.clock.mono_ns();
    const auto totals = visitor.visit(operand, measuring(options, context), on_file);
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

}  // namespace wattline::cachestat
