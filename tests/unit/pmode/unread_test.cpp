// SPDX-License-Identifier: Apache-2.0
// Files of knobs that are there and cannot be read: nothing is taken for absent, nothing is changed.
#include "io/unread.hpp"

#include "catch.hpp"
#include "io/attribute.hpp"
#include "jetson_tree.hpp"
#include "parse_arguments.hpp"
#include "platform/mode/machine.hpp"
#include "platform/mode/machine_state.hpp"
#include "pmode/pmode.hpp"
#include "tool_fixture.hpp"

using namespace wattline;
using test::JetsonTree;
using test::kCpu;
using test::kGpu;

namespace {

const std::string kMax = kCpu + "/cpufreq/policy4/scaling_max_freq";
const std::string kTable = kGpu + "/available_frequencies";

struct PartialOutcome {
  int status = 0;
  Error error{ExitCode::ok, ""};
  bool partial = false;
  std::string out;
};

PartialOutcome call_unread(const JetsonTree& tree, const cli::Subcommand& subcommand,
                           const std::vector<std::string>& arguments) {
  test::parse_arguments(subcommand.declare, arguments);
  test::ToolFixture fixture(tree.root());
  PartialOutcome outcome;
  try {
    outcome.status = subcommand.run(fixture.context);
  } catch (const Error& error) {
    outcome.error = error;
    outcome.status = to_int(error.code());
  }
  fixture.context.warn_unread();
  outcome.partial = fixture.context.partial;
  outcome.out = fixture.text;
  return outcome;
}

// From now on reading the file fails with EFBIG.
void fail_reads(JetsonTree& tree, const std::string& path) {
  io::take_unread();
  fs::resize_file(tree.at(path), 17 << 20);
}

JetsonTree& set_board(JetsonTree& tree) {
  make_agx_xavier(tree);
  REQUIRE(call_unread(tree, pmode::set_subcommand(), {"8c/1.2G/900M/1.6G"}).status == 0);
  return tree;
}

}  // namespace

TEST_CASE("verify: a knob that cannot be read is not known to deviate") {
  JetsonTree tree;
  fail_reads(set_board(tree), kMax);
  const PartialOutcome outcome = call_unread(tree, pmode::verify_subcommand(), {"--settle", "1ms"});
  CHECK(outcome.status == to_int(ExitCode::io));
  CHECK(std::string(outcome.error.what()).find("policy4") != std::string::npos);
  CHECK(outcome.error.hint().find("not known") != std::string::npos);
}

TEST_CASE("verify: one knob that deviates decides over another that cannot be read") {
  JetsonTree tree;
  fail_reads(set_board(tree), kMax);
  tree.file(kGpu + "/max_freq", "114750000");
  CHECK(call_unread(tree, pmode::verify_subcommand(), {"--settle", "1ms"}).status == to_int(ExitCode::partial));
}

TEST_CASE("a locked memory clock is taken to have the rate that was asked for, unless reading the rate failed") {
  JetsonTree tree;
  make_agx_xavier(tree);
  const platform::Machine machine = platform::find_machine(tree.root());
  platform::EmcState asked;
  asked.rate = 204000000;
  const auto rate_after = [&](int error) {
    platform::MachineState state;
    state.emc.emplace();
    state.emc->locked = 1;
    assume_asked_rate(machine, {{machine.emc.rate_file, error}}, asked, state);
    return state.emc->rate;
  };
  CHECK(rate_after(EACCES) == 204000000);
  CHECK_FALSE(rate_after(EIO));
}

TEST_CASE("verify: a folder of knobs that cannot be listed is not an empty one") {
  JetsonTree tree;
  set_board(tree);
  io::note_unread(tree.at(kCpu + "/cpufreq"), EMFILE);  // as find_machine does then
  const std::string log = tree.at("/verify.tsv").string();
  CHECK(call_unread(tree, pmode::verify_subcommand(), {"-o", log}).status == to_int(ExitCode::io));
  CHECK(io::read_text(log).value_or("no log").find("\tNA\t") != std::string::npos);
}

TEST_CASE("get prints NA for what cannot be read, and warns") {
  JetsonTree tree;
  fail_reads(set_board(tree), kMax);
  const PartialOutcome outcome = call_unread(tree, pmode::get_subcommand(), {});
  CHECK(outcome.partial);
  CHECK(outcome.out.find("policy4\t4-5") != std::string::npos);
}

TEST_CASE("save and enum refuse what would not be complete") {
  JetsonTree tree;
  set_board(tree);
  const std::string file = tree.at("/saved.tsv").string();
  CHECK(call_unread(tree, pmode::save_subcommand(), {file}).status == 0);
  tree.remove("/saved.tsv");
  fail_reads(tree, kTable);
  CHECK(call_unread(tree, pmode::enum_subcommand(), {}).status == to_int(ExitCode::io));
  CHECK(call_unread(tree, pmode::save_subcommand(), {file}).status == to_int(ExitCode::io));
  CHECK_FALSE(tree.exists("/saved.tsv"));
  io::take_unread();
}

TEST_CASE("save refuses a state without the disable file of an idle state") {
  JetsonTree tree;
  fail_reads(set_board(tree), kCpu + "/cpu3/cpuidle/state1/disable");
  const std::string file = tree.at("/saved.tsv").string();
  CHECK(call_unread(tree, pmode::save_subcommand(), {file}).status == to_int(ExitCode::io));
  CHECK_FALSE(tree.exists("/saved.tsv"));
}

TEST_CASE("set changes nothing when it cannot read what the board has") {
  JetsonTree tree;
  fail_reads(set_board(tree), kTable);
  CHECK(call_unread(tree, pmode::set_subcommand(), {"4c/max/max/max"}).status == to_int(ExitCode::io));
  CHECK(tree.read(kCpu + "/cpu7/online") == "1");
  io::take_unread();
}
