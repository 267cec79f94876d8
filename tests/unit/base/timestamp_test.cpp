// SPDX-License-Identifier: Apache-2.0
#include "base/timestamp.hpp"

#include <cstdlib>

#include "catch.hpp"

using namespace wattline;

TEST_CASE("a timestamp is an instant that a row can hold, in any usual unit and zone", "[timestamp]") {
  ::setenv("TZ", "UTC", 1);
  for (const char* text : {"1717964297", "1717964297000", "1717964297000000", "1717964297000000000",
                           "2024-06-09T20:18:17Z", "2024-06-09 22:18:17+02:00", "2024-06-09T14:48:17-0530",
                           "2024/06/09 20:18:17", "09.06.2024 20:18:17", "2024-06-09 20:18:17 UTC"}) {
    CAPTURE(text);
    CHECK(parse_timestamp(text) == 1717964297);
  }
  CHECK(parse_timestamp("2024-06-09 20:18:17,5") == 1717964297.5);
  CHECK(parse_timestamp("2024-06-09") == 1717891200);
  for (const char* text : {"-1", "5e10", "nan", "inf", "2024-02-30 00:00:00", "2024-06-09 25:00:00", "2024-06-09 20",
                           "2024-06-09 20:18:17+99", "1/2", "12:00:00"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_timestamp(text));
  }
}

TEST_CASE("timestamps are numbers, ISO dates or tegrastats' own", "[timestamp]") {
  ::setenv("TZ", "UTC", 1);
  CHECK(parse_timestamp("1717964297.5") == 1717964297.5);
  CHECK(parse_timestamp("2024-06-09 20:18:17.992616").value() == Approx(1717964297.992616).epsilon(1e-15));
  CHECK(parse_timestamp("2024-06-09T20:18:17") == 1717964297);
  CHECK(parse_timestamp("06-09-2024 20:18:17") == 1717964297);
  CHECK_FALSE(parse_timestamp("yesterday"));
  CHECK_FALSE(parse_timestamp("2024-13-09 20:18:17"));
}

TEST_CASE("a clock with AM or PM has twelve hours", "[timestamp]") {
  constexpr double kMidnight = 1795737600;
  CHECK(parse_timestamp("2026-11-27 12:00 AM") == kMidnight);
  CHECK(parse_timestamp("2026-11-27 01:30:00am") == kMidnight + 5400);
  CHECK(parse_timestamp("2026-11-27 12:00:00 PM UTC") == kMidnight + 43200);
  CHECK(parse_timestamp("2026-11-27 8:00:00 pm") == kMidnight + 72000);
  for (const char* half : {"p.m.", "p. m.", "P.M.", "Pm"}) {
    CHECK(parse_timestamp("2026-11-27 8:00:00 " + std::string(half)) == kMidnight + 72000);
  }
  CHECK_FALSE(parse_timestamp("2026-11-27 13:00:00 PM"));
  CHECK_FALSE(parse_timestamp("2026-11-27 00:00:00 AM"));
}

TEST_CASE("dates with the name of the month, and in brackets", "[timestamp]") {
  for (const char* text :
       {"Nov 27 08:00:00 2026", "Fri Nov 27 08:00:00 UTC 2026", "Fri, 27 Nov 2026 08:00:00 +0000",
        "November 27, 2026 08:00:00 AM", "27-Nov-2026 08:00:00", "[2026-11-27 08:00:00]", "Friday 27/11/2026 08:00",
        "Fri Nov 27 2026 09:00:00 GMT+0100", "2026-11-27 09:00:00 UTC+1", "11/27/2026 08:00"}) {
    CAPTURE(text);
    CHECK(parse_timestamp(text) == 1795766400);
  }
}

TEST_CASE("a time that names no instant says what is missing", "[timestamp]") {
  CHECK(read_time("Nov 27 08:00:00").problem == TimeProblem::no_year);
  for (const char* zone : {"PST", "CET", "CEST", "IST", "MESZ"}) {
    CHECK(read_time("2026-11-27 08:00:00 " + std::string(zone)).problem == TimeProblem::unclear_zone);
  }
  CHECK(read_time("2026-11-27 08:00:00 XYZ").problem == TimeProblem::other);
  CHECK(read_time("05/11/2026 08:00:00").stamp->order == DateOrder::either);
  CHECK_FALSE(parse_timestamp("05/11/2026 08:00:00"));
  CHECK(read_time("").problem == TimeProblem::none);
}

TEST_CASE("a decimal comma is one where no thousands can be meant", "[timestamp]") {
  CHECK(parse_timestamp("1729997998,123") == 1729997998.123);
  CHECK_FALSE(parse_timestamp("1,500"));
  CHECK_FALSE(parse_timestamp("1,729,997,998"));
}
