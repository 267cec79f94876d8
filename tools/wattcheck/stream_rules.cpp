// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/power_mode.hpp"
#include "base/wall_clock.hpp"
#include "wattcheck/rule_functions.hpp"

namespace wattline::wattcheck {

namespace {

std::string last_value(const File& file, const std::string& name) {
  const auto values = io::meta_values(file.meta, name);
  return values.empty() ? "" : values.back();
}

// The value that the meta files of power rows, else of any rows, have under this name.
std::string value_in_any(const Run& run, const std::string& name) {
  std::string found;
  for (const File& file : run.files) {
    const std::string value = last_value(file, name);
    if (!value.empty() && (found.empty() || file.kind == Kind::power)) found = value;
  }
  return found;
}

// Whether the meta files of `kinds` that have a value under this name agree. Unknown unless each power file has one.
Finding same_in_all(const Run& run, const std::string& name, const std::set<Kind>& kinds) {
  std::string first, where;
  for (const File& file : run.files) {
    if (kinds.count(file.kind) == 0) continue;
    const std::string value = last_value(file, name);
    if (value.empty() && file.kind == Kind::power) return unknown(file.path + ".meta: no " + name);
    if (value.empty()) continue;
    if (!first.empty() && value != first) {
      return fail(join({first, value}, ","), join({where, file.path + ".meta: " + name}, ","));
    }
    if (first.empty()) where = file.path + ".meta";
    first = value;
  }
  return first.empty() ? unknown("no power rows") : pass(first, where + ": " + name);
}

const std::set<Kind>& all_kinds() {
  static const std::set<Kind> kinds{Kind::power, Kind::load, Kind::step, Kind::epoch, Kind::watch, Kind::residency};
  return kinds;
}

constexpr std::pair<const char*, const char*> kSpans[] = {{"window_start_mono_s", "window_end_mono_s"},
                                                          {"first_check_mono_s", "last_check_mono_s"}};

// A fact that is a number of zero or more.
bool is_number(const std::string& name) {
  const auto ends_with = [&](const std::string& end) {
    return name.size() >= end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
  };
  if (name.compare(0, 5, "rail.") == 0)
    return ends_with(".window_s") || ends_with(".error_w") || ends_with(".idle_w") || ends_with(".counter");
  const auto is_name = [&](const auto& span) { return name == span.first || name == span.second; };
  return name == "interval_s" || name == "missed_ticks" || std::any_of(std::begin(kSpans), std::end(kSpans), is_name);
}

// A fact that names a mode, or NA.
bool is_wrong_mode(const std::string& name, const std::string& value) {
  const bool is_mode = name == "mode_start" || name == "mode_end" || name == "mode_during";
  if (!is_mode || value == "NA") return false;
  try {
    return !parse_mode_request(value);
  } catch (const Error&) {
    return true;  // it has slashes, but no clocks
  }
}

std::set<std::string> sources_of(const File& file) {
  if (!file.sources.empty()) return file.sources;
  const std::string stated = last_value(file, "source");
  return stated.empty() ? std::set<std::string>{} : std::set<std::string>{stated};
}

}  // namespace

Finding source(const Run& run, const Limits&) {
  std::set<std::string> all;
  for (const File& file : run.files) {
    const auto sources = sources_of(file);
    if (sources.empty() && file.rows > 0) return unknown(file.path + ": no column source");
    const bool measured = sources.empty() || (sources.size() == 1 && *sources.begin() == "measured");
    if (!measured && !run.allow_emulated) return fail(join({sources.begin(), sources.end()}, ","), file.path);
    all.insert(sources.begin(), sources.end());
  }
  return all.empty() ? unknown("no rows") : pass(join({all.begin(), all.end()}, ","), "every file");
}

// What a meta file says must be possible; a rule would otherwise ignore it.
Finding facts(const Run& run, const Limits&) {
  for (const File& file : run.files) {
    const std::string where = file.path + ".meta";
    if (!file.meta_problem.empty()) return fail("", where + ": " + file.meta_problem);
    for (const auto& [name, value] : file.meta) {
      if (is_wrong_mode(name, value)) return fail(value, where + ": " + name);
      const auto number = to_double(value);
      if (is_number(name) && !(number && std::isfinite(*number) && *number >= 0))
        return fail(value, where + ": " + name);
    }
    const std::string interval_s = last_value(file, "interval_s");
    if (!interval_s.empty() && *to_double(interval_s) == 0) return fail(interval_s, where + ": interval_s");
    const bool whole = last_value(file, "tool") == "powerlog" && last_value(file, kSpans[0].first).empty();
    if (whole && !last_value(file, "mode_end").empty() && last_value(file, "missed_ticks").empty())
      return fail("", where + ": mode_end without missed_ticks");
    for (const auto& [start, end] : kSpans) {
      const std::string start_s = last_value(file, start), end_s = last_value(file, end);
      const bool both = !start_s.empty() && !end_s.empty();
      if (start_s.empty() != end_s.empty()) return fail("", where + ": " + start + " without " + end);
      if (both && *to_double(start_s) > *to_double(end_s)) {
        return fail(start_s + "," + end_s, where + ": " + start + ", " + end);
      }
    }
  }
  return pass("", "every file");
}

// A logger that was killed leaves a line without its end, or a meta file without the mode at the end.
Finding complete(const Run& run, const Limits&) {
  for (const File& file : run.files) {
    if (file.torn) return fail("cut", file.path + ": the last line is incomplete");
  }
  for (const Kind kind : {Kind::power, Kind::load}) {
    const auto files = run.files_of(kind);
    const bool ended = std::any_of(files.begin(), files.end(),
                                   [](const File* file) { return !last_value(*file, "mode_end").empty(); });
    if (!files.empty() && !ended) return unknown(files.back()->path + ".meta: no mode_end");
  }
  return pass("", "every file");
}

Finding order(const Run& run, const Limits&) {
  for (const File& file : run.files) {
    if (file.back_line) return fail("back", file.path + ":" + std::to_string(*file.back_line));
  }
  std::vector<const File*> logs = run.files_of(Kind::power);
  std::sort(logs.begin(), logs.end(), [](const File* a, const File* b) { return a->first_s < b->first_s; });
  for (std::size_t i = 1; i < logs.size(); ++i) {
    const bool both = logs[i]->rows > 0 && logs[i - 1]->rows > 0;
    if (both && logs[i]->first_s <= logs[i - 1]->last_s)
      return fail("overlap", logs[i - 1]->path + "," + logs[i]->path);
  }
  return pass("", "every file");
}

Finding boot(const Run& run, const Limits&) {
  return same_in_all(run, "boot_id", all_kinds());
}

Finding host(const Run& run, const Limits&) {
  const Finding same_board =
      same_in_all(run, "board", {Kind::power, Kind::load});  // what other tools call so may differ
  return same_board.verdict == Verdict::fail ? same_board : same_in_all(run, "host", all_kinds());
}

Finding clock_offset(const Run& run, const Limits& limits) {
  const File *low = nullptr, *high = nullptr;
  for (const File& file : run.files) {
    if (file.last_s > kOldestWallClockS) return fail("wall clock", file.path + ": mono_s are those of the wall clock");
    if (!file.offset) continue;
    if (low == nullptr || file.offset->min_s < low->offset->min_s) low = &file;
    if (high == nullptr || file.offset->max_s > high->offset->max_s) high = &file;
  }
  if (low == nullptr) return unknown("no column time_s");
  const std::string where = low->path + ":" + std::to_string(low->offset->min_line) + "," + high->path + ":" +
                            std::to_string(high->offset->max_line);
  return at_most({high->offset->max_s - low->offset->min_s, "s", 6}, limits.clock_offset_s, where);
}

Finding software(const Run& run, const Limits&) {
  const std::string kernel = value_in_any(run, "kernel"), board = value_in_any(run, "board");
  if (kernel.empty() || board.empty()) return unknown("no board and kernel in any FILE.meta");
  std::vector<std::string> stack{board, "kernel " + kernel};
  for (const char* name : {"l4t", "jetpack", "cuda", "cudnn"}) {
    const std::string value = value_in_any(run, name);
    if (!value.empty()) stack.push_back(std::string(name) + " " + value);
  }
  const bool is_jetson = !value_in_any(run, "soc").empty();
  if (is_jetson && value_in_any(run, "l4t").empty()) return unknown("no l4t in any FILE.meta");
  return pass(join(stack, ", "), "FILE.meta");
}

Finding framework(const Run& run, const Limits&) {
  for (const char* name : {"torch", "framework"}) {
    const std::string value = value_in_any(run, name);
    if (!value.empty()) return pass(std::string(name) + " " + value, "FILE.meta: " + std::string(name));
  }
  for (const File* file : run.files_of(Kind::step)) {
    if (last_value(*file, "tool") == "jetsim") return pass("jetsim", file->path + ".meta: tool");
  }
  return unknown("no torch or framework in any FILE.meta");
}

}  // namespace wattline::wattcheck
