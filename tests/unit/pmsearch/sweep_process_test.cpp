// SPDX-License-Identifier: Apache-2.0
// A search over a coprocess: scripts stand in for pmsweep.
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "base/not_copyable.hpp"
#include "catch.hpp"
#include "pmsearch/run.hpp"
#include "tool_fixture.hpp"

using namespace wattline;

namespace {

// A scratch folder with a table of modes and a program `sweep`.
class Bench : NotCopyable {
 public:
  explicit Bench(const std::string& sweep) {
    char name[] = "/tmp/wattline-search-XXXXXX";
    folder_ = ::mkdtemp(name);
    std::ofstream modes(folder_ + "/modes.tsv");
    modes << "cores\tcpu_khz\tgpu_hz\temc_hz\n";
    for (int cores = 2; cores <= 8; cores += 2) {
      for (int gpu = 2; gpu <= 10; gpu += 2) modes << cores << "\t1000000\t" << gpu << "00000000\t2100000000\n";
    }
    std::ofstream script(folder_ + "/sweep");
    script << "#!/bin/bash\necho \"$@\" >\"$(dirname \"$0\")/arguments\"\n" << sweep;
    script.close();
    ::chmod((folder_ + "/sweep").c_str(), 0755);
    options.search.modes = folder_ + "/modes.tsv";
    options.sweep_program = folder_ + "/sweep";
    options.search.budget_w = 20;
    fixture.context.command = {"train", "--fast"};
  }
  ~Bench() { static_cast<void>(std::system(("rm -r " + folder_).c_str())); }

  // Each mode with two sizes of an inference minibatch.
  void with_batches() const {
    std::ofstream modes(folder_ + "/modes.tsv");
    modes << "mode\tbatch\n";
    for (int gpu = 2; gpu <= 10; gpu += 2) {
      for (const int batch : {4, 8}) modes << "4c/1G/" << gpu << "00M/2.1G\t" << batch << "\n";
    }
  }

  std::string arguments() const {
    std::ifstream file(folder_ + "/arguments");
    std::string line;
    std::getline(file, line);
    return line;
  }

  pmsearch::RunOptions options;
  test::ToolFixture fixture{io::Root("/")};

 private:
  std::string folder_;
};

// Answers each row that comes in; $3 is the GPU clock.
const std::string kGood = R"(
printf 'cores\tcpu_khz\tgpu_hz\temc_hz\tminibatch_ms\tpower_w\tstatus\tsource\n'
read -r header
while IFS=$'\t' read -r c f g m; do
    printf '%s\t%s\t%s\t%s\t%d\t%d\tok\temulated\n' "$c" "$f" "$g" "$m" $((20000 / (g / 10000000))) $((10 + g / 50000000))
done
)";

}  // namespace

TEST_CASE("a search profiles mode by mode through pmsweep and prints its answer last") {
  Bench bench(kGood);
  bench.options.sweep_options = {"--live"};
  CHECK(pmsearch::run(bench.options, bench.fixture.context) == 0);
  const std::string& text = bench.fixture.text;
  const std::string last = text.substr(text.rfind('\n', text.size() - 2) + 1);
  CHECK(last.find("\t400000000\t") != std::string::npos);  // 18 W; the next GPU clock draws 22 W
  CHECK(last.find("\tanswer\t") != std::string::npos);
  CHECK(last.find("emulated") != std::string::npos);
  CHECK(bench.arguments() == "--live -- train --fast");
}

TEST_CASE("each try has the verdict of its profile, and the answer that of the latest profile of its mode") {
  Bench bench(R"(
printf 'cores\tcpu_khz\tgpu_hz\temc_hz\tminibatch_ms\tpower_w\tverdict\tverdict_rules\n'
read -r header
read -r c f g m; printf '%s\t%s\t%s\t%s\t10\t5\tinvalid\tgap\n' "$c" "$f" "$g" "$m"
while read -r c f g m; do printf '%s\t%s\t%s\t%s\t20\t5\tvalid\tNA\n' "$c" "$f" "$g" "$m"; done
)");
  bench.options.search.max_profiles = 3;
  bench.options.search.no_guard = true;
  CHECK(pmsearch::run(bench.options, bench.fixture.context) == 0);
  const auto rows = test::parse_rows(bench.fixture.text);
  REQUIRE(rows.size() == 5);  // with the header
  const auto& names = rows.front();
  const auto at = static_cast<std::size_t>(std::find(names.begin(), names.end(), "verdict") - names.begin());
  const auto verdict = [&](std::size_t row) { return rows[row].at(at); };
  CHECK(verdict(0) == "verdict");
  CHECK(verdict(1) == "invalid");
  CHECK(verdict(2) == "valid");
  CHECK(verdict(3) == "valid");
  CHECK(verdict(4) == "invalid");  // the first mode was twice as fast as the others
}

TEST_CASE("profiles that failed, or were made in another mode, are failed tries") {
  Bench bench(R"(
printf 'cores\tcpu_khz\tgpu_hz\temc_hz\tminibatch_ms\tpower_w\tstatus\n'
read -r header
read -r c f g m; printf '%s\t%s\t%s\t%s\tNA\tNA\ttimeout\n' "$c" "$f" "$g" "$m"
read -r c f g m; printf '1\t%s\t%s\t%s\t10\t5\tok\n' "$f" "$g" "$m"
read -r c f g m; printf '%s\t%s\t%s\t%s\t10\t5\tclocks\n' "$c" "$f" "$g" "$m"
cat >/dev/null
)");
  CHECK(pmsearch::run(bench.options, bench.fixture.context) == 1);
  CHECK(bench.fixture.text.find("\n3\tNA\tNA\tNA\tNA\tNA\tNA\tinfeasible") != std::string::npos);
}

TEST_CASE("a failed try says why and where its logs are") {
  Bench bench(R"(
printf 'cores\tcpu_khz\tgpu_hz\temc_hz\tminibatch_ms\tpower_w\tstatus\treason\tlogs\n'
read -r header
while read -r c f g m; do printf '%s\t%s\t%s\t%s\tNA\tNA\tfailed\tout of memory\truns/4_1\n' "$c" "$f" "$g" "$m"; done
)");
  CHECK(pmsearch::run(bench.options, bench.fixture.context) == 1);
  CHECK(bench.fixture.text.find("\tout of memory\truns/4_1\t") != std::string::npos);
}

TEST_CASE("a search beside inference sends the size of the batch and reads the latency that it limits") {
  Bench bench(R"(
printf 'batch\tcores\tcpu_khz\tgpu_hz\temc_hz\tminibatch_ms\tpower_w\tinfer_ms\tlatency_p99_ms\n'
read -r header
while read -r c f g m b; do
    printf '%s\t%s\t%s\t%s\t%s\t10\t5\t%d\t%d\n' "$b" "$c" "$f" "$g" "$m" "$b" $((g > 500000000 ? 150 : 250))
done
)");
  bench.with_batches();
  bench.options.search.objective = model::Objective::concurrent;
  bench.options.search.rate_per_s = 100;
  bench.options.search.latency_ms = 200;
  bench.options.search.latency_kind = model::LatencyKind::p99;
  CHECK(pmsearch::run(bench.options, bench.fixture.context) == 0);
  const auto rows = test::parse_rows(bench.fixture.text);
  const auto field = [&](const char* name) {
    const auto& names = rows.front();
    return rows.back().at(static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin()));
  };
  CHECK(field("decision") == "answer");
  CHECK(field("latency_ms") == "150.0000");  // the lower GPU clocks miss the limit
  CHECK(field("infer_ms") == field("batch") + ".0000");
}

TEST_CASE("a pmsweep that ends early is an error with its status") {
  const std::pair<const char*, ExitCode> ends[] = {
      {"3", ExitCode::unavailable}, {"74", ExitCode::io}, {"75", ExitCode::try_later}};
  for (const auto& [status, code] : ends) {
    for (const std::string script : {"exit ", "head -n 2 >/dev/null; exit "}) {
      Bench bench(script + status + "\n");
      try {
        pmsearch::run(bench.options, bench.fixture.context);
        FAIL("no error");
      } catch (const Error& error) {
        INFO(error.what());
        CHECK(error.code() == code);
      }
    }
  }
}
