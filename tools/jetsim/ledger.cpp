// SPDX-License-Identifier: Apache-2.0
// jetsim ledger: print the true energy of every rail.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "cli/option_types.hpp"
#include "jetsim/control_client.hpp"
#include "jetsim/jetsim.hpp"
#include "jetsim/rows.hpp"

namespace wattline::jetsim {

namespace {

struct Options {
  std::string directory;
  double from_s = 0, to_s = 0;
};

void declare(CLI::App& app, Options& options) {
  app.add_option("DIRECTORY", options.directory, "Where the board is mounted")->required();
  app.add_option("--from", options.from_s, "Start of the interval in mono_s [the mount]");
  app.add_option("--to", options.to_s, "End of the interval in mono_s [now]");
}

// `text` has one line per rail, its fields as the emulated board formats them.
void print_rails(cli::Context& context, std::string_view text) {
  io::TsvWriter rows(context.out, ledger_rows(), context.writer_options());
  for (const std::string_view line : split(trim(text), '\n')) {
    for (const std::string_view field : split(line, '\t')) rows.raw(field);
    rows.end_row();
  }
}

// The board moves the start of an interval to its mount, and the end to now.
void check_interval(std::string_view text) {
  constexpr std::size_t kFrom = 2, kTo = 3;  // of ledger_rows()
  const auto fields = split(text.substr(0, text.find('\n')), '\t');
  const auto from_s = fields.size() > kTo ? to_double(fields[kFrom]) : std::nullopt;
  const auto to_s = fields.size() > kTo ? to_double(fields[kTo]) : std::nullopt;
  if (!from_s || !to_s || *from_s < *to_s) return;
  throw usage_error("ledger: the interval is before the mount or after now",
                    "jetsim ledger without --from prints both");
}

int ledger(const Options& options, cli::Context& context) {
  const std::string file = control_file(options.directory, "ledger");
  const io::Fd fd(::open(file.c_str(), O_RDWR | O_CLOEXEC));
  if (!fd) throw os_error(file, errno);
  constexpr double kForever = 1e9;
  const std::string window = fmt::format("{:.9f} {:.9f}", options.from_s, options.to_s > 0 ? options.to_s : kForever);
  if (::pwrite(fd.get(), window.data(), window.size(), 0) < 0) throw usage_error("ledger: --from is after --to");
  char buffer[8192];
  const ssize_t n = ::pread(fd.get(), buffer, sizeof buffer, 0);
  if (n < 0) throw os_error(file, errno);
  check_interval({buffer, static_cast<std::size_t>(n)});
  print_rails(context, {buffer, static_cast<std::size_t>(n)});
  return to_int(ExitCode::ok);
}

}  // namespace

cli::Subcommand ledger_subcommand() {
  return cli::subcommand("ledger", "Print the true energy of every rail", declare, ledger, {&ledger_rows()});
}

}  // namespace wattline::jetsim
