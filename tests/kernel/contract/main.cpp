// SPDX-License-Identifier: Apache-2.0
// contract KERNEL LIST [ROOT]: holds the machine below ROOT to the rows of LIST that are for this kernel generation.
// It changes clocks and cores and leaves them at their widest limits. Exit 1 when a row is broken.
#include <fmt/core.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <map>
#include <thread>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "machine.hpp"
#include "rows.hpp"

using namespace wattline;
using contract::Row;
using contract::Setting;

namespace {

// cpufreq applies limits in a work item: under load a changed file was seen half a second late in the VM.
constexpr auto kSettle = std::chrono::seconds(3);
// A file that reads as expected must still do so after this time.
constexpr auto kHold = std::chrono::milliseconds(10);

std::string errno_name(int error) {
  switch (error) {
    case 0:
      return "ok";
    case EACCES:
      return "EACCES";
    case EBUSY:
      return "EBUSY";
    case EINVAL:
      return "EINVAL";
    case ENODATA:
      return "ENODATA";
    case ENODEV:
      return "ENODEV";
    case ENOENT:
      return "ENOENT";
    case ENXIO:
      return "ENXIO";
    case EPERM:
      return "EPERM";
    case EREMOTEIO:
      return "EREMOTEIO";
    default:
      return std::strerror(error);
  }
}

std::string read_answer(const fs::path& path) {
  const auto text = io::read_text(path);
  return text ? *text : errno_name(errno);
}

class Check {
 public:
  Check(const contract::Machine& machine, const std::vector<Setting>& base) : machine_(machine), base_(base) {}

  // What is wrong with the row here; empty when it holds.
  std::string run(const Row& row) const {
    go_to_base();
    for (const Setting& setting : row.given) {
      const std::string answer = write(setting);
      if (answer != "ok") return fmt::format("given {}={}: {}", setting.file, setting.value, answer);
    }
    if (!row.write.file.empty()) {
      const std::string answer = write(row.write);
      if (answer != row.answer) return fmt::format("answered {} instead of {}", answer, row.answer);
    }
    return compare(row.reads);
  }

  bool can_run(const Row& row) const {
    for (const auto* settings : {&row.given, &row.reads}) {
      for (const Setting& setting : *settings) {
        if (!machine_.has_interface(setting.file)) return false;
      }
    }
    return row.write.file.empty() || machine_.has_interface(row.write.file);
  }

 private:
  // A limit may be refused until the other one is back: refused ones are written again at the end.
  void go_to_base() const {
    std::vector<Setting> refused;
    for (const Setting& setting : base_) {
      if (write(setting) != "ok") refused.push_back(setting);
    }
    for (const Setting& setting : refused) write(setting);
  }

  std::string write(const Setting& setting) const {
    if (!machine_.has_interface(setting.file)) return errno_name(ENOENT);
    std::string answer = "ok";
    for (const auto& path : machine_.paths(setting.file)) {
      const std::string one = errno_name(io::write_text(path, machine_.text(setting.file, setting.value)));
      if (one != "ok") answer = one;
    }
    return answer;
  }

  std::string difference(const std::vector<Setting>& reads) const {
    for (const Setting& expected : reads) {
      const std::string text = machine_.text(expected.file, expected.value);
      for (const auto& path : machine_.paths(expected.file)) {
        const std::string got = read_answer(path);
        if (got != text) return fmt::format("{} reads '{}' instead of '{}'", expected.file, got, text);
      }
    }
    return {};
  }

  std::string compare(const std::vector<Setting>& reads) const {
    const auto end = std::chrono::steady_clock::now() + kSettle;
    std::string problem = difference(reads);
    while (!problem.empty() && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      problem = difference(reads);
    }
    if (!problem.empty() || reads.empty()) return problem;
    std::this_thread::sleep_for(kHold);
    return difference(reads);
  }

  const contract::Machine& machine_;
  const std::vector<Setting>& base_;
};

struct Count {
  int held = 0, broken = 0, absent = 0;
};

int check_all(const std::vector<Row>& rows, const Check& check, contract::Generation kernel) {
  std::map<std::string, Count> counts;
  for (const Row& row : rows) {
    if (row.basis == "base" || !row.holds_for(kernel)) continue;
    Count& count = counts[row.basis];
    // What the VM has run must be there; other rows may be about an interface that this machine lacks.
    if (row.basis != "driver" && !check.can_run(row)) {
      ++count.absent;
      continue;
    }
    const std::string problem = check.run(row);
    ++(problem.empty() ? count.held : count.broken);
    if (!problem.empty()) fmt::print("line {}: {}: {}\n", row.line, row.rule, problem);
  }
  int broken = 0;
  fmt::print("basis\theld\tbroken\tabsent\n");
  for (const auto& [basis, count] : counts) {
    fmt::print("{}\t{}\t{}\t{}\n", basis, count.held, count.broken, count.absent);
    broken += count.broken;
  }
  return counts.empty() || broken > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3 || argc > 4) {
    fmt::print(stderr, "usage: contract KERNEL LIST [ROOT]\n");
    return to_int(ExitCode::usage);
  }
  try {
    const contract::Machine machine{io::Root(argc > 3 ? argv[3] : "/")};
    const std::vector<Row> rows = contract::read_rows(argv[2]);
    std::vector<Setting> base;
    for (const Row& row : rows) {
      if (row.basis == "base") base.insert(base.end(), row.given.begin(), row.given.end());
    }
    return check_all(rows, Check(machine, base), contract::parse_generation(argv[1]));
  } catch (const Error& error) {
    fmt::print(stderr, "contract: {}\n", error.what());
    return to_int(error.code());
  }
}
