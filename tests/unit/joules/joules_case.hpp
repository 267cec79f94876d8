// SPDX-License-Identifier: Apache-2.0
// The files of one case of joules, and a run over them.
#pragma once
#include <fmt/format.h>

#include <fstream>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "joules/joules.hpp"
#include "refusal.hpp"
#include "sysfs_tree.hpp"
#include "tool_fixture.hpp"

namespace wattline {

using test::Table;
using Values = std::vector<std::string>;

class Case {
 public:
  Case() : tool(tree.root()) { options.power_files = {path("/p.tsv")}; }
  std::string path(const std::string& name) const { return tree.at(name).string(); }

  // `power(t)` sampled at `count` instants `step` apart from t = 100 s; the wall clock is 1e9 s ahead.
  Case& power(int count, double step, const std::function<double(double)>& watts, const std::string& rail = "TOTAL",
              const std::string& file = "/p.tsv", double first = 100) {
    std::string text = "time_s\tmono_s\trail\tscope\tvoltage_v\tcurrent_a\tpower_w\tstale\tsource\n";
    for (int k = 0; k < count; ++k) {
      const double t = first + k * step;
      text += fmt::format("{:.6f}\t{:.6f}\t{}\ttotal\tNA\tNA\t{:.4f}\t0\tmeasured\n", 1e9 + t, t, rail, watts(t));
    }
    tree.raw_file(file, text);
    return *this;
  }
  Case& append_power(int count, double step, double watts, double first, double wall) {
    std::ofstream file(path("/p.tsv"), std::ios::app);
    for (int k = 0; k < count; ++k) {
      const double t = first + k * step;
      file << fmt::format("{:.6f}\t{:.6f}\tTOTAL\ttotal\tNA\tNA\t{:.4f}\t0\tmeasured\n", wall + t, t, watts);
    }
    return *this;
  }
  Case& intervals(const std::vector<std::pair<double, double>>& list, double wall = 1e9) {
    std::string text = "start_mono_s\tend_mono_s\ttime_s\tepoch\tstall_ms\tcompute_ms\tsource\n";
    for (const auto& [start, end] : list) {
      const double length_ms = (end - start) * 1e3;
      text += fmt::format("{:.6f}\t{:.6f}\t{:.6f}\t0\t{:.3f}\t{:.3f}\tmeasured\n", start, end, wall + end,
                          length_ms / 4, length_ms / 2);
    }
    tree.raw_file("/s.tsv", text);
    options.input = path("/s.tsv");
    return *this;
  }
  Case& meta(const std::string& text) {
    tree.file("/p.tsv.meta", text);
    return *this;
  }
  Table run() {
    tool.text.clear();
    CHECK(joules::run(options, tool.context) <= 1);
    return test::parse_rows(tool.text);
  }
  ExitCode refused() {
    return test::refusal_of([this] { joules::run(options, tool.context); });
  }

  test::SysfsTree tree;
  test::ToolFixture tool;
  joules::Options options;
};

// One column of the rows, without its name.
inline std::vector<std::string> column(const Table& rows, std::size_t number) {
  std::vector<std::string> values;
  for (std::size_t i = 1; i < rows.size(); ++i) values.push_back(rows[i].at(number));
  return values;
}

inline double constant_5w(double) {
  return 5;
}
inline constexpr std::size_t kEnergy = 6, kMean = 7, kSamples = 8, kCoverage = 9, kError = 10;

}  // namespace wattline
