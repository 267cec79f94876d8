// SPDX-License-Identifier: Apache-2.0
// bench_models DATA MODELS BOARDS [SECTION...]: sections search, elsewhere, overruns, prediction; all by default.
#include <cstdio>
#include <exception>
#include <functional>

#include "benches.hpp"

int main(int argc, char** argv) try {
  using namespace wattline::bench;
  if (argc < 4) return std::fprintf(stderr, "usage: bench_models DATA MODELS BOARDS [SECTION...]\n"), 64;
  const std::string data = argv[1], models = argv[2], boards = argv[3];
  const std::map<std::string, std::function<void()>> sections{
      {"search", [&] { bench_search(data, boards); }},
      {"elsewhere", [&] { bench_search_elsewhere(data, boards); }},
      {"overruns", [&] { bench_overruns(data); }},
      {"prediction", [&] { bench_prediction(data, models); }}};
  std::vector<std::string> wanted(argv + 4, argv + argc);
  if (wanted.empty()) wanted = {"search", "elsewhere", "overruns", "prediction"};
  for (const std::string& section : wanted) sections.at(section)();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_models: %s\n", error.what());
  return 1;
}
