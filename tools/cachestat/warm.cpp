// SPDX-License-Identifier: Apache-2.0
#include "cachestat/warm.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include "base/error.hpp"
#include "cachestat/file_visitor.hpp"
#include "cachestat/measure.hpp"
#include "cachestat/stop.hpp"
#include "cli/option_types.hpp"

namespace wattline::cachestat {

using page_cache::CacheProbe;
using page_cache::Directory;
using page_cache::FileResidency;
using page_cache::OpenedFile;
using page_cache::ProbeStatus;
using page_cache::ResidencyRow;

namespace {

constexpr std::size_t kReadSize = std::size_t{256} << 10;
// One request is silently cut to max(read_ahead_kb, the device's largest I/O): whole files need many.
constexpr off_t kAdviceSize = off_t{1} << 20;

// Up to the size that the file had: one that grows, such as a log, would have no end.
int read_all(int fd, std::uint64_t size_b, std::vector<char>& buffer, const Stop& stop) {
  ::posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
  for (std::uint64_t done = 0; done < size_b;) {
    if (stop()) return ECANCELED;
    const ssize_t n = ::read(fd, buffer.data(), buffer.size());
    if (n == 0) return 0;
    if (n < 0 && errno != EINTR) return errno;
    if (n > 0) done += static_cast<std::uint64_t>(n);
  }
  return 0;
}

int advise_all(int fd, std::uint64_t size_b, const Stop& stop) {
  for (off_t offset = 0; offset < static_cast<off_t>(size_b); offset += kAdviceSize) {
    if (stop()) return ECANCELED;
    const int error = ::posix_fadvise(fd, offset, kAdviceSize, POSIX_FADV_WILLNEED);
    if (error != 0) return error;
  }
  return 0;
}

FileResidency fetch(const Directory& directory, const char* name, bool follow,
                    const std::function<int(int fd, const FileResidency&)>& load) {
  FileResidency file;
  const OpenedFile opened = page_cache::open_quietly(directory.fd(), name, follow);
  file.error = opened.error;
  if (!opened.fd) return file;
  describe(opened.fd.get(), file);
  if (file.status == ProbeStatus::known) file.error = load(opened.fd.get(), file);
  if (file.error != 0) file.status = ProbeStatus::failed;
  return file;
}

// Loads each file of a batch in turn.
Work loading(std::function<int(int fd, const FileResidency&)> load) {
  return [load = std::move(load)](Batch& batch) {
    batch.files.resize(batch.count);
    for_each_name(batch, [&](const Directory& directory, const char* name, std::size_t i) {
      batch.files[i] = fetch(directory, name, batch.follow, load);
    });
  };
}

MakeWork reading(const Stop& stop) {
  return [stop]() -> Work {
    const auto buffer = std::make_shared<std::vector<char>>(kReadSize);
    return loading(
        [buffer, stop](int fd, const FileResidency& file) { return read_all(fd, file.size_b, *buffer, stop); });
  };
}

MakeWork advising(const Stop& stop) {
  return [stop]() -> Work {
    return loading([stop](int fd, const FileResidency& file) { return advise_all(fd, file.size_b, stop); });
  };
}

// Read-ahead is a hint that may be dropped: what is missing is read.
MakeWork reading_missing(page_cache::Method method, const Stop& stop) {
  return [method, stop]() -> Work {
    const auto buffer = std::make_shared<std::vector<char>>(kReadSize);
    const auto probe = std::make_shared<CacheProbe>(method, stop);
    return loading([buffer, probe, stop](int fd, const FileResidency& described) {
      FileResidency file = described;
      if (file.pages == 0) return 0;
      const bool all_there = probe->count(fd, file, {0, file.size_b}) == 0 && file.counts.cached == file.pages;
      return all_there ? 0 : read_all(fd, file.size_b, *buffer, stop);
    });
  };
}

std::uint64_t missing_pages(const std::vector<ResidencyRow>& rows) {
  std::uint64_t missing = 0;
  for (const ResidencyRow& row : rows) missing += row.totals.known_pages() - row.totals.counts.cached;
  return missing;
}

}  // namespace

void declare_warm(cli::App& app, WarmOptions& warm) {
  app.add_flag("--async", warm.async, "Warm by read-ahead requests, and read only what they miss");
}

int warm(const Options& options, const WarmOptions& warm, cli::Context& context) {
  cli::RowStream stream(context, options.rows, page_cache::residency_rows());
  const Stop stop = stop_of(context);
  visit_operands(options, context, warm.async ? advising(stop) : reading(stop));
  std::vector<ResidencyRow> rows = measure_operands(options, context);
  if (missing_pages(rows) > 0 && !stop()) {
    visit_operands(options, context, reading_missing(options.method, stop));
    rows = measure_operands(options, context);
  }
  if (stop()) return signal_status(context.signals.stop());
  for (const ResidencyRow& row : rows) page_cache::write_row(stream.rows(), row, context.root.source());
  check_found(options, rows);
  if (const std::uint64_t missing = missing_pages(rows); missing > 0) {
    context.warn(std::to_string(missing) +
                 " pages did not stay in memory: they are more than what is free, or holes on tmpfs");
  }
  return 0;
}

}  // namespace wattline::cachestat
