// SPDX-License-Identifier: Apache-2.0
// The options that every subcommand of cachestat takes: which files, and how they are measured and labelled.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "cli/row_stream.hpp"
#include "page_cache/probe.hpp"
#include "page_cache/walk.hpp"

namespace wattline::cachestat {

struct Options {
  std::vector<std::string> paths;
  std::string from;    // list of names, "-" = stdin; empty = none
  std::string copy;    // of a list that is read more than once and cannot be; empty = none
  bool null = false;   // names of the list end with NUL
  std::string column;  // the list is a CSV or TSV table, the names are this column
  std::string base;    // directory of the list's relative names
  page_cache::WalkOptions walk;
  bool allow_empty = false;
  unsigned jobs = 0;  // 0 = chosen by method
  page_cache::Method method = page_cache::Method::none;
  std::string label;
  std::int64_t seed = 0;  // of random choices
  cli::RowOptions rows;
};

void declare(cli::App& app, Options& options);
void check(const Options& options);

}  // namespace wattline::cachestat
