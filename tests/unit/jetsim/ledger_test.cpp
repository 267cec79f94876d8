// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "jetsim/board/energy_ledger.hpp"

using wattline::jetsim::EnergyLedger;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

}  // namespace

TEST_CASE("Energy is exact between the entries of the ledger") {
  EnergyLedger ledger(2, 10 * kSecond);
  ledger.add(12 * kSecond, {5, 1});
  ledger.add(13 * kSecond, {20, 1});
  CHECK(ledger.joules(0, 11 * kSecond) == Approx(5));
  CHECK(ledger.joules(0, 12 * kSecond + kSecond / 2) == Approx(20));
  CHECK(ledger.joules(1, 13 * kSecond) == Approx(3));
  CHECK(ledger.joules(0, 99 * kSecond) == Approx(30));
  CHECK(ledger.joules(0, 0) == 0);
  CHECK(ledger.mean(0, 11 * kSecond, 13 * kSecond) == Approx(12.5));
}

TEST_CASE("A mean over time that the ledger does not cover is that of the covered part") {
  EnergyLedger ledger(1, 0);
  ledger.add(kSecond, {8});
  CHECK(ledger.mean(0, -5 * kSecond, 9 * kSecond) == Approx(8));
  CHECK(ledger.mean(0, 2 * kSecond, 3 * kSecond) == 0);
}

TEST_CASE("Time that goes backwards adds nothing") {
  EnergyLedger ledger(1, kSecond);
  ledger.add(kSecond, {8});
  ledger.add(0, {8});
  CHECK(ledger.joules(0, kSecond) == 0);
}

TEST_CASE("Days of entries stay in bounded memory, and their energy stays exact") {
  EnergyLedger ledger(1, 0);
  constexpr std::int64_t kEntries = 3'000'000, kStep = 30'000'000;
  for (std::int64_t i = 1; i <= kEntries; ++i) ledger.add(i * kStep, {i % 2 == 0 ? 10.0 : 20.0});
  CHECK(ledger.end_ns() == kEntries * kStep);
  CHECK(ledger.joules(0, ledger.end_ns()) == Approx(15 * 0.03 * kEntries).epsilon(1e-9));
  CHECK(ledger.joules(0, ledger.end_ns() / 2) == Approx(15 * 0.03 * kEntries / 2).epsilon(1e-4));
}
