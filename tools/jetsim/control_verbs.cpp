// SPDX-License-Identifier: Apache-2.0
// The verbs that talk to a mounted board: umount, fault, ledger.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "io/child.hpp"
#include "io/rows.hpp"
#include "jetsim/control_client.hpp"
#include "jetsim/faults.hpp"
#include "jetsim/jetsim.hpp"

namespace wattline::jetsim {

namespace {

const io::RowKind& fault_rows() {
  static const io::RowKind kind{"faults",
                                {{"fault", "", 0, "its name"},
                                 {"argument", "", 0, "what it takes; of a fault that is on, what it was given"},
                                 {"meaning", "", 0, "what happens"}}};
  return kind;
}

void print_fault(io::TsvWriter& rows, const FaultKind& kind, const std::string& argument) {
  rows.text(kind.name).text(argument.empty() ? "NA" : argument).text(kind.meaning).end_row();
}

int list_faults(cli::Context& context) {
  io::TsvWriter rows(context.out, fault_rows());
  for (const FaultKind& kind : fault_kinds()) print_fault(rows, kind, kind.argument);
  return to_int(ExitCode::ok);
}

// `text` has a line NAME or NAME:ARGUMENT for each.
int list_active(cli::Context& context, const std::string& text) {
  io::TsvWriter rows(context.out, fault_rows());
  for (const std::string_view line : split(text, '\n')) {
    const std::size_t colon = line.find(':');
    const std::string argument(colon == std::string_view::npos ? "" : line.substr(colon + 1));
    for (const FaultKind& kind : fault_kinds()) {
      if (kind.name == line.substr(0, colon)) print_fault(rows, kind, argument);
    }
  }
  return to_int(ExitCode::ok);
}

}  // namespace

int unmount(const Options& options, cli::Context&) {
  struct stat status {};
  const bool was_killed = ::stat(options.directory.c_str(), &status) != 0 && errno == ENOTCONN;
  if (!was_killed) control_file(options.directory, "faults");
  if (::geteuid() == 0) {
    if (::umount2(options.directory.c_str(), options.lazy ? MNT_DETACH : 0) == 0) return to_int(ExitCode::ok);
    if (errno == EBUSY)
      throw Error(ExitCode::try_later, options.directory + ": busy", "close its files, or use --lazy");
    throw os_error(options.directory, errno);
  }
  std::vector<std::string> argv{"fusermount3", "-u"};
  if (options.lazy) argv.emplace_back("-z");
  argv.push_back(options.directory);
  io::Child child = io::Child::spawn(argv);
  return child.wait() == 0 ? to_int(ExitCode::ok) : to_int(ExitCode::try_later);
}

int fault(const Options& options, cli::Context& context) {
  if (options.directory.empty()) return list_faults(context);
  const std::string file = control_file(options.directory, "faults");
  if (options.list) return list_active(context, io::read_text(file).value_or(""));
  Faults checked;
  std::string lines = options.clear ? "clear\n" : "";
  for (const std::string& text : options.faults) {
    checked.set(text);
    lines += text + "\n";
  }
  if (lines.empty()) throw usage_error("fault: nothing to do", "name a fault, or --clear, or --list");
  if (const int error = io::write_text(file, lines)) throw os_error(file, error);
  return to_int(ExitCode::ok);
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
  context.out.write("rail\tscope\tfrom_mono_s\tto_mono_s\tenergy_j\tmean_power_w\n");
  context.out.write(std::string_view(buffer, static_cast<std::size_t>(n)));
  return to_int(ExitCode::ok);
}

}  // namespace wattline::jetsim
