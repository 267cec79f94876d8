// SPDX-License-Identifier: Apache-2.0
#include "cachestat/file_visitor.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "cachestat/stop.hpp"
#include "cachestat/worker_processes.hpp"
#include "cachestat/worker_threads.hpp"
#include "page_cache/batch.hpp"

namespace wattline::cachestat {

using page_cache::Batcher;
using page_cache::CacheProbe;
using page_cache::FileResidency;
using page_cache::Method;
using page_cache::ProbeStatus;
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

}  // namespace

FileVisitor::FileVisitor(const Options& options, cli::Context& context)
    : options_(options), context_(context), operand_files_(options, context, failures_) {}

// Mapping files is work for a core; threads wait for the device as well.
Workers FileVisitor::workers_for(Method method, const MakeWork& make_work, Collect collect) const {
  if (options_.jobs == 1) return work_here(make_work, std::move(collect));
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  const unsigned jobs = options_.jobs;
  if (method == Method::mincore) {
    return work_in_processes(jobs > 0 ? jobs : cores, make_work, std::move(collect), stop_of(context_));
  }
  return work_in_threads(jobs > 0 ? jobs : std::max(cores, kMinThreads), make_work, std::move(collect));
}

void FileVisitor::collect(const Batch& batch, Totals& totals, const OnFile& on_file) {
  page_cache::for_each_name(batch, [&](const page_cache::Directory& directory, const char* name, std::size_t i) {
    const FileResidency& file = batch.files[i];
    if (!first_time(file, seen_, operand_files_.may_repeat())) {
      ++totals.repeated;
      return;
    }
    totals.add(file);
    if (file.status == ProbeStatus::failed) failures_.add(path_of(directory, name), file.error);
    if (on_file) on_file(directory, name, file);
  });
}

std::optional<Totals> FileVisitor::visit(const Operand& operand, const MakeWork& make_work, const OnFile& on_file) {
  Totals totals;
  const Method method = method_for(operand, options_);
  const Workers workers = workers_for(method, make_work, [&](const Batch& batch) { collect(batch, totals, on_file); });
  const bool follow = options_.walk.follow_links || !is_tree(operand);
  Batcher batcher(follow, workers.submit, method == Method::mincore ? kFirstMapped : kFirst);
  const bool there = operand_files_.feed(operand, batcher, totals);
  workers.finish();
  if (!operand_files_.stopped()) failures_.report(operand.path, context_);
  return there ? std::optional<Totals>(totals) : std::nullopt;
}

void visit_operands(const Options& options, cli::Context& context, const MakeWork& make_work) {
  FileVisitor visitor(options, context);
  for (const Operand& operand : operands_of(options)) visitor.visit(operand, make_work);
}

}  // namespace wattline::cachestat
