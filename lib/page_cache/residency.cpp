// SPDX-License-Identifier: Apache-2.0
#include "page_cache/residency.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "base/error.hpp"
#include "base/units.hpp"

namespace wattline::page_cache {

namespace {

Totals scan_tree(const std::string& path, CacheProbe& probe) {
  const WalkOptions options;
  SeenInodes directories, files;
  Totals totals;
  Batcher batcher(false, [&](Batch batch) {
    measure_batch(batch, probe);
    for (const FileResidency& file : batch.files) {
      if (first_time(file, files, false)) totals.add(file);
    }
  });
  Walker walker(options, directories, batcher, {});
  const WalkCounts walked = walker.walk(path);
  batcher.flush();
  totals.add(walked);
  return totals;
}

}  // namespace

void measure_batch(Batch& batch, CacheProbe& probe) {
  batch.files.resize(batch.count);
  for_each_name(batch, [&](const Directory& directory, const char* name, std::size_t i) {
    batch.files[i] = probe.measure(directory.fd(), name, batch.follow);
  });
}

ResidencyRow measure_residency(const std::string& path, CacheProbe& probe, Clock& clock) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) throw os_error(path, errno);
  const std::int64_t start_ns = clock.mono_ns();
  ResidencyRow row;
  row.path = path;
  if (S_ISDIR(status.st_mode)) {
    row.totals = scan_tree(path, probe);
  } else {
    row.totals.add(probe.measure(AT_FDCWD, path.c_str(), true));
  }
  row.shares = shares_of(row.totals);
  row.mono_ns = clock.mono_ns();
  row.time_ns = clock.time_ns();
  row.scan_s = to_seconds(row.mono_ns - start_ns);
  return row;
}

}  // namespace wattline::page_cache
