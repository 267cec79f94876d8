// SPDX-License-Identifier: Apache-2.0
#include "cli/tool.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

#include "catch.hpp"
#include "cli/option_types.hpp"
#include "io/attribute.hpp"
#include "scratch_folder.hpp"

using namespace wattline;

namespace {

const io::RowKind kToolKind{"test", {{"value", "1", 0, "a value"}}};

struct Options {
  std::int64_t interval_ns = 0;
  cli::RowOptions rows;
};

void declare(cli::App& app, Options& options) {
  cli::add_duration(app, "-i,--interval", options.interval_ns, "time between rows");
  cli::declare_rows(app, options.rows);
}

Options g_seen;
std::vector<std::string> g_tool_command;
std::function<int(cli::Context&)> g_run;

int run(const Options& options, cli::Context& context) {
  g_seen = options;
  g_tool_command = context.command;
  return g_run(context);
}

int status_of(std::vector<std::string> arguments, std::function<int(cli::Context&)> body, bool wraps = false) {
  g_run = std::move(body);
  arguments.insert(arguments.begin(), {"tool", "--quiet"});
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(&argument[0]);
  const cli::About about{"tool", "a tool", "", {&kToolKind}, wraps};
  return cli::tool_main(static_cast<int>(argv.size()), argv.data(), about, declare, run);
}

int done(cli::Context&) {
  return 0;
}

// What a usage error writes to standard error.
std::string error_of(const cli::About& about, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "tool");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  g_run = done;
  const test::Folder folder;
  const int copy = ::dup(STDERR_FILENO);
  ::dup2(::open(folder.file("err").c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
  CHECK(cli::tool_main(static_cast<int>(argv.size()), argv.data(), about, declare, run) == 64);
  ::dup2(copy, STDERR_FILENO);
  ::close(copy);
  return io::read_text(folder.file("err")).value_or("");
}

}  // namespace

TEST_CASE("options with units reach the tool in nanoseconds") {
  CHECK(status_of({"-i", "100ms"}, done) == 0);
  CHECK(g_seen.interval_ns == 100000000);
}

TEST_CASE("wrong usage is 64 whatever CLI11 makes of it") {
  CHECK(status_of({"--bogus"}, done) == 64);
  CHECK(status_of({"-i", "soon"}, done) == 64);
  CHECK(status_of({"operand"}, done) == 64);
  CHECK(status_of({"--tag", "novalue"}, done) == 64);
  CHECK(status_of({"--append"}, [](cli::Context& context) {
          cli::RowStream rows(context, g_seen.rows, kToolKind);
          return 0;
        }) == 64);
}

TEST_CASE("a file given as an operand where rows come on standard input is hinted at as < FILE") {
  cli::About about{"tool", "a tool", "", {}, false};
  const std::string see_help = "tool: error: unexpected argument: /etc/passwd\ntool: hint: see tool --help";
  CHECK(error_of(about, {"/etc/passwd"}) == see_help);
  about.reads_stdin = true;
  const std::string use =
      "tool: error: /etc/passwd: the rows are read from standard input\ntool: hint: use < /etc/passwd";
  CHECK(error_of(about, {"/etc/passwd"}) == use);
  CHECK(error_of(about, {"/no/such/file"}).find("tool: hint: see tool --help") != std::string::npos);
  CHECK(error_of(about, {"/"}).find("tool: hint: see tool --help") != std::string::npos);
}

TEST_CASE("a program given as an operand where a command follows -- is no file of rows") {
  cli::About about{"tool", "a tool", "", {}, true, true};
  CHECK(error_of(about, {"/bin/sh", "/etc/passwd"}) ==
        "tool: error: unexpected arguments: /bin/sh /etc/passwd\ntool: hint: write -- before the command");
  CHECK(error_of(about, {"no_such_program", "1"}) ==
        "tool: error: unexpected arguments: no_such_program 1\ntool: hint: write -- before a command, or see tool "
        "--help");
  CHECK(error_of(about, {"/etc/passwd", "/bin/sh"}).find("use < /etc/passwd") != std::string::npos);
}

TEST_CASE("unexpected arguments are named in the order in which they were given") {
  const cli::About about{"tool", "a tool", "", {}, false};
  CHECK(error_of(about, {"one", "two"}) == "tool: error: unexpected arguments: one two\ntool: hint: see tool --help");
  CHECK(error_of(about, {"--bogus", "one"}) ==
        "tool: error: --bogus: tool has no such option\ntool: hint: see tool --help");
}

TEST_CASE("the command after -- keeps its own options") {
  CHECK(status_of({"-i", "1s", "--", "cmd", "-i", "--", "x"}, done, true) == 0);
  CHECK(g_tool_command == std::vector<std::string>{"cmd", "-i", "--", "x"});
  CHECK(status_of({"--", "cmd"}, done, false) == 64);
}

TEST_CASE("errors become their status, a warning makes a good end partial, an unknown exception is a bug") {
  CHECK(status_of({}, [](cli::Context&) -> int { throw data_error("file: line 3"); }) == 65);
  CHECK(status_of({}, [](cli::Context&) -> int { throw os_error("file", ENOSPC); }) == 74);
  CHECK(status_of({}, [](cli::Context&) -> int { throw os_error("file", EACCES); }) == 77);
  CHECK(status_of({}, [](cli::Context&) -> int { throw std::runtime_error("oops"); }) == 70);
  CHECK(status_of({}, [](cli::Context& context) {
          context.warn_once("rail", "unreadable");
          return 0;
        }) == 1);
  CHECK(status_of({}, [](cli::Context& context) {
          context.warn("rail");
          return 7;
        }) == 7);
  CHECK(status_of({"--root", "/nonexistent"}, done) == 69);
}

TEST_CASE("rows go to a file with its meta beside it, and are appended below the same header only") {
  const std::string path = "/tmp/wattline-tool-test-" + std::to_string(::getpid()) + ".tsv";
  const auto one_row = [](cli::Context& context) {
    cli::RowStream stream(context, g_seen.rows, kToolKind, {{"board", "nano"}});
    stream.rows().integer(5).end_row();
    return 0;
  };
  CHECK(status_of({"-o", path}, one_row) == 0);
  CHECK(status_of({"-o", path, "--append"}, one_row) == 0);
  CHECK(*io::read_text(path) == "value\n5\n5");  // read_text drops the last line feed
  io::Output::append_to(path, "value\n").write("torn");
  CHECK(status_of({"-o", path, "--append"}, one_row) == 0);
  CHECK(*io::read_text(path) == "value\n5\n5\n5");
  CHECK(io::read_meta(path + ".meta", "board") == std::vector<std::string>{"nano"});
  CHECK(io::read_meta(path + ".meta", "tool") == std::vector<std::string>{"tool"});
  CHECK(status_of({"-o", path, "--append", "--tag", "a=b"}, one_row) == 65);
  CHECK(status_of({"-o", "/dev/full"}, one_row) == 74);
  CHECK(status_of({"-o", "/nonexistent/file"}, one_row) == 74);
  ::unlink(path.c_str());
  ::unlink((path + ".meta").c_str());
}

TEST_CASE("a file that holds no rows below the same header is not appended to and stays as it is") {
  const std::string path = "/tmp/wattline-tool-test-" + std::to_string(::getpid()) + ".tsv";
  const auto one_row = [](cli::Context& context) {
    cli::RowStream(context, g_seen.rows, kToolKind).rows().integer(5).end_row();
    return 0;
  };
  const auto appended_to = [&](const std::string& before) {
    io::Output::to_file(path).write(before);
    const int status = status_of({"-o", path, "--append"}, one_row);
    return std::to_string(status) + " " + *io::read_text(path);
  };
  CHECK(appended_to("precious") == "65 precious");
  CHECK(appended_to("values\n5\nto") == "65 values\n5\nto");
  CHECK(appended_to("val") == "0 value\n5");  // our own header, cut off by a kill
  CHECK(appended_to("value\n5\n7") == "0 value\n5\n5");
  ::unlink(path.c_str());
  ::unlink((path + ".meta").c_str());
}

TEST_CASE("--format jsonl writes no header, and appends to rows in JSON only") {
  const test::Folder folder;
  const std::string path = folder.file("rows");
  const auto one_row = [](cli::Context& context) {
    cli::RowStream stream(context, g_seen.rows, kToolKind);
    stream.rows().integer(5).end_row();
    stream.rotate({});
    stream.rows().integer(6).end_row();
    return 0;
  };
  CHECK(status_of({"-o", path, "--format", "jsonl", "--tag", "run=1"}, one_row) == 0);
  CHECK(io::read_text(path + ".1") == "{\"run\":\"1\",\"value\":5}");
  CHECK(io::read_text(path) == "{\"run\":\"1\",\"value\":6}");
  const auto append = [&](const std::string& before, const std::string& format) {
    io::Output::to_file(path).write(before);
    const int status = status_of({"-o", path, "--append", "--format", format}, [](cli::Context& context) {
      cli::RowStream::check(context, g_seen.rows, kToolKind);
      cli::RowStream(context, g_seen.rows, kToolKind).rows().integer(7).end_row();
      return 0;
    });
    return std::to_string(status) + " " + *io::read_text(path);
  };
  CHECK(append("", "jsonl") == "0 {\"value\":7}");
  CHECK(append("{\"value\":5}\n{\"val", "jsonl") == "0 {\"value\":5}\n{\"value\":7}");
  CHECK(append("value\n5\n", "jsonl") == "65 value\n5");
  CHECK(append("{\"value\":5}\n", "tsv") == "65 {\"value\":5}");
}

TEST_CASE("an unknown --format is refused, and --no-header with one that has no header") {
  CHECK(status_of({"--format", "xml"}, done) == 64);
  CHECK(status_of({"--format", "jsonl", "--no-header"}, [](cli::Context& context) {
          cli::RowStream rows(context, g_seen.rows, kToolKind);
          return 0;
        }) == 64);
}

TEST_CASE("a tag with the name of a column or of another tag is refused before any file is opened") {
  const std::string path = "/tmp/wattline-tool-test-" + std::to_string(::getpid()) + ".tsv";
  const auto rows = [](cli::Context& context) {
    const cli::RowStream stream(context, g_seen.rows, kToolKind);
    return 0;
  };
  CHECK(status_of({"-o", path, "--tag", "value=1"}, rows) == 64);
  CHECK(status_of({"-o", path, "--tag", "a=1", "--tag", "a=2"}, rows) == 64);
  CHECK(status_of({"-o", path, "--columns", "value,value"}, rows) == 64);
  CHECK(::access(path.c_str(), F_OK) != 0);
}

TEST_CASE("a tag of the environment yields to --tag and to a column of the rows, but not to one that the tool makes") {
  ::setenv("WATTLINE_TAGS", "board=a,run=1", 1);
  const io::RowKind carried{"carried", {{"board", "", 0, ""}, {"value", "1", 0, ""}}};
  std::string header, carried_header;
  const auto headers = [&](cli::Context& context) {
    header = io::header_line(kToolKind, {context.tags, {}, true});
    carried_header = io::header_line(carried, {context.tags, {}, true});
    return 0;
  };
  CHECK(status_of({"--tag", "run=2"}, headers) == 0);
  CHECK(header ==
        "board\t"
        "run\tvalue\n");
  CHECK(carried_header == "run\tboard\tvalue\n");
  ::setenv("WATTLINE_TAGS", "value=1", 1);
  CHECK(status_of({}, done) == 64);
  ::unsetenv("WATTLINE_TAGS");
}

TEST_CASE("a wrapped command is handed the root, and none when the machine is the host") {
  const auto handed = [] {
    const char* root = std::getenv("WATTLINE_ROOT");
    return std::string(root == nullptr ? "none" : root);
  };
  std::string seen;
  const auto look = [&](cli::Context&) {
    seen = handed();
    return 0;
  };
  CHECK(status_of({"--root", "/usr/../usr"}, look, true) == 0);
  CHECK(seen == "/usr");
  CHECK(status_of({"--root", "/"}, look, true) == 0);
  CHECK(seen == "none");
}
