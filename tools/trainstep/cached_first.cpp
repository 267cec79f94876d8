// SPDX-License-Identifier: Apache-2.0
#include "trainstep/cached_first.hpp"

#include <fcntl.h>

#include <memory>

#include "base/error.hpp"
#include "page_cache/probe.hpp"

namespace wattline::trainstep {

namespace {

// A file that is gone is found out when its turn comes.
bool is_resident(const std::string& path, page_cache::CacheProbe& probe) {
  const page_cache::FileResidency file = probe.measure(AT_FDCWD, path.c_str(), true);
  if (file.status == page_cache::ProbeStatus::hidden) {
    throw unavailable(path + ": its residency in the page cache is hidden from this user",
                      "own the files, or use --order shuffle");
  }
  return file.status == page_cache::ProbeStatus::known && file.counts.cached == file.pages;
}

}  // namespace

Order cached_first_order(const Dataset& set, const Order& usual) {
  if (!set.file) throw usage_error("--order cached-first: the samples of " + set.path + " have no files of their own");
  page_cache::CacheProbe probe;
  const auto samples = std::make_shared<std::vector<std::size_t>>();
  std::vector<std::size_t> others;
  for (std::size_t position = 0; position < usual.size; ++position) {
    const std::size_t sample = usual.sample(position);
    (is_resident(set.file(sample), probe) ? *samples : others).push_back(sample);
  }
  samples->insert(samples->end(), others.begin(), others.end());
  return {samples->size(), [samples](std::size_t position) { return (*samples)[position]; }};
}

}  // namespace wattline::trainstep
