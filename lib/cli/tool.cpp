// SPDX-License-Identifier: Apache-2.0
#include "cli/tool.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "base/parse.hpp"
#include "base/units.hpp"
#include "cli/options.hpp"
#include "io/system_clock.hpp"
#include "version.hpp"

namespace wattline::cli {

namespace {

struct CommonOptions {
  std::string root = "/";
  int verbose = 0;
  bool quiet = false;
  bool list_columns = false;
  std::vector<std::string> tags;
};

// Reported to the user as it is, and as the exit status that belongs to it.
int report(const Error& error) {
  spdlog::error("error: {}", error.what());
  if (!error.hint().empty()) spdlog::error("hint: {}", error.hint());
  return to_int(error.code());
}

void start_logging(const std::string& name) {
  auto logger = spdlog::stderr_color_st(name);
  logger->set_pattern("%n: %v");
  spdlog::set_default_logger(logger);
  spdlog::set_level(spdlog::level::warn);
}

void set_verbosity(const CommonOptions& common) {
  if (common.quiet) spdlog::set_level(spdlog::level::err);
  if (common.verbose == 1) spdlog::set_level(spdlog::level::info);
  if (common.verbose > 1) spdlog::set_level(spdlog::level::debug);
}

void log_line(int level, const std::string& text) {
  if (level < 0) spdlog::warn("warning: {}", text);
  if (level == 0) spdlog::info("{}", text);
  if (level > 0) spdlog::debug("{}", text);
}

// The suite's own arguments end at the first "--"; what follows belongs to the wrapped command.
std::vector<std::string> split_command(std::vector<std::string>& arguments) {
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  if (dashes == arguments.end()) return {};
  std::vector<std::string> command(dashes + 1, arguments.end());
  arguments.erase(dashes, arguments.end());
  return command;
}

// A mode may begin with "-" (keep the cores): a blank in front stops CLI11 from taking it for an option.
void protect_modes(std::vector<std::string>& arguments) {
  for (std::string& argument : arguments) {
    if (argument.compare(0, 2, "-/") == 0) argument.insert(0, " ");
  }
}

void declare_common(CLI::App& app, CommonOptions& common, const About& about) {
  app.add_option("--root", common.root, "Directory of the machine's files (/sys, /proc, /etc ...)")
      ->envname("WATTLINE_ROOT")
      ->capture_default_str();
  app.add_option("--tag", common.tags, "Constant column NAME=VALUE in front of each row (repeatable)")
      ->allow_extra_args(false);
  if (!about.rows.empty())
    app.add_flag("--list-columns", common.list_columns, "Print name, unit, meaning of each column");
  app.add_flag("-v,--verbose", common.verbose, "Say more on stderr (repeatable)");
  app.add_flag("-q,--quiet", common.quiet, "No warnings");
  app.set_help_flag("-h,--help", "Print this help");
  app.set_version_flag("-V,--version", about.name + " (wattline) " + kVersion);
  app.footer("Examples:\n" + about.examples);
}

io::Tag parse_tag(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) throw usage_error("--tag '" + text + "': not NAME=VALUE");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

// WATTLINE_TAGS holds NAME=VALUE pairs separated by commas; options follow.
std::vector<io::Tag> collect_tags(const CommonOptions& common) {
  std::vector<io::Tag> tags;
  const char* environment = std::getenv("WATTLINE_TAGS");
  if (environment != nullptr && *environment != '\0') {
    for (const std::string_view part : split(environment, ',')) tags.push_back(parse_tag(std::string(part)));
  }
  for (const std::string& text : common.tags) tags.push_back(parse_tag(text));
  return tags;
}

int list_columns(const About& about) {
  static const io::RowKind kind{
      "columns", {{"row", "", 0, ""}, {"column", "", 0, ""}, {"unit", "", 0, ""}, {"meaning", "", 0, ""}}};
  io::Output out = io::Output::to_stdout();
  io::TsvWriter writer(out, kind);
  for (const io::RowKind* row : about.rows) {
    for (const io::Column& column : row->columns) {
      writer.text(row->name).text(column.name).text(column.unit.empty() ? "text" : column.unit).text(column.help);
      writer.end_row();
    }
  }
  return to_int(ExitCode::ok);
}

int run_parsed(const About& about, const CommonOptions& common, std::vector<std::string> argv,
               std::vector<std::string> command, const std::function<int(Context&)>& run) {
  set_verbosity(common);
  if (common.list_columns) return list_columns(about);
  if (!about.wraps_command && !command.empty()) {
    throw usage_error("-- " + command.front() + ": this tool runs no command");
  }
  io::Root root(common.root);
  io::SystemClock clock(root.emulation());
  io::Output out = io::Output::to_stdout();
  io::Signals signals;
  Context context{root, clock, out, signals};
  context.command = std::move(command);
  context.tags = collect_tags(common);
  context.tool = about.name;
  context.argv = std::move(argv);
  context.verbosity = common.quiet ? -1 : common.verbose;
  context.log = log_line;
  const int status = run(context);
  return status == to_int(ExitCode::ok) && context.partial ? to_int(ExitCode::partial) : status;
}

}  // namespace

void Context::warn(const std::string& text) {
  partial = true;
  note(text);
}

void Context::warn_once(const std::string& object, const std::string& text) {
  if (warned.insert(object).second) warn(object + ": " + text);
}

void Context::note(const std::string& text) const {
  if (log) log(-1, text);
}

void Context::info(const std::string& text) const {
  if (log) log(0, text);
}

void declare_rows(CLI::App& app, RowOptions& options) {
  app.add_option("-o,--output", options.output, "Write rows to FILE (and FILE.meta) instead of stdout");
  app.add_flag("--append", options.append, "Append to FILE; its header must be the same");
  app.add_option("--columns", options.columns, "Print these columns only, in this order")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->allow_extra_args(false);
  app.add_flag("--no-header", options.no_header, "No header line");
}

namespace {

// Rows may be appended only below the header they belong to.
void check_header(const std::string& path, const std::string& header) {
  std::string first(header.size(), '\0');
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "r"), std::fclose);
  if (!file) return;
  const std::size_t n = std::fread(&first[0], 1, first.size(), file.get());
  if (n > 0 && (n != first.size() || first != header)) {
    throw data_error(path + ": its header differs from these rows", "append to a file made with the same options");
  }
}

bool is_regular(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

std::unique_ptr<io::Output> open_file(const RowOptions& options) {
  if (options.append && options.output.empty()) throw usage_error("--append: needs -o FILE");
  if (options.output.empty() || options.output == "-") return nullptr;
  return std::make_unique<io::Output>(io::Output::to_file(options.output, options.append));
}

io::WriterOptions writer_options(const Context& context, const RowOptions& options, const io::Output* file) {
  const bool has_rows = options.append && file != nullptr && file->size() > 0;
  return {context.tags, options.columns, !options.no_header && !has_rows};
}

}  // namespace

RowStream::RowStream(Context& context, const RowOptions& options, const io::RowKind& kind, const io::Meta& meta)
    : context_(context),
      file_(open_file(options)),
      path_(options.output),
      writer_(file_ ? *file_ : context.out, kind, writer_options(context, options, file_.get())) {
  if (file_ && options.append) check_header(options.output, writer_.header());
  meta_path_ = options.meta;
  if (file_ && meta_path_.empty() && is_regular(options.output)) meta_path_ = options.output + ".meta";
  write_meta(meta);
}

void RowStream::write_meta(const std::string& path, const io::Meta& more) {
  if (path.empty()) return;
  io::Meta meta = io::common_meta(context_.tool, context_.argv, context_.root);
  meta.insert(meta.end(), more.begin(), more.end());
  io::write_meta(path, meta);
}

void RowStream::rotate(const io::Meta& more) {
  if (!file_) return;
  writer_.flush();
  std::string aside;
  do {
    aside = path_ + "." + std::to_string(++rotations_);
  } while (::access(aside.c_str(), F_OK) == 0);
  if (std::rename(path_.c_str(), aside.c_str()) != 0) throw os_error(aside, errno);
  if (!meta_path_.empty()) write_meta(aside + ".meta", more);
  *file_ = io::Output::to_file(path_, false);
  file_->write(writer_.header());
}

namespace {

CLI::Option* add_parsed(CLI::App& app, const std::string& name, std::int64_t& value, const std::string& help,
                        std::int64_t (*parse)(std::string_view), const char* type) {
  const auto store = [&value, parse, name](const std::string& text) {
    try {
      value = parse(text);
    } catch (const Error& error) {
      throw CLI::ValidationError(name, error.what());
    }
  };
  return app.add_option_function<std::string>(name, store, help)->type_name(type);
}

}  // namespace

CLI::Option* add_duration(CLI::App& app, const std::string& name, std::int64_t& ns, const std::string& help) {
  return add_parsed(app, name, ns, help, parse_duration_ns, "TIME");
}

CLI::Option* add_size(CLI::App& app, const std::string& name, std::int64_t& bytes, const std::string& help) {
  return add_parsed(app, name, bytes, help, parse_size_b, "SIZE");
}

CLI::Option* add_frequency(CLI::App& app, const std::string& name, std::int64_t& hz, const std::string& help) {
  return add_parsed(app, name, hz, help, parse_frequency_hz, "FREQ");
}

int run_tool(int argc, char** argv, const About& about, const std::function<void(CLI::App&)>& setup,
             const std::function<int(Context&)>& run) {
  start_logging(about.name);
  std::vector<std::string> all(argv, argv + argc);
  std::vector<std::string> arguments(all.begin() + (all.empty() ? 0 : 1), all.end());
  std::vector<std::string> command = split_command(arguments);
  protect_modes(arguments);
  CommonOptions common;
  CLI::App app(about.purpose, about.name);
  try {
    setup(app);
    declare_common(app, common, about);
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
    app.parse(arguments);
    return run_parsed(about, common, std::move(all), std::move(command), run);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    return report(usage_error(error.what(), "see " + about.name + " --help"));
  } catch (const Error& error) {
    return report(error);
  } catch (const std::bad_alloc&) {
    return report(Error(ExitCode::software, "out of memory"));
  } catch (const std::exception& error) {
    return report(Error(ExitCode::software, std::string("internal error: ") + error.what(), "please report it"));
  }
}

}  // namespace wattline::cli
