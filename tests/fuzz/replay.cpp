// SPDX-License-Identifier: Apache-2.0
// replay SEEDS RUNS [TARGET]: runs the fuzz targets without a fuzzer: each on its kept seeds, SEEDS/TARGET/*, and on
// RUNS inputs made from them, always the same ones. Prints the number of inputs of each target. An input that crashes
// is left in the file TARGET.crash.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "io/attribute.hpp"
#include "io/output.hpp"
#include "io/regular_file.hpp"

using Bytes = std::vector<std::uint8_t>;
using Run = int(const std::uint8_t* data, std::size_t size);

// LLVMFuzzerTestOneInput of each target, which CMake gives a name of its own.
extern "C" {
#define WATTLINE_FUZZ_TARGET(name) Run fuzz_##name;
#include "targets.inc"
#undef WATTLINE_FUZZ_TARGET
}

namespace {

struct Target {
  const char* name;
  Run* run;
};

constexpr Target kTargets[] = {
#define WATTLINE_FUZZ_TARGET(name) {#name, fuzz_##name},
#include "targets.inc"
#undef WATTLINE_FUZZ_TARGET
};

std::vector<Bytes> read_seeds(const std::string& folder) {
  std::vector<Bytes> seeds;
  for (const std::string& name : wattline::io::list_directory(folder)) {
    seeds.emplace_back();
    wattline::io::read_regular_file(folder + "/" + name, seeds.back());
  }
  return seeds;
}

// Bytes that parsers take for something.
constexpr const char* kWords[] = {"\t",
                                  "\n",
                                  "\r\n",
                                  "\\",
                                  "\"",
                                  ",",
                                  "-",
                                  ".",
                                  "1e999",
                                  "nan",
                                  "NA",
                                  "0",
                                  "-1",
                                  "9223372036854775807",
                                  "18446744073709551616",
                                  "\xff\xd9",
                                  "\xef\xbb\xbf",
                                  "/",
                                  "@",
                                  "%"};

std::size_t below(wattline::Random& random, std::size_t limit) {
  return static_cast<std::size_t>(random.below(static_cast<std::uint64_t>(limit)));
}

void mutate(Bytes& bytes, const std::vector<Bytes>& seeds, wattline::Random& random) {
  const std::size_t place = below(random, bytes.size() + 1);
  const auto at = bytes.begin() + static_cast<std::ptrdiff_t>(place);
  switch (below(random, 6)) {
    case 0:
      if (place < bytes.size()) bytes[place] = static_cast<std::uint8_t>(random.below(256));
      break;
    case 1:
      if (place < bytes.size()) bytes[place] = static_cast<std::uint8_t>(bytes[place] ^ 1U << random.below(8));
      break;
    case 2:
      bytes.resize(place);
      break;
    case 3: {
      const std::size_t length = below(random, bytes.size() - place + 1);
      bytes.erase(at, at + static_cast<std::ptrdiff_t>(length));
      break;
    }
    case 4: {
      const char* word = kWords[below(random, sizeof kWords / sizeof *kWords)];
      bytes.insert(at, word, word + std::strlen(word));
      break;
    }
    default: {
      const Bytes& other = seeds[below(random, seeds.size())];
      const std::size_t from = below(random, other.size() + 1);
      bytes.insert(at, other.begin() + static_cast<std::ptrdiff_t>(from), other.end());
    }
  }
}

void run(const Target& target, const Bytes& input) {
  const std::string file = std::string(target.name) + ".crash";
  wattline::io::Output::to_file(file).write({reinterpret_cast<const char*>(input.data()), input.size()});
  target.run(input.data(), input.size());
}

void replay(const Target& target, const std::string& folder, long runs) {
  const std::vector<Bytes> seeds = read_seeds(folder + "/" + target.name);
  if (seeds.empty()) {
    std::fprintf(stderr, "replay: %s/%s: no seeds\n", folder.c_str(), target.name);
    std::exit(1);
  }
  for (const Bytes& seed : seeds) run(target, seed);
  wattline::Random random(1);
  for (long i = 0; i < runs; ++i) {
    Bytes input = seeds[below(random, seeds.size())];
    for (std::size_t n = 1 + below(random, 8); n > 0; --n) mutate(input, seeds, random);
    run(target, input);
  }
  std::remove((std::string(target.name) + ".crash").c_str());
  std::printf("%s\t%ld\n", target.name, static_cast<long>(seeds.size()) + runs);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: replay SEEDS RUNS [TARGET]\n", stderr);
    return 64;
  }
  for (const Target& target : kTargets) {
    if (argc == 3 || std::strcmp(argv[3], target.name) == 0) replay(target, argv[1], std::atol(argv[2]));
  }
}
