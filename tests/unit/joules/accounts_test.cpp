// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "joules_case.hpp"

using namespace wattline;

namespace {

constexpr std::size_t kAccountEnergy = 4, kLow = 6, kHigh = 7;

// Two programs with constant loads: a uses two cores from 120 s to 160 s, b one core from 140 s to 180 s.
struct Program {
  double start_s, end_s, cores, watts;
};
const Program kA{120, 160, 2, 6}, kB{140, 180, 1, 8};

class AccountsCase : public Case {
 public:
  explicit AccountsCase(const Program& a = kA, const Program& b = kB) {
    const auto of = [](const Program& p, double t) { return t > p.start_s && t <= p.end_s ? p.watts : 0; };
    power(1000, 0.1,
          [=](double t) { return 5 + of(a, t) + of(b, t) + 0.01 * static_cast<double>(std::lround(t * 10) % 3); });
    facts("1");
    load("/a.tsv", a);
    load("/b.tsv", b);
    options.job = joules::Job::account;
    options.accounts = {"a=" + path("/a.tsv"), "b=" + path("/b.tsv")};
  }
  void facts(const std::string& pinned) {
    meta("name\tvalue\nrail.TOTAL.window_s\t0\nrail.TOTAL.error_w\t0.05\nclocks_pinned\t" + pinned +
         "\nmode_start\t4c/1G/1G/1G\nmode_end\t4c/1G/1G/1G\n");
  }
  void load(const std::string& name, const Program& program, double khz = 1e6) {
    std::string text = "time_s\tmono_s\tcpu_khz\tcpus_online\tproc_cpu_pct\tsource\n";
    for (int i = 0; program.start_s + i * 0.1 <= program.end_s + 1e-9; ++i) {
      const double t = program.start_s + i * 0.1;
      text += fmt::format("{:.6f}\t{:.6f}\t{:.0f}\t4\t{}\tmeasured\n", 1e9 + t, t, khz,
                          i == 0 ? "NA" : fmt::format("{:.3f}", program.cores * 25));
    }
    tree.raw_file(name, text);
  }
  void steps(const std::string& name, const Program& program, double step_s) {
    std::string text = "start_mono_s\tend_mono_s\ttime_s\tphase\tsource\n";
    double length_s = 10 * step_s;
    for (double t = program.start_s; t + length_s <= program.end_s + 1e-9; t += length_s) {
      if (t > program.start_s) length_s = step_s;
      text += fmt::format("{:.6f}\t{:.6f}\t{:.6f}\t{}\tmeasured\n", t, t + length_s, 1e9 + t + length_s,
                          t > program.start_s ? "counted" : "first");
    }
    tree.raw_file(name, text);
  }
  // As loadlog programs has them: a executes another program soon, and a container has both of them.
  void programs(const std::string& name, int first = 105, int last = 195) {
    std::string text = "time_s\tmono_s\tkind\tname\tpid\tbusy_cores\tsource\n";
    for (int second = first; second <= last; ++second) {
      const double t = second;
      const auto row = [&](const char* kind_name_pid, double cores) {
        text += fmt::format("{:.6f}\t{:.6f}\t{}\t{:.3f}\tmeasured\n", 1e9 + t, t, kind_name_pid, cores);
      };
      const double a = t > kA.start_s && t <= kA.end_s ? kA.cores : 0,
                   b = t > kB.start_s && t <= kB.end_s ? kB.cores : 0;
      row(t < 125 ? "process\tsh\t7" : "process\tpython3\t7", a);
      row("process\tb\t8", b);
      row("process\tcron\t9", 0.01);
      row("process\tother\tNA", 0.05);
      row("container\tall\tNA", a + b);
    }
    tree.raw_file(name, text);
  }
};

double number(const Table& rows, const std::string& account, std::size_t column) {
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.at(0) == account; });
  REQUIRE(row != rows.end());
  return row->at(column) == "NA" ? -1 : std::stod(row->at(column));
}

bool said(const AccountsCase& c, const std::string& words) {
  const auto& messages = c.tool.messages;
  return std::any_of(messages.begin(), messages.end(),
                     [&](const std::string& message) { return message.find(words) != std::string::npos; });
}

}  // namespace

TEST_CASE("two programs that overlap have their own energies, which add up to all", "[joules]") {
  AccountsCase c;
  const Table rows = c.run();
  CHECK(column(rows, 0) == Values{"idle", "shared", "a", "b", "all"});
  CHECK(number(rows, "a", kAccountEnergy) == Approx(240).epsilon(0.01));
  CHECK(number(rows, "b", kAccountEnergy) == Approx(320).epsilon(0.01));
  CHECK(number(rows, "idle", kAccountEnergy) == Approx(5.01 * 99.9).epsilon(0.01));
  CHECK(number(rows, "shared", kAccountEnergy) == 0);
  CHECK(number(rows, "a", 1) == Approx(40));
  CHECK(number(rows, "a", 2) == Approx(80));
  for (const auto& [name, truth] : {std::pair<const char*, double>{"a", 240}, {"b", 320}}) {
    CHECK(number(rows, name, kLow) < truth);
    CHECK(number(rows, name, kHigh) > truth);
  }
  double sum = 0;
  for (const char* name : {"idle", "shared", "a", "b"}) sum += number(rows, name, kAccountEnergy);
  CHECK(sum == Approx(number(rows, "all", kAccountEnergy)).epsilon(0.005));
}

TEST_CASE("programs that always run together are not told apart", "[joules]") {
  AccountsCase c({120, 160, 2, 6}, {120, 160, 1, 8});
  const Table rows = c.run();
  CHECK(number(rows, "a", kAccountEnergy) == -1);
  CHECK(number(rows, "b", kAccountEnergy) == -1);
  CHECK(number(rows, "a", kLow) == 0);
  CHECK(number(rows, "a", kHigh) > 240);
  CHECK(number(rows, "idle", kAccountEnergy) > 0);
  CHECK(said(c, "cannot be told apart: a, b"));
}

TEST_CASE("a program alone is not told apart from what is shared if its clocks could change", "[joules]") {
  AccountsCase c;
  c.facts("0");
  c.options.accounts = {"a=" + c.path("/a.tsv")};
  c.power(700, 0.1, [](double t) { return t > 120 && t <= 160 ? 11 : 5; });
  const Table rows = c.run();
  CHECK(number(rows, "a", kAccountEnergy) == -1);
  CHECK(number(rows, "a", kHigh) > 240);
  CHECK(number(rows, "shared", kHigh) > 240);
  CHECK(number(rows, "idle", kAccountEnergy) > 0);
}

TEST_CASE("if the clocks change with the programs that run, only the sum of all is known", "[joules]") {
  AccountsCase c;
  c.facts("0");
  c.load("/b.tsv", kB, 2e6);
  const Table rows = c.run();
  CHECK(number(rows, "a", kAccountEnergy) == -1);
  CHECK(number(rows, "a", kLow) == 0);
  CHECK(number(rows, "a", kHigh) > 500);
  CHECK(said(c, "the clocks changed"));
}

TEST_CASE("minibatches are counted for each program, the first one by its time", "[joules]") {
  AccountsCase c;
  c.steps("/steps.tsv", kA, 0.5);
  c.options.accounts[0] += "," + c.path("/steps.tsv");
  const Table rows = c.run();
  CHECK(number(rows, "a", 3) == Approx(80));
  CHECK(number(rows, "a", kAccountEnergy) == Approx(240).epsilon(0.01));
}

TEST_CASE("accounts without a name, a load or a place are refused", "[joules]") {
  AccountsCase c;
  const auto refused = [&](const std::string& account) {
    c.options.accounts = {account};
    return c.refused();
  };
  CHECK(refused(c.path("/a.tsv")) == ExitCode::usage);
  CHECK(refused("idle=" + c.path("/a.tsv")) == ExitCode::usage);
  CHECK(refused("a=" + c.path("/a.tsv") + "," + c.path("/b.tsv")) == ExitCode::usage);
  c.steps("/steps.tsv", kA, 0.5);
  CHECK(refused("a=" + c.path("/steps.tsv")) == ExitCode::usage);
  CHECK(refused("a=" + c.path("/p.tsv")) == ExitCode::data);
  c.options.by = {"epoch"};
  CHECK(refused("a=" + c.path("/a.tsv")) == ExitCode::usage);
}

TEST_CASE("the programs of a board need not be known before, and those that use little are part of the idle board",
          "[joules]") {
  AccountsCase c;
  c.programs("/programs.tsv");
  c.options.accounts.clear();
  c.options.programs = c.path("/programs.tsv");
  const Table rows = c.run();
  CHECK(column(rows, 0) == Values{"idle", "shared", "python3 7", "b 8", "all"});
  for (const auto& [name, truth] : {std::pair<const char*, double>{"python3 7", 240}, {"b 8", 320}}) {
    CHECK(number(rows, name, kAccountEnergy) == Approx(truth).epsilon(0.02));
    CHECK(number(rows, name, kLow) < truth);
    CHECK(number(rows, name, kHigh) > truth);
    CHECK(number(rows, name, 3) == -1);  // minibatches
  }

  c.options.control_groups = true;
  const Table groups = c.run();
  CHECK(column(groups, 0) == Values{"idle", "shared", "container all", "all"});
  CHECK(number(groups, "container all", kLow) < 560);
  CHECK(number(groups, "container all", kHigh) > 560);
}

TEST_CASE("where no program used CPU time, all energy is that of the idle board", "[joules]") {
  AccountsCase c;
  c.power(1000, 0.1, [](double) { return 5; });
  c.tree.raw_file(
      "/programs.tsv",
      "time_s\tmono_s\tkind\tname\tpid\tbusy_cores\tsource\n1000000100\t100\tprocess\tother\tNA\t0\tmeasured\n"
      "1000000199\t199\tprocess\tother\tNA\t0\tmeasured\n");
  c.options.accounts.clear();
  c.options.programs = c.path("/programs.tsv");
  const Table rows = c.run();
  CHECK(column(rows, 0) == Values{"idle", "shared", "all"});
  CHECK(number(rows, "idle", kAccountEnergy) == Approx(number(rows, "all", kAccountEnergy)).epsilon(0.01));
  CHECK(said(c, "no process used CPU time"));
}

TEST_CASE("rows of all programs are refused where those of one are expected", "[joules]") {
  AccountsCase c;
  c.programs("/programs.tsv");
  c.options.accounts = {"a=" + c.path("/programs.tsv")};
  CHECK(c.refused() == ExitCode::data);
}

TEST_CASE("rows of all programs that go back in time are refused", "[joules]") {
  AccountsCase c;
  c.tree.raw_file("/programs.tsv",
                  "time_s\tmono_s\tkind\tname\tpid\tbusy_cores\tsource\n1000000110\t110\tprocess\ta\t7\t1\tmeasured\n"
                  "1000000105\t105\tprocess\ta\t7\t1\tmeasured\n");
  c.options.accounts.clear();
  c.options.programs = c.path("/programs.tsv");
  CHECK(c.refused() == ExitCode::data);
}

TEST_CASE("rows of programs that are missing between others are told", "[joules]") {
  const std::string header = "time_s\tmono_s\tkind\tname\tpid\tbusy_cores\tsource\n";
  const auto rows = [&](double gap_s) {
    std::string text = header;
    for (double t = 105; t <= 195; t += t == 150 ? gap_s : 1)
      text += fmt::format("{:.6f}\t{:.6f}\tprocess\ta\t7\t1\tmeasured\n", 1e9 + t, t);
    return text;
  };
  AccountsCase c;
  c.options.accounts.clear();
  c.options.programs = c.path("/programs.tsv");
  c.tree.raw_file("/programs.tsv", rows(3));
  c.run();
  CHECK_FALSE(said(c, "gaps in its rows"));
  c.tree.raw_file("/programs.tsv", rows(20));
  c.run();
  CHECK(said(c, "gaps in its rows: 1"));
}

TEST_CASE("power is divided only where it is known which programs ran", "[joules]") {
  AccountsCase c;
  c.programs("/programs.tsv", 130, 170);
  c.options.accounts.clear();
  c.options.programs = c.path("/programs.tsv");
  const Table rows = c.run();
  CHECK(number(rows, "idle", 1) == Approx(40).margin(2));
  CHECK(number(rows, "all", kAccountEnergy) == Approx(40 * 5 + 30 * 6 + 30 * 8).epsilon(0.05));
  c.programs("/programs.tsv", 300, 340);
  CHECK(c.refused() == ExitCode::data);
}
