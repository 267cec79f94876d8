// SPDX-License-Identifier: Apache-2.0
// /run/jetsim: how the other subcommands reach a mounted board.
//   gpu     a program that computes on the board's GPU (gpu_file.hpp)
//   load    open it, write "mean ..." and "segment ..." lines: the load lasts as long as the file is open
//   faults  reads as lines NAME[:ARGUMENT]; a written line sets one, "clear" removes all
//   disks   open it, write "attach ..." and "counters ..." lines: the disk lasts as long as the file is open
//   ledger  reads as the joules of each rail since the mount; "FROM TO" (emulated mono_s) written first selects
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/units.hpp"
#include "jetsim/board/board_tree.hpp"
#include "jetsim/files/disk_files.hpp"
#include "jetsim/files/gpu_file.hpp"

namespace wattline::jetsim {

namespace {

class LoadFile : public OpenFile {
 public:
  explicit LoadFile(EmulatedMachine& machine) : machine_(machine), timeline_(machine.load.open()) {}
  int read(std::string& text) override;
  int write(std::string_view text) override;

 private:
  int take(std::string_view line);
  EmulatedMachine& machine_;
  std::shared_ptr<Timeline> timeline_;
  bool new_run_ = true;
};

// The clocks in force, for the workload to know how fast it runs.
int LoadFile::read(std::string& text) {
  const BoardState state = machine_.visit(new_run_);
  const Clocks& clocks = state.clocks;
  new_run_ = false;
  text = fmt::format("gpu_hz {}\nemc_hz {}\ncelsius {:.3f}\noutlier {}\n", clocks.gpu_hz, clocks.emc_hz, state.celsius,
                     state.outlier ? 1 : 0);
  for (std::size_t i = 0; i < clocks.online.size(); ++i) {
    text += fmt::format("policy {} {}\n", clocks.online[i], clocks.cpu_khz[i]);
  }
  for (const std::string& mode : state.hang) text += "hang " + mode + "\n";
  return 0;
}

std::optional<Activity> read_activity(const std::vector<std::string_view>& words) {
  if (words.size() < 5) return std::nullopt;
  double values[4];
  for (std::size_t i = 0; i < 4; ++i) {
    const auto value = to_double(words[words.size() - 4 + i]);
    if (!value) return std::nullopt;
    values[i] = *value;
  }
  return Activity{values[0], values[1], values[2], values[3]};
}

// "mean CPU GPU WORK MEM" or "segment END_NS CPU GPU WORK MEM"
int LoadFile::take(std::string_view line) {
  const auto words = split_blanks(line);
  const auto activity = read_activity(words);
  if (!activity) return EINVAL;
  if (words[0] == "mean" && words.size() == 5) {
    timeline_->set_mean(*activity);
    return 0;
  }
  const auto end = to_int64(words[1]);
  if (words[0] != "segment" || words.size() != 6 || !end) return EINVAL;
  timeline_->announce({*end, *activity});
  return 0;
}

int LoadFile::write(std::string_view text) {
  for (const std::string_view line : split(trim(text), '\n')) {
    if (const int error = take(line)) return error;
  }
  return 0;
}

class LedgerFile : public OpenFile {
 public:
  explicit LedgerFile(EmulatedMachine& machine) : machine_(machine) {}
  int read(std::string& text) override;
  int write(std::string_view text) override;

 private:
  EmulatedMachine& machine_;
  std::optional<std::int64_t> from_ns_, to_ns_;
};

int LedgerFile::read(std::string& text) {
  const EnergyLedger& ledger = machine_.ledger;
  const std::int64_t to = std::min(to_ns_.value_or(ledger.end_ns()), ledger.end_ns());
  const std::int64_t from =
      std::clamp(from_ns_.value_or(ledger.start_ns()), ledger.start_ns(), std::max(to, ledger.start_ns()));
  double total = 0;
  const auto row = [&](const std::string& rail, const std::string& scope, double joules) {
    text += fmt::format("{}\t{}\t{:.6f}\t{:.6f}\t{:.6f}\t{:.6f}\n", rail, scope, to_seconds(from), to_seconds(to),
                        joules, joules / std::max(to_seconds(to - from), 1e-9));
  };
  for (std::size_t i = 0; i < machine_.board.rails.size(); ++i) {
    const RailSpec& rail = machine_.board.rails[i];
    const double joules = ledger.joules(i, to) - ledger.joules(i, from);
    if (rail.scope == "part" || rail.scope == "total") total += joules;
    if (rail.label != "NC") row(rail.label, rail.scope, joules);
  }
  row("TOTAL", "total", total);
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
  special("/run/jetsim/load", [&machine] { return std::make_unique<LoadFile>(machine); });
  special("/run/jetsim/disks", [&tree, &machine] { return open_disk_file(tree, machine.disks); });
  special("/run/jetsim/ledger", [&machine] { return std::make_unique<LedgerFile>(machine); });
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
