// SPDX-License-Identifier: Apache-2.0
#include "cachestat/pin_plan.hpp"

#include <algorithm>

#include "page_cache/probe.hpp"

namespace wattline::cachestat {

std::uint64_t name_hash(std::string_view name, std::uint64_t seed) {
  std::uint64_t hash = 0xcbf29ce484222325U ^ seed;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9U;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebU;
  return hash ^ (hash >> 31);
}

Plan plan_pin(std::vector<PinCandidate> candidates, std::uint64_t wanted_b, std::uint64_t max_files) {
  std::sort(candidates.begin(), candidates.end(), [](const PinCandidate& a, const PinCandidate& b) {
    return a.hash != b.hash ? a.hash < b.hash : a.size_b < b.size_b;
  });
  Plan plan;
  for (const PinCandidate& candidate : candidates) {
    if (plan.bytes >= wanted_b) break;
    if (candidate.size_b == 0) continue;
    if (plan.files % max_files == 0) plan.slices.push_back({candidate.hash, 0, 0});
    const std::uint64_t taken_b = std::min(candidate.size_b, wanted_b - plan.bytes);
    plan.slices.back().last = candidate.hash;
    plan.slices.back().last_b = taken_b;
    plan.bytes += taken_b;
    plan.memory_b += page_cache::pages_of(taken_b) * page_cache::page_size();
    ++plan.files;
  }
  return plan;
}

}  // namespace wattline::cachestat
