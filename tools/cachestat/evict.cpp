// SPDX-License-Identifier: Apache-2.0
#include "cachestat/evict.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include "base/error.hpp"
#include "cachestat/file_visitor.hpp"
#include "cachestat/measure.hpp"
#include "cachestat/stop.hpp"
#include "cli/option_types.hpp"
#include "page_cache/metadata.hpp"

namespace wattline::cachestat {

using page_cache::CacheProbe;
using page_cache::Directory;
using page_cache::FileResidency;
using page_cache::Method;
using page_cache::OpenedFile;
using page_cache::ProbeStatus;
using page_cache::ResidencyRow;

namespace {

// Only cachestat(2) tells dirty pages; without it every file is synced.
bool may_be_dirty(CacheProbe& probe, int fd, FileResidency file) {
  if (probe.method_for(fd) != Method::cachestat || file.pages == 0) return true;
  if (probe.count(fd, file, {0, file.size_b}) != 0) return true;
  return file.method != Method::cachestat || file.counts.dirty + file.counts.writeback > 0;
}

FileResidency drop(CacheProbe& probe, const Directory& directory, const char* name, bool follow) {
  FileResidency file;
  const OpenedFile opened = page_cache::open_quietly(directory.fd(), name, follow);
  file.error = opened.error;
  if (!opened.fd) return file;
  describe(opened.fd.get(), file);
  if (file.status != ProbeStatus::known) return file;
  // EINVAL, EROFS: nothing here can be dirty.
  if (may_be_dirty(probe, opened.fd.get(), file) && ::fsync(opened.fd.get()) != 0 && errno != EINVAL &&
      errno != EROFS) {
    file.error = errno;
  }
  const int refused = ::posix_fadvise(opened.fd.get(), 0, 0, POSIX_FADV_DONTNEED);
  if (file.error == 0) file.error = refused;
  if (file.error != 0) file.status = ProbeStatus::failed;
  return file;
}

MakeWork dropping(Method method, const Stop& stop) {
  return [method, stop]() -> Work {
    return [probe = std::make_shared<CacheProbe>(method, stop), stop](Batch& batch) {
      batch.files.resize(batch.count);
      for_each_name(batch, [&](const Directory& directory, const char* name, std::size_t i) {
        if (!stop()) batch.files[i] = drop(*probe, directory, name, batch.follow);
      });
    };
  };
}

void warn_residual(cli::Context& context, const ResidencyRow& row) {
  const std::uint64_t left = row.totals.counts.cached;
  if (left == 0) return;
  context.warn(row.path + ": " + std::to_string(left) +
               " pages stayed: locked, mapped by a process, or the file system keeps its files in memory");
}

void drop_metadata(const Options& options, cli::Context& context) {
  std::vector<std::string> places = options.paths;
  if (!options.from.empty()) places.push_back(options.base.empty() ? "." : options.base);
  page_cache::drop_metadata(context.root, places);
}

}  // namespace

void declare_evict(cli::App& app, EvictOptions& evict) {
  app.add_flag("--metadata", evict.metadata, "Drop inodes and directories too (root)");
}

int evict(const Options& options, const EvictOptions& evict, cli::Context& context) {
  cli::RowStream stream(context, options.rows, page_cache::residency_rows());
  visit_operands(options, context, dropping(options.method, stop_of(context)));
  std::vector<ResidencyRow> rows = measure_operands(options, context);
  if (context.signals.stop() != 0) return signal_status(context.signals.stop());
  // Last: measuring needs the inodes.
  if (evict.metadata) drop_metadata(options, context);
  for (ResidencyRow& row : rows) {
    row.metadata = evict.metadata ? "cold" : "warm";
    page_cache::write_row(stream.rows(), row, context.root.source());
    warn_residual(context, row);
  }
  check_found(options, rows);
  return 0;
}

}  // namespace wattline::cachestat
