// SPDX-License-Identifier: Apache-2.0
// The rules with the rows of requests to a language model.
#include "recorded_case.hpp"

using namespace wattline;
using test::RecordedCase;
using Names = std::vector<std::string>;

namespace {

test::Kit one_epoch() {
  test::Kit kit;
  kit.epochs = 1;
  return kit;
}

// A run whose steps are requests of so many tokens.
struct Requests : RecordedCase {
  explicit Requests(const std::string& tokens) : RecordedCase(one_epoch()) { make_requests(*this, tokens); }
  static void make_requests(RecordedCase& run, const std::string& tokens);
};

void Requests::make_requests(RecordedCase& run, const std::string& tokens) {
  run.given = {"power", "steps", "load", "watch", "cache"};
  test::EditedTable& steps = run.files["steps"];
  steps.drop("epoch");
  steps.rows[0][steps.column("step")] = "request";
  for (std::size_t i = 0; i < steps.size(); ++i) {
    steps.at(i, "request") = std::to_string(i);
    steps.rows[i + 1].push_back(tokens);
  }
  steps.rows[0].push_back("tokens");
}

Names failed(RecordedCase& run) {
  return test::rules_with(run.judge(), "fail");
}

}  // namespace

TEST_CASE("Requests with enough tokens pass every rule, in phases and with numbers of their own", "[wattcheck]") {
  Requests run("128");
  CHECK(test::rules_with(run.judge(), "unknown") == Names{"epochs"});
  CHECK(failed(run) == Names{});
}

TEST_CASE("The windows of an inference are numbered as requests are", "[wattcheck]") {
  Requests run("128");
  test::EditedTable& steps = run.files["steps"];
  steps.rows[0][steps.column("request")] = "window";
  CHECK(failed(run) == Names{});
  steps.erase(20, 21);
  CHECK(failed(run) == Names{"step-rows"});
}

TEST_CASE("Too few tokens fail a rule, and rows without any do not", "[wattcheck]") {
  Requests few("1");
  CHECK(failed(few) == Names{"tokens"});
  few.options.profile = wattcheck::LimitSet::quick;
  CHECK(failed(few) == Names{});
  Requests none("NA");
  CHECK(failed(none) == Names{});
}

TEST_CASE("A request that is missing or there twice is found, and some at once are not", "[wattcheck]") {
  Requests missing("128");
  missing.files["steps"].erase(20, 21);
  CHECK(failed(missing) == Names{"step-rows"});
  Requests twice("128");
  auto& rows = twice.files["steps"].rows;
  rows.insert(rows.begin() + 20, rows[20]);
  CHECK(failed(twice) == Names{"step-rows"});
  Requests at_once("128");
  at_once.files["steps"].add("start_mono_s", -0.1, 20, 21);
  CHECK(failed(at_once) == Names{});
}

TEST_CASE("A first request that is counted fails a rule", "[wattcheck]") {
  Requests run("128");
  run.files["steps"].at(0, "phase") = "counted";
  CHECK(failed(run) == Names{"first-step", "step-cv"});
}
