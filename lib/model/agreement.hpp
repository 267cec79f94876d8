// SPDX-License-Identifier: Apache-2.0
// Whether the readings of each mode in a table agree.
#pragma once
#include <string>
#include <vector>

#include "model/mode.hpp"

namespace wattline::model {

// A warning that names modes whose readings differ by more than noise, so that their mean or median is doubtful; empty
// if there are none. Throws a data error that names the table if most readings of a mode are far from that value: then
// it is nobody's reading.
std::string doubt_about_repeats(const std::vector<ModeReading>& readings, const std::string& table);

}  // namespace wattline::model
