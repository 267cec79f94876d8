// SPDX-License-Identifier: Apache-2.0
// Reads the rows of one file into a run.
#pragma once
#include "io/tsv_reader.hpp"
#include "wattcheck/recorded_run.hpp"

namespace wattline::wattcheck {

// By the names of the columns. Throws a data error for rows of no kind that belongs to a run.
Kind kind_of(const io::TsvReader& reader);

// Appends to `run` the rows of its last file, whose kind is known.
void read_rows(io::TsvReader& reader, Run& run);

}  // namespace wattline::wattcheck
