// SPDX-License-Identifier: Apache-2.0
#include "pmtune/job_summary.hpp"

#include "base/units.hpp"
#include "catch.hpp"
#include "pmtune/phase_notes.hpp"

using namespace wattline;
using model::TunePhase;

namespace {

pmtune::TuneRow row(double start_s, double end_s, TunePhase phase, std::int64_t cores, const char* decision) {
  pmtune::TuneRow row;
  row.start_ns = to_nanoseconds(start_s);
  row.end_ns = to_nanoseconds(end_s);
  row.phase = phase;
  row.mode = PowerMode{cores, {}, {}, {}};
  row.steps = 10;
  row.minibatch_ms = 100 * double(cores);
  row.power_w = 20;
  row.energy_j = 20 * (end_s - start_s);
  row.decision = decision;
  row.reason = "why";
  return row;
}

}  // namespace

TEST_CASE("the summary has the cost in the mode before and in the vendor's modes that were measured, and no other") {
  pmtune::JobSummary summary;
  summary.set_predefined({{"4c/-/-/-", "MODE_15W"}, {"6c/-/-/-", "MODE_30W"}});
  summary.add(row(0, 5, TunePhase::explore, 2, "explore"));
  summary.add(row(5, 10, TunePhase::explore, 4, "hold"));
  summary.add(row(10, 40, TunePhase::hold, 8, "hold"));
  summary.add(row(40, 60, TunePhase::hold, 1, "end"));
  const std::string text = summary.text(PowerMode{2, {}, {}, {}}, {model::JobLimit::Kind::mean_power, 21, 0});
  CHECK(text ==
        "held 8c/-/-/- for 30 s and 1c/-/-/- for 20 s; 40 steps in 60 s with 1200 J; explored 2 modes in 10 s; mean "
        "power 20.00 W of 21.00 W; in the mode before, 2c/-/-/-, as measured, these steps take 8 s and 160 J; in "
        "MODE_15W, as measured, these steps take 16 s and 320 J");
}

TEST_CASE("the summary says why it has no energy") {
  pmtune::JobSummary summary;
  summary.add(row(0, 5, TunePhase::hold, 2, "hold"));
  pmtune::TuneRow unmeasured = row(5, 10, TunePhase::hold, 2, "end");
  unmeasured.energy_j.reset();
  summary.add(unmeasured);
  const std::string text = summary.text({}, {model::JobLimit::Kind::energy, 21, 0});
  CHECK(text ==
        "held 2c/-/-/- for 10 s; 20 steps in 10 s with an energy that is not known, because the power was not read "
        "throughout 1 of 2 windows (mean power 20.00 W in the others); explored 0 modes in 0 s");
}

TEST_CASE("a terminal shows each change of the phase once") {
  pmtune::PhaseNotes notes(false);
  CHECK(notes.text(row(100, 105, TunePhase::explore, 2, "explore")).empty());
  CHECK(notes.text(row(105, 110, TunePhase::explore, 4, "hold")) == "10 s: 2 windows explored; holds: why");
  CHECK(notes.text(row(110, 130, TunePhase::hold, 4, "hold")).empty());
  CHECK(notes.text(row(130, 150, TunePhase::hold, 4, "re-explore")) == "50 s: explores again: why");
  CHECK(notes.text(row(150, 155, TunePhase::explore_again, 2, "end")).empty());
}
