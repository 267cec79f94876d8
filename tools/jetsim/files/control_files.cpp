// SPDX-License-Identifier: Apache-2.0
// /run/jetsim: how the other subcommands reach a mounted board.
//   gpu     a program that computes on the board's GPU (gpu_file.hpp)
//   loader  the same program has its samples prepared by the board's processor (loader_file.hpp)
//   load    a workload that computes all times itself (load_file.hpp)
//   faults  reads as lines NAME[:ARGUMENT]; a written line sets one, "clear" removes all
//   disks   open it, write "attach ..." and "counters ..." lines: the disk lasts as long as the file is open
//   workloads  reads as the numbers of workloads that were started and that run now; absent with the load of the host
//   services  "stop NAME" and "start NAME" (service_files.cpp)
//   ledger  reads as the joules of each rail since the mount; "FROM TO" (emulated mono_s) written first selects
//   accounts  the same by account: idle, shared, and each workload
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/units.hpp"
#include "jetsim/files/disk_files.hpp"
#include "jetsim/files/gpu_file.hpp"
#include "jetsim/files/load_file.hpp"
#include "jetsim/files/loader_file.hpp"
#include "jetsim/files/system_files.hpp"

namespace wattline::jetsim {

namespace {

// Of all energy, or of each account.
enum class LedgerParts { whole, accounts };

class LedgerFile : public OpenFile {
 public:
  LedgerFile(EmulatedMachine& machine, LedgerParts parts) : machine_(machine), parts_(parts) {}
  int read(std::string& text) override;
  int write(std::string_view text) override;

 private:
  void print(const EnergyLedger& ledger, const std::string& account, std::string& text) const;
  EmulatedMachine& machine_;
  LedgerParts parts_;
  std::optional<std::int64_t> from_ns_, to_ns_;
};

// `account`: the first field, with a tab.
void LedgerFile::print(const EnergyLedger& ledger, const std::string& account, std::string& text) const {
  const EnergyLedger& board = machine_.ledger;
  const std::int64_t to = std::min(to_ns_.value_or(board.end_ns()), board.end_ns());
  const std::int64_t from =
      std::clamp(from_ns_.value_or(board.start_ns()), board.start_ns(), std::max(to, board.start_ns()));
  double total = 0;
  const auto row = [&](const std::string& rail, const std::string& scope, double joules) {
    text += fmt::format("{}{}\t{}\t{:.6f}\t{:.6f}\t{:.6f}\t{:.6f}\n", account, rail, scope, to_seconds(from),
                        to_seconds(to), joules, joules / std::max(to_seconds(to - from), 1e-9));
  };
  for (std::size_t i = 0; i < machine_.board.rails.size(); ++i) {
    const RailSpec& rail = machine_.board.rails[i];
    const double joules = ledger.joules(i, to) - ledger.joules(i, from);
    if (rail.scope == "part" || rail.scope == "total") total += joules;
    if (rail.label != "NC") row(rail.label, rail.scope, joules);
  }
  row("TOTAL", "total", total);
}

int LedgerFile::read(std::string& text) {
  if (parts_ == LedgerParts::whole) {
    print(machine_.ledger, "", text);
    return 0;
  }
  for (const auto& [account, ledger] : machine_.accounts.ledgers()) print(ledger, account + "\t", text);
  return 0;
}

int LedgerFile::write(std::string_view text) {
  const auto words = split_blanks(text);
  if (words.size() != 2) return EINVAL;
  const auto from = to_double(words[0]), to = to_double(words[1]);
  if (!from || !to || *to < *from) return EINVAL;
  from_ns_ = to_nanoseconds(*from);
  to_ns_ = to_nanoseconds(*to);
  return 0;
}

int write_faults(EmulatedMachine& machine, std::string_view text) {
  try {
    for (const std::string_view line : split(trim(text), '\n')) {
      if (line == "clear") {
        machine.faults.clear();
      } else {
        machine.set_fault(std::string(line));
      }
    }
    return 0;
  } catch (const Error&) {
    return EINVAL;
  }
}

}  // namespace

void add_control_files(Tree& tree, EmulatedMachine& machine) {
  const auto special = [&](const char* path, auto make) {
    Node& node = tree.attribute(path, {}, [](std::string_view) { return 0; });
    node.open = make;
    node.mode = 0666;
  };
  special("/run/jetsim/gpu", [&machine] { return open_gpu_file(machine); });
  special("/run/jetsim/loader", [&machine] { return open_loader_file(machine); });
  special("/run/jetsim/load", [&tree, &machine] { return open_load_file(tree, machine); });
  special("/run/jetsim/disks", [&tree, &machine] { return open_disk_file(tree, machine.disks); });
  special("/run/jetsim/ledger", [&machine] { return std::make_unique<LedgerFile>(machine, LedgerParts::whole); });
  special("/run/jetsim/accounts", [&machine] { return std::make_unique<LedgerFile>(machine, LedgerParts::accounts); });
  if (!machine.load.follows_host()) {
    tree.attribute("/run/jetsim/workloads", [&machine](std::string& text) {
      text = fmt::format("started {}\nrunning {}\n", machine.load.started(), machine.load.running().size());
      return 0;
    });
  }
  tree.attribute(
          "/run/jetsim/faults",
          [&machine](std::string& text) {
            text = machine.faults.to_text();
            return 0;
          },
          [&machine](std::string_view text) { return write_faults(machine, text); })
      .mode = 0666;
}

}  // namespace wattline::jetsim
