// SPDX-License-Identifier: Apache-2.0
#include "pmtune/window_meter.hpp"

#include <cmath>

#include "catch.hpp"
#include "pmtune/job_length.hpp"

using namespace wattline;

namespace {

StepTiming step(double start_s, double ms, std::int64_t epoch = -1) {
  StepTiming timing{start_s, start_s + ms / 1e3, ms, true};
  timing.epoch = epoch;
  return timing;
}

}  // namespace

TEST_CASE("steps and readings of two modes are not used") {
  pmtune::WindowMeter meter;
  meter.step(step(9.5, 900));  // before the mode is in force
  meter.begin(10, 0.5);
  meter.step(step(9.8, 400));
  meter.power(10.4, 99, false);
  for (int k = 0; k < 4; ++k) meter.step(step(10.2 + 0.1 * k, 100 + 2 * k));
  for (int k = 0; k < 4; ++k) meter.power(10.6 + 0.5 * k, 20 + 0.1 * k, false);
  meter.power(12.2, 99, true);  // repeats what the sensor gave before
  CHECK(meter.steps() == 6);
  CHECK(meter.reading().steps == 4);
  CHECK(meter.reading().minibatch_ms == Approx(103));
  CHECK(meter.reading().power_w == Approx(20.15));
}

TEST_CASE("the errors of a window fall as it goes on") {
  pmtune::WindowMeter meter;
  meter.begin(0, 0.1);
  CHECK(meter.reading().log_ms_error > 1);
  double before = 1;
  for (int k = 1; k <= 64; k *= 4) {
    for (int i = 0; i < 3 * k; ++i) {
      meter.step(step(k + 0.01 * i, 100 + i % 2));
      meter.power(k + 0.1 * i, 20 + i % 3 * 0.1, false);
    }
    CHECK(meter.reading().log_ms_error < before);
    before = meter.reading().log_ms_error;
  }
  CHECK(meter.reading().log_w_error < 0.006);
}

TEST_CASE("readings that average over the same time do not count as independent") {
  pmtune::WindowMeter fast, slow;
  fast.begin(0, 0.01);
  slow.begin(0, 1);
  for (int i = 0; i < 30; ++i) {
    for (pmtune::WindowMeter* meter : {&fast, &slow}) meter->power(1.1 + 0.1 * i, 20 + i % 2, false);
  }
  CHECK(slow.reading().log_w_error > 1.5 * fast.reading().log_w_error);
}

// States of a bar that is drawn every 0.5 s or so: one has a step more than another.
TEST_CASE("the states of a bar count as their steps, with the error of counting") {
  pmtune::WindowMeter meter;
  meter.begin(0.1, 0.1);
  double end_s = 0;
  for (const int steps : {4, 5, 4, 5, 4, 5, 4, 5}) {
    StepTiming state{end_s, end_s + 0.11 * steps, 110, true};
    state.steps = steps;
    state.steps_error = 1;
    meter.step(state);
    end_s = state.end_s;
  }
  CHECK(meter.steps() == 36);
  CHECK(meter.reading().steps == 32);  // the first state began in another mode
  CHECK(meter.reading().minibatch_ms == Approx(110));
  CHECK(meter.reading().log_ms_error > 1 / 32.0 / 3);
  CHECK(meter.reading().log_ms_error < 1 / 32.0);
}

TEST_CASE("the total of a bar tells how long a job is, unless that was asked for") {
  pmtune::JobLength shown({}, {}), asked(100, {});
  for (pmtune::JobLength* length : {&shown, &asked}) {
    StepTiming state = step(0, 100);
    state.steps = 10;
    length->add(state);
    length->set_left(50);
  }
  CHECK(shown.done() == 10);
  CHECK(shown.left() == 50);
  CHECK(asked.left() == 90);
}

TEST_CASE("what is left of a job is what was asked for less what was done") {
  pmtune::JobLength length(100, {});
  for (int i = 0; i < 30; ++i) length.add(step(i, 1000));
  CHECK(length.left() == 70);
}

TEST_CASE("the first epoch tells how long a job of epochs is") {
  pmtune::JobLength length({}, 4);
  for (int i = 0; i < 10; ++i) length.add(step(i, 1000, 0));
  CHECK(length.left() == Approx(600));  // not known: ten minutes
  length.add(step(10, 1000, 1));
  CHECK(length.left() == 29);
}

TEST_CASE("a job of unknown length is taken to go on as long as it has") {
  pmtune::JobLength length({}, {});
  for (int i = 0; i < 2000; ++i) length.add(step(i, 1000));
  CHECK(length.left() == 2000);
}
