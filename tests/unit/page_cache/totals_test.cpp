// SPDX-License-Identifier: Apache-2.0
#include "page_cache/totals.hpp"

#include "catch.hpp"
#include "page_cache/residency_row.hpp"
#include "row_rules.hpp"

using namespace wattline;
using namespace wattline::page_cache;

TEST_CASE("shares keep to known pages and bounds cover the hidden ones", "[page_cache]") {
  Totals totals;
  FileResidency known;
  known.status = ProbeStatus::known;
  known.method = Method::cachestat;
  known.pages = 100;
  known.counts.cached = 53;
  FileResidency hidden;
  hidden.status = ProbeStatus::hidden;
  hidden.pages = 100;
  totals.add(known);
  CHECK(*shares_of(totals).resident_pct == Approx(53));
  CHECK(*shares_of(totals).lru_expected_hit_pct == Approx(17.51).margin(0.01));
  totals.add(hidden);
  CHECK(*shares_of(totals).resident_pct == Approx(53));
  CHECK(*shares_of(totals).min_pct == Approx(26.5));
  CHECK(*shares_of(totals).max_pct == Approx(76.5));
  Totals nothing;
  nothing.add(hidden);
  CHECK_FALSE(shares_of(nothing).resident_pct);
  CHECK(*shares_of(nothing).max_pct == Approx(100));
  CHECK_FALSE(shares_of(Totals()).max_pct);
}

TEST_CASE("the expected hits of a random epoch follow c + (1 - c) ln(1 - c)", "[page_cache]") {
  CHECK(lru_expected_hit(0) == 0);
  CHECK(lru_expected_hit(1) == 1);
  CHECK(lru_expected_hit(0.264) == Approx(0.0384).margin(0.0005));
  CHECK(lru_expected_hit(0.80) == Approx(0.478).margin(0.001));
}

TEST_CASE("residency rows have distinct columns with a meaning, and source last", "[totals]") {
  test::check_row_rules(residency_rows());
}
