// SPDX-License-Identifier: Apache-2.0
// bench_models DATA MODELS BOARDS EXACT SIZES [SECTION...]: sections search, elsewhere, overruns, prediction, size,
// exact, faults, priors, offers; all of these by default. The section readings is for strongest.sh, and design prints
// the table of experimental_design.cpp. EXACT is a folder of tables that jetsim truth printed, SIZES one of what
// trainstep info printed.
#include <cstdio>
#include <exception>
#include <functional>

#include "benches.hpp"

int main(int argc, char** argv) try {
  using namespace wattline::bench;
  if (argc < 6) return std::fprintf(stderr, "usage: bench_models DATA MODELS BOARDS EXACT SIZES [SECTION...]\n"), 64;
  const std::string data = argv[1], models = argv[2], boards = argv[3], exact = argv[4], sizes = argv[5];
  const std::map<std::string, std::function<void()>> sections{
      {"search", [&] { bench_search(data, boards); }},
      {"elsewhere", [&] { bench_search_elsewhere(data, boards); }},
      {"overruns", [&] { bench_overruns(data); }},
      {"readings", [&] { bench_readings(data); }},
      {"prediction", [&] { bench_prediction(data, models); }},
      {"exact", [&] { bench_exact(data, exact); }},
      {"faults", [&] { bench_faults(exact); }},
      {"priors", [&] { bench_priors(exact); }},
      {"offers", [&] { bench_offers(exact); }},
      {"size", [&] { bench_size(data, exact, sizes); }},
      {"design", [&] { bench_design(exact); }}};
  std::vector<std::string> wanted(argv + 6, argv + argc);
  if (wanted.empty())
    wanted = {"search", "elsewhere", "overruns", "prediction", "size", "exact", "faults", "priors", "offers"};
  for (const std::string& section : wanted) sections.at(section)();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_models: %s\n", error.what());
  return 1;
}
