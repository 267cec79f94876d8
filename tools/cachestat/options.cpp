// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "base/error.hpp"
#include "cachestat/cachestat.hpp"
#include "cli/option_types.hpp"

namespace wattline::cachestat {

using page_cache::Method;

namespace {

void declare_selection(CLI::App& app, Options& options) {
  app.add_option("PATH", options.paths, "Files and directories; each makes a row")->type_name("");
  app.add_option("--from", options.from, "Read more names from FILE, - for stdin; they make one row")
      ->type_name("FILE");
  app.add_flag("-0,--null", options.null, "Names in FILE end with NUL, not with a line feed");
  app.add_option("--column", options.column, "FILE is a CSV or TSV table; the names are this column")
      ->type_name("NAME");
  app.add_option("--base", options.base, "Directory that relative names in FILE start from")->type_name("DIR");
  app.add_option("--include", options.walk.include, "Only files that match (repeatable)")
      ->allow_extra_args(false)
      ->type_name("GLOB");
  app.add_option("--exclude", options.walk.exclude, "No files and directories that match (repeatable)")
      ->allow_extra_args(false)
      ->type_name("GLOB");
  app.add_flag("-L,--follow", options.walk.follow_links, "Follow symbolic links");
  app.add_flag("-x,--one-file-system", options.walk.one_file_system, "Stay on the file system of PATH");
  app.add_flag("--allow-empty", options.allow_empty, "A PATH without files is not an error");
}

void declare_measuring(CLI::App& app, Options& options) {
  static const std::map<std::string, Method> kMethods{
      {"auto", Method::none}, {"cachestat", Method::cachestat}, {"mincore", Method::mincore}};
  app.add_option("-j,--jobs", options.jobs, "Threads (cachestat) or processes (mincore); 1 = this one only")
      ->check(cli::between(1U, 1024U))
      ->type_name("N");
  app.add_option("--method", options.method, "auto, cachestat or mincore")
      ->transform(CLI::CheckedTransformer(kMethods).description(""))
      ->type_name("METHOD");
}

void declare_rows_of_scan(CLI::App& app, Options& options) {
  app.add_flag("-f,--files", options.per_file, "A row per file");
  app.add_option("--label", options.label, "Text for the label column")->type_name("TEXT");
  cli::add_duration(app, "--watch", options.watch_ns, "Again and again, at this interval, until stopped");
  app.add_option("-n,--count", options.count, "End --watch after N rounds")->check(cli::positive())->type_name("N");
  app.add_option("--sample", options.sample, "Estimate from N random files; pct_min and pct_max are the 95 % interval")
      ->check(cli::between(30L, 100000000L))
      ->type_name("N");
  app.add_option("--seed", options.seed, "Of --sample and of pin's choice")->check(cli::not_negative())->type_name("N");
  app.add_option("--map", options.map, "Rows about N parts of each file instead")
      ->check(cli::positive())
      ->type_name("N");
}

void declare_verbs(CLI::App& app, Options& options) {
  const auto add = [&](const char* name, const char* help, Verb verb) {
    CLI::App* const command = app.add_subcommand(name, help);
    command->fallthrough();
    command->footer("The options of `cachestat --help` that choose files apply here too.");
    command->callback([&options, verb] { options.verb = verb; });
    command->add_flag("-0", options.null)->group("");  // else taken for a number, which is a PATH
    // A file of that name among many, as with `cachestat *`, must not evict them all.
    command->preparse_callback([&app, name = std::string(name)](std::size_t) {
      if (app["PATH"]->count() == 0) return;
      throw usage_error(name + ": a verb comes before all PATHs", "./" + name + " is the file of that name");
    });
    return command;
  };
  add("scan", "Print what is resident (the default)", Verb::scan);
  CLI::App* const warm = add("warm", "Read files into memory, in parallel, and verify", Verb::warm);
  warm->add_flag("--async", options.async, "By read-ahead requests; read what they miss");
  CLI::App* const evict = add("evict", "Write back and drop the files' pages; print what is left", Verb::evict);
  evict->add_flag("--metadata", options.metadata, "Inodes and directories too (root)");
  CLI::App* const pin = add("pin", "Hold a fixed random part of the files in memory while a command runs", Verb::pin);
  CLI::Option* const bytes = cli::add_size(*pin, "--bytes", options.pin_b, "How much to hold");
  pin->add_option("--fraction", options.pin_fraction, "Share of the files' bytes to hold, 0 to 1")
      ->check(cli::between(0.0, 1.0))
      ->excludes(bytes)
      ->type_name("X");
  pin->add_flag("--as-root", options.as_root, "Under sudo, run the command as root and not as the calling user");
  app.require_subcommand(0, 1);
}

}  // namespace

void declare(CLI::App& app, Options& options) {
  declare_selection(app, options);
  declare_measuring(app, options);
  declare_rows_of_scan(app, options);
  cli::declare_rows(app, options.rows);
  declare_verbs(app, options);
}

}  // namespace wattline::cachestat
