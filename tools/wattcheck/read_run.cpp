// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/read_run.hpp"

#include <algorithm>

#include "io/rail_meta.hpp"
#include "wattcheck/read_rows.hpp"

namespace wattline::wattcheck {

namespace {

void read_meta(Run& run) {
  File& file = run.files.back();
  if (file.path == "-") return;
  const std::string path = file.path + ".meta";
  file.meta_problem = io::meta_problem(path);
  if (file.meta_problem.empty()) file.meta = io::read_meta(path);
  if (file.kind == Kind::power) widen(run.rail_facts, io::rail_facts(file.meta, run.rail, file.meta_problem));
}

// Several files of a kind, such as the parts of a rotated log, may be given in any order.
template <class Rows, class Time>
void sort_by(Rows& rows, Time time) {
  std::stable_sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) { return a.*time < b.*time; });
}

}  // namespace

Run read_run(const std::vector<std::string>& paths, const std::string& rail) {
  Run run;
  run.rail = rail;
  for (const std::string& path : paths) {
    io::TsvReader reader(path);
    File file;
    file.path = path;
    file.kind = kind_of(reader);
    run.files.push_back(file);
    read_meta(run);
    read_rows(reader, run);
    run.files.back().torn = reader.torn();
  }
  sort_by(run.readings, &PowerReading::mono_s);
  sort_by(run.load, &LoadReading::mono_s);
  sort_by(run.steps, &Step::start_s);
  sort_by(run.epochs, &Epoch::start_s);
  return run;
}

}  // namespace wattline::wattcheck
