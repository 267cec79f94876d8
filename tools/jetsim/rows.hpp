// SPDX-License-Identifier: Apache-2.0
// The rows that jetsim alone prints. `jetsim step` prints the step and epoch rows of lib/io, as trainstep does.
#pragma once
#include "io/tsv.hpp"

namespace wattline::jetsim {

const io::RowKind& fault_rows();
const io::RowKind& truth_rows();

}  // namespace wattline::jetsim
