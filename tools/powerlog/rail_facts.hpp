// SPDX-License-Identifier: Apache-2.0
// What the meta file of power rows states about the rails.
#pragma once
#include "io/meta.hpp"
#include "powerlog/meter.hpp"

namespace wattline::powerlog {

// The rule of TOTAL, notes, and per rail: path, driver, scope, averaging, shunt_ohm, window_s, error_w, counter. joules
// reads rail.NAME.window_s, .error_w and .counter.
io::Meta rail_facts(Meter& meter);

}  // namespace wattline::powerlog
