// SPDX-License-Identifier: Apache-2.0
#include "cachestat/options.hpp"

#include "base/error.hpp"
#include "cli/option_types.hpp"

namespace wattline::cachestat {

using page_cache::Method;

void declare(cli::App& app, Options& options) {
  app.add_option("PATH", options.paths, "Files and directories; each makes a row").type_name("");
  app.add_option("--from", options.from, "Also read names of files from FILE (- is stdin); they make one row")
      .type_name("FILE");
  app.add_flag("-0,--null", options.null, "Names in FILE end with NUL, not with a line feed");
  app.add_option("--column", options.column, "FILE is a CSV or TSV table; the names are this column").type_name("NAME");
  app.add_option("--base", options.base, "Directory that relative names in FILE start from").type_name("DIR");
  app.add_option("--include", options.walk.include, "Only files that match (repeatable)")
      .allow_extra_args(false)
      .type_name("GLOB");
  app.add_option("--exclude", options.walk.exclude, "Leave out files and directories that match (repeatable)")
      .allow_extra_args(false)
      .type_name("GLOB");
  app.add_flag("-L,--follow", options.walk.follow_links, "Follow symbolic links");
  app.add_flag("-x,--one-file-system", options.walk.one_file_system, "Stay on the file system of PATH");
  app.add_flag("--allow-empty", options.allow_empty, "A PATH without files is not an error");
  app.add_option("-j,--jobs", options.jobs, "Number of threads (with cachestat) or processes (with mincore)")
      .check(cli::between(1, 1024))
      .type_name("N");
  cli::add_choice(app, "--method", options.method,
                  {{"auto", Method::none}, {"cachestat", Method::cachestat}, {"mincore", Method::mincore}},
                  "System call that measures residency");
  app.add_option("--label", options.label, "Text for the label column").type_name("TEXT");
  app.add_option("--seed", options.seed, "Seed of --sample and of pin's choice")
      .check(cli::not_negative())
      .type_name("N");
  cli::declare_rows(app, options.rows);
}

void check(const Options& options) {
  if (options.paths.empty() && options.from.empty()) {
    throw usage_error("a PATH is required", "name a directory, or a list with --from FILE");
  }
  if (options.from.empty() && (options.null || !options.column.empty() || !options.base.empty())) {
    throw usage_error("-0, --column and --base require --from FILE");
  }
  if (options.null && !options.column.empty()) throw usage_error("-0 cannot be combined with --column");
}

}  // namespace wattline::cachestat
