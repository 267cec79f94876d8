// SPDX-License-Identifier: Apache-2.0
// Properties of a change, over random modes of each kind of board: what was set is in force, what was before comes
// back, and no clock was ever written that the machine does not list.
#include "platform/mode_setter.hpp"

#include <random>
#include <set>

#include "catch.hpp"
#include "fake_clock.hpp"
#include "jetson_tree.hpp"
#include "platform/knobs.hpp"
#include "platform/mode_target.hpp"

using namespace wattline;
using namespace wattline::platform;

namespace {

void make_board(test::JetsonTree& tree, const std::string& name) {
  if (name == "agx-xavier r32") test::make_agx_xavier(tree);
  if (name == "agx-orin r35") test::make_agx_orin(tree);
  if (name == "agx-orin r36") test::make_agx_orin(tree, true);
  if (name == "tx2 r32") {
    tree.compatible("nvidia,p2771-0000").cluster({0, 3, 4, 5}, test::steps(345600, 2035200, 153600));
    tree.cluster({1, 2}, test::steps(345600, 2035200, 153600))
        .gpu("gp10b", "114750000 1300500000")
        .emc_iso("1866000000");
  }
  if (name == "nano r32") {
    tree.compatible("nvidia,p3450-0000")
        .cluster({0, 1, 2, 3}, "102000 204000 1479000")
        .gpu("gpu", "76800000 921600000");
    const std::string clock = "/sys/kernel/debug/clk/override.emc/";
    tree.file("/sys/kernel/nvpmodel_emc_cap/emc_iso_cap", "0").file(clock + "clk_state", "0");
    tree.file(clock + "clk_update_rate", "204000000").link(clock + "clk_rate", clock + "clk_update_rate");
  }
}

struct Bench {
  explicit Bench(const std::string& board) {
    make_board(tree, board);
    machine = std::make_unique<Machine>(find_machine(tree.root()));
    writer = std::make_unique<AttributeWriter>(machine->root, clock);
    writer->on_write = [this](const std::string& path, std::string_view text) {
      log.emplace_back(path, std::string(text));
      if (path == test::kCpu + "/cpufreq/policy0/scaling_min_freq") check_order("policy0");
      // A memory clock that is handed back idles.
      const std::string idle = std::to_string(machine->emc.table.front());
      if (path == machine->emc.lock_file && text == "0") tree.file(machine->emc.rate_control_file, idle);
    };
  }
  void check_order(const std::string& policy) {
    const std::string directory = test::kCpu + "/cpufreq/" + policy;
    const auto min = std::stoll(tree.read(directory + "/scaling_min_freq"));
    CHECK(min <= std::stoll(tree.read(directory + "/scaling_max_freq")));
  }
  void apply(const MachineState& state) { ModeSetter(*machine, *writer, clock).apply(state); }

  test::JetsonTree tree;
  test::FakeClock clock;
  std::unique_ptr<Machine> machine;
  std::unique_ptr<AttributeWriter> writer;
  std::vector<std::pair<std::string, std::string>> log;
};

// Every number that may go to a clock's file: the tables, and iso_cap's documented 0 = no cap.
bool is_listed(const ModeTables& tables, const std::string& path, const std::string& text) {
  const auto value = to_int64(text);
  const auto in = [&](const std::vector<std::int64_t>& table) {
    return value && std::find(table.begin(), table.end(), *value) != table.end();
  };
  if (path.find("/cpufreq/") != std::string::npos) return in(tables.cpu_khz);
  if (path.find("/devfreq/") != std::string::npos) return in(tables.gpu_hz);
  if (path.find("emc_iso_cap") != std::string::npos) return value == 0 || in(tables.emc_hz);
  if (path.find("nvpmodel_clk_cap") != std::string::npos) return in(tables.emc_hz);
  if (path.find("rate") != std::string::npos && path.find("locked") == std::string::npos) return in(tables.emc_hz);
  return value == 0 || value == 1;
}

PowerMode random_mode(const ModeTables& tables, std::mt19937& random) {
  const auto any = [&](const std::vector<std::int64_t>& table) { return table[random() % table.size()]; };
  return {any(tables.cores), any(tables.cpu_khz), any(tables.gpu_hz), any(tables.emc_hz)};
}

ModeRequest whole() {
  const Field asked{Field::Kind::value, 0};
  return {asked, asked, asked, asked};
}

}  // namespace

TEST_CASE("200 random modes of each board: set and read agree, and the state before comes back") {
  const std::string board = GENERATE("agx-xavier r32", "agx-orin r35", "agx-orin r36", "tx2 r32", "nano r32");
  CAPTURE(board);
  Bench bench(board);
  const ModeTables tables = mode_tables(*bench.machine);
  std::mt19937 random(7);
  const MachineState before = capture(*bench.machine, side_attributes(*bench.machine));
  const auto before_lines = to_attributes(*bench.machine, before);
  for (int i = 0; i < 200; ++i) {
    const PowerMode mode = random_mode(tables, random);
    const MachineState target = target_of(*bench.machine, whole(), mode, i % 3 == 0 ? Hold::cap : Hold::pin);
    bench.apply(target);
    for (const KnobReading& knob : read_knobs(*bench.machine, target)) {
      INFO(to_string(mode) << ": " << describe(knob));
      CHECK(knob.problem.empty());
    }
    CHECK(current_mode(*bench.machine) == mode);
    if (i % 5 != 0) continue;
    bench.apply(before);
    const auto after = to_attributes(*bench.machine, capture(*bench.machine, side_attributes(*bench.machine)));
    REQUIRE(after.size() == before_lines.size());
    for (std::size_t k = 0; k < after.size(); ++k) {
      // The rate that the firmware chooses for itself is no setting while the clock is not locked.
      if (after[k].path.find("rate") == std::string::npos) CHECK(after[k].text == before_lines[k].text);
    }
  }
  for (const auto& [path, text] : bench.log) {
    INFO(path << " " << text);
    CHECK(is_listed(tables, path, text));
  }
  CHECK(bench.writer->refused().empty());
}

TEST_CASE("core 0 is never written, cores come on before clocks and go off at the lowest clock") {
  Bench bench("agx-orin r35");
  const Machine& machine = *bench.machine;
  bench.apply(target_of(machine, whole(), {6, 1190400, 612000000, 2133000000}, Hold::pin));
  const auto position = [&](const std::string& path, const std::string& text) {
    const auto found = std::find(bench.log.begin(), bench.log.end(), std::make_pair(path, text));
    REQUIRE(found != bench.log.end());
    return found - bench.log.begin();
  };
  const std::string policy4 = test::kCpu + "/cpufreq/policy4/scaling_max_freq";
  CHECK(position(policy4, "115200") < position(core_online_file(6), "0"));
  CHECK(position(core_online_file(6), "0") < position(policy4, "1190400"));
  bench.log.clear();
  bench.apply(target_of(machine, whole(), {12, 2201600, 612000000, 2133000000}, Hold::pin));
  CHECK(position(core_online_file(11), "1") < position(policy4, "2201600"));
  for (const auto& [path, text] : bench.log) CHECK(path != core_online_file(0));
}

TEST_CASE("a cluster that is partly off already is lowered as a whole before its clock changes") {
  Bench bench("agx-orin r35");
  bench.tree.file(test::kCpu + "/cpu6/online", "0").file(test::kCpu + "/cpu7/online", "0");
  bench.apply(target_of(*bench.machine, {{}, {Field::Kind::value, 0}, {}, {}}, {{}, 729600, {}, {}}, Hold::pin));
  std::set<std::string> switched;
  for (const auto& [path, text] : bench.log) {
    if (path.find("/online") != std::string::npos) switched.insert(path.substr(path.size() - 11, 4) + "=" + text);
  }
  CHECK(switched == std::set<std::string>{"cpu6=1", "cpu7=1", "cpu6=0", "cpu7=0"});
}
