// SPDX-License-Identifier: Apache-2.0
// jetsim ledger: print the true energy of every rail.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "cli/option_types.hpp"
#include "jetsim/client/control_client.hpp"
#include "jetsim/jetsim.hpp"
#include "jetsim/rows.hpp"

namespace wattline::jetsim {

namespace {

struct Options {
  std::string directory;
  double from_s = 0, to_s = 0;
  bool accounts = false;
};

void declare(cli::App& app, Options& options) {
  app.add_option("DIRECTORY", options.directory, "Where the board is mounted").required();
  app.add_option("--from", options.from_s, "Start of the interval in mono_s [the mount]");
  app.add_option("--to", options.to_s, "End of the interval in mono_s [now]");
  app.add_flag("--accounts", options.accounts, "Print who used the energy: idle, shared, and each workload");
}

// `text` has one line per row, its fields as the emulated board formats them.
void print_rows(cli::Context& context, const io::RowKind& kind, std::string_view text) {
  io::TsvWriter rows(context.out, kind, context.writer_options());
  for (const std::string_view line : split(trim(text), '\n')) {
    for (const std::string_view field : split(line, '\t')) rows.raw(field);
    rows.end_row();
  }
}

// The board moves the start of an interval to its mount, and the end to now.
void check_interval(const io::RowKind& kind, std::string_view text) {
  constexpr std::size_t kFromEnd = 4;  // of both kinds of rows: from, to, energy and power
  const std::size_t from = kind.columns.size() - kFromEnd, to = from + 1;
  const auto fields = split(text.substr(0, text.find('\n')), '\t');
  const auto from_s = fields.size() > to ? to_double(fields[from]) : std::nullopt;
  const auto to_s = fields.size() > to ? to_double(fields[to]) : std::nullopt;
  if (!from_s || !to_s || *from_s < *to_s) return;
  throw usage_error("ledger: the interval is before the mount or after now",
                    "jetsim ledger without --from prints both");
}

int ledger(const Options& options, cli::Context& context) {
  const io::RowKind& kind = options.accounts ? account_rows() : ledger_rows();
  const std::string file = control_file(options.directory, options.accounts ? "accounts" : "ledger");
  const io::Fd fd(::open(file.c_str(), O_RDWR | O_CLOEXEC));
  if (!fd) throw os_error(file, errno);
  constexpr double kForever = 1e9;
  const std::string window = fmt::format("{:.9f} {:.9f}", options.from_s, options.to_s > 0 ? options.to_s : kForever);
  if (::pwrite(fd.get(), window.data(), window.size(), 0) < 0) throw usage_error("ledger: --from is after --to");
  std::string text;
  char buffer[8192];
  ssize_t n;
  while ((n = ::pread(fd.get(), buffer, sizeof buffer, static_cast<off_t>(text.size()))) > 0) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  if (n < 0) throw os_error(file, errno);
  check_interval(kind, text);
  print_rows(context, kind, text);
  return to_int(ExitCode::ok);
}

}  // namespace

cli::Subcommand ledger_subcommand() {
  return cli::subcommand("ledger", "Print the true energy of every rail", declare, ledger,
                         {&ledger_rows(), &account_rows()});
}

}  // namespace wattline::jetsim
