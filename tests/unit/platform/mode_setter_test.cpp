// SPDX-License-Identifier: Apache-2.0
// Properties of a change, over random modes of each kind of board: what was set is in force, what was before comes
// back, and no clock was ever written that the machine does not list.
#include "platform/mode/mode_setter.hpp"

#include <random>
#include <set>

#include "catch.hpp"
#include "fake_clock.hpp"
#include "io/attribute.hpp"
#include "io/tsv_reader.hpp"
#include "jetson_tree.hpp"
#include "platform/mode/knobs.hpp"
#include "platform/mode/mode_of.hpp"
#include "platform/mode/mode_target.hpp"

using namespace wattline;
using namespace wattline::platform;

namespace {

const std::string kBoards = WATTLINE_SOURCE_DIR "/share/boards/";

// A board's numbers as jetsim's data file has them: never those that lib/platform compiles in.
class BoardFile {
 public:
  explicit BoardFile(const std::string& name) {
    io::TsvReader reader(kBoards + name + ".tsv");
    const std::size_t key = reader.require("key"), value = reader.require("value");
    while (reader.next()) rows_.emplace(reader.field(key), reader.field(value));
    if (rows_.count("base") != 0) add_missing(BoardFile(text("base")));
  }
  std::string text(const std::string& key) const { return rows_.find(key)->second; }
  std::vector<std::string> all(const std::string& key) const {
    std::vector<std::string> values;
    const auto range = rows_.equal_range(key);
    for (auto row = range.first; row != range.second; ++row) values.push_back(row->second);
    return values;
  }
  std::vector<std::int64_t> table(const std::string& key) const {
    std::vector<std::int64_t> values;
    const std::string words = text(key);
    for (const std::string_view word : split_blanks(words)) values.push_back(*to_int64(word));
    return values;
  }

 private:
  void add_missing(const BoardFile& base) {
    const auto own = rows_;
    for (const auto& row : base.rows_) {
      if (own.count(row.first) == 0) rows_.insert(row);
    }
  }
  std::multimap<std::string, std::string> rows_;
};

std::vector<std::string> board_names() {
  std::vector<std::string> names;
  for (const std::string& file : io::list_directory(kBoards)) {
    if (file.size() > 4 && file.substr(file.size() - 4) == ".tsv") names.push_back(file.substr(0, file.size() - 4));
  }
  return names;
}

void make_board(test::JetsonTree& tree, const BoardFile& board) {
  tree.compatible(join(board.all("compatible"), std::string(1, '\0')));
  for (const std::string& cpus : board.all("cpu.policy")) tree.cluster(*parse_cpu_list(cpus), board.text("cpu.khz"));
  tree.gpu(board.text("gpu.of_node"), board.text("gpu.hz"));
  const std::string lowest = std::to_string(board.table("emc.hz").front());
  const std::string highest = std::to_string(board.table("emc.hz").back());
  if (board.text("emc.lock") == "tegra210") {
    const std::string clock = "/sys/kernel/debug/clk/override.emc/";
    tree.file("/sys/kernel/nvpmodel_emc_cap/emc_iso_cap", "0").file(clock + "clk_state", "0");
    tree.file(clock + "clk_update_rate", lowest).link(clock + "clk_rate", clock + "clk_update_rate");
    return;
  }
  board.text("emc.cap") == "clk" ? tree.emc_clk(highest) : tree.emc_iso(highest);
  tree.file(test::kBpmp + "/clk/emc/min_rate", lowest).file(test::kBpmp + "/clk/emc/rate", lowest);
}

struct Bench {
  explicit Bench(const std::string& board) : file(board) {
    make_board(tree, file);
    machine = std::make_unique<Machine>(find_machine(tree.root()));
    writer = std::make_unique<AttributeWriter>(machine->root, clock);
    writer->on_write = [this](const std::string& path, std::string_view text) {
      log.emplace_back(path, std::string(text));
      if (path == test::kCpu + "/cpufreq/policy0/scaling_min_freq") check_order("policy0");
      // A memory clock that is handed back idles.
      const bool freed = path == machine->emc.lock_file || path == machine->emc.enable_file;
      if (freed && text == "0") tree.file(machine->emc.rate_control_file, std::to_string(machine->emc.table.front()));
    };
  }
  void check_order(const std::string& policy) {
    const std::string directory = test::kCpu + "/cpufreq/" + policy;
    const auto min = std::stoll(tree.read(directory + "/scaling_min_freq"));
    CHECK(min <= std::stoll(tree.read(directory + "/scaling_max_freq")));
  }
  void apply(const MachineState& state) { ModeSetter(*machine, *writer, clock).apply(state); }

  BoardFile file;
  test::JetsonTree tree;
  test::FakeClock clock;
  std::unique_ptr<Machine> machine;
  std::unique_ptr<AttributeWriter> writer;
  std::vector<std::pair<std::string, std::string>> log;
};

// Every number that may go to a clock's file: the tables, and iso_cap's documented 0 = no cap.
bool is_listed(const BoardFile& board, const std::string& path, const std::string& text) {
  const auto value = to_int64(text);
  const auto in = [&](const char* key) {
    const auto table = board.table(key);
    return value && std::find(table.begin(), table.end(), *value) != table.end();
  };
  if (path.find("/cpufreq/") != std::string::npos) return in("cpu.khz");
  if (path.find("/devfreq/") != std::string::npos) return in("gpu.hz");
  if (path.find("emc_iso_cap") != std::string::npos) return value == 0 || in("emc.hz");
  if (path.find("nvpmodel_clk_cap") != std::string::npos) return in("emc.hz");
  if (path.find("rate") != std::string::npos && path.find("locked") == std::string::npos) return in("emc.hz");
  return value == 0 || value == 1;
}

// The text of every file of the machine by its place.
std::map<std::string, std::string> all_files(const test::JetsonTree& tree) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(tree.directory())) {
    const std::string path = entry.path().string().substr(tree.directory().string().size());
    if (fs::is_regular_file(entry.status())) files[path] = tree.read(path);
  }
  return files;
}

// Names of files whose text differs.
std::string changes(const std::map<std::string, std::string>& before, const std::map<std::string, std::string>& after) {
  std::string names;
  for (const auto& [path, text] : after) {
    const auto found = before.find(path);
    if (found == before.end() || found->second != text) names += path + " = " + text + "\n";
  }
  return names;
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

TEST_CASE("200 random modes of each board: set and read agree, and every file comes back") {
  const std::vector<std::string> boards = board_names();
  REQUIRE(boards.size() >= 15);
  for (const std::string& board : boards) {
    CAPTURE(board);
    Bench bench(board);
    const ModeTables tables = mode_tables(*bench.machine);
    CHECK(tables.emc_hz.size() > 1);
    std::mt19937 random(7);
    const MachineState before = capture(*bench.machine, side_attributes(*bench.machine));
    const auto files = all_files(bench.tree);
    for (int i = 0; i < 200; ++i) {
      const PowerMode mode = random_mode(tables, random);
      const MachineState target = target_of_request(*bench.machine, whole(), mode, i % 3 == 0 ? Hold::cap : Hold::pin);
      bench.apply(target);
      for (const KnobReading& knob : read_knobs(*bench.machine, target)) {
        INFO(to_string(mode) << ": " << describe(knob));
        CHECK(knob.problem.empty());
      }
      CHECK(current_mode(*bench.machine) == mode);
      if (i % 10 != 0) continue;
      bench.apply(before);
      CHECK(changes(files, all_files(bench.tree)) == "");
    }
    for (const auto& [path, text] : bench.log) {
      INFO(path << " " << text);
      CHECK(is_listed(bench.file, path, text));
    }
    CHECK(bench.writer->refused().empty());
  }
}

TEST_CASE("core 0 is never written, cores come on before clocks and go off at the lowest clock") {
  Bench bench("agx-orin");
  const Machine& machine = *bench.machine;
  bench.apply(target_of_request(machine, whole(), {6, 1190400, 612000000, 2133000000}, Hold::pin));
  const auto position = [&](const std::string& path, const std::string& text) {
    const auto found = std::find(bench.log.begin(), bench.log.end(), std::make_pair(path, text));
    REQUIRE(found != bench.log.end());
    return found - bench.log.begin();
  };
  const std::string policy4 = test::kCpu + "/cpufreq/policy4/scaling_max_freq";
  CHECK(position(policy4, "115200") < position(core_online_file(6), "0"));
  CHECK(position(core_online_file(6), "0") < position(policy4, "1190400"));
  bench.log.clear();
  bench.apply(target_of_request(machine, whole(), {12, 2201600, 612000000, 2133000000}, Hold::pin));
  CHECK(position(core_online_file(11), "1") < position(policy4, "2201600"));
  for (const auto& [path, text] : bench.log) CHECK(path != core_online_file(0));
}

TEST_CASE("a cluster that is partly off already is lowered as a whole before its clock changes") {
  Bench bench("agx-orin");
  bench.tree.file(test::kCpu + "/cpu6/online", "0").file(test::kCpu + "/cpu7/online", "0");
  bench.apply(
      target_of_request(*bench.machine, {{}, {Field::Kind::value, 0}, {}, {}}, {{}, 729600, {}, {}}, Hold::pin));
  std::set<std::string> switched;
  for (const auto& [path, text] : bench.log) {
    if (path.find("/online") != std::string::npos) switched.insert(path.substr(path.size() - 11, 4) + "=" + text);
  }
  CHECK(switched == std::set<std::string>{"cpu6=1", "cpu7=1", "cpu6=0", "cpu7=0"});
}

TEST_CASE("limits that the kernel hid while a cluster was off are reported before they are changed") {
  Bench bench("agx-orin");
  const std::string policy8 = test::kCpu + "/cpufreq/policy8", limit = policy8 + "/scaling_max_freq";
  for (const int cpu : {8, 9, 10, 11}) bench.tree.file(core_online_file(cpu), "0");
  bench.tree.remove(limit);
  bench.writer->on_write = [&](const std::string& path, std::string_view text) {
    if (path == core_online_file(8) && text == "1") bench.tree.file(limit, "1190400");  // it is shown again
  };
  ModeSetter setter(*bench.machine, *bench.writer, bench.clock);
  std::string then;
  setter.on_reveal = [&] { then = bench.tree.read(limit); };
  const auto pin = [&](std::int64_t khz) {
    setter.apply(target_of_request(*bench.machine, whole(), {12, khz, 612000000, 2133000000}, Hold::pin));
  };
  pin(729600);
  CHECK(then == "1190400");
  CHECK(bench.tree.read(limit) == "729600");
  // Later it is hidden with limits of ours: the first ones are the board's.
  for (const int cpu : {8, 9, 10, 11}) bench.tree.file(core_online_file(cpu), "0");
  pin(2201600);
  CHECK(setter.revealed().at("policy8").max == 1190400);
}

TEST_CASE("cores that belong to no cpufreq policy, as in a virtual machine, go off and come back on") {
  test::SysfsTree tree;
  tree.file(test::kCpu + "/present", "0-3");
  for (const int cpu : {1, 2, 3}) tree.file(core_online_file(cpu), "1");
  const Machine machine = find_machine(tree.root());
  REQUIRE(machine.cpus.policies.empty());
  test::FakeClock clock;
  AttributeWriter writer(machine.root, clock);
  const auto online_after = [&](int cores) {
    const ModeRequest request{{Field::Kind::value, cores}, {}, {}, {}};
    ModeSetter(machine, writer, clock).apply(target_of_request(machine, request, {cores, {}, {}, {}}, Hold::cap));
    return online_cores(machine.root, machine.cpus);
  };
  CHECK(online_after(1) == std::vector<int>{0});
  CHECK(online_after(3) == std::vector<int>{0, 1, 2});
  CHECK(online_after(4) == std::vector<int>{0, 1, 2, 3});
}
