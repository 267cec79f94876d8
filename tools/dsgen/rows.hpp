// SPDX-License-Identifier: Apache-2.0
// The rows of dsgen: a manifest of the files that it made.
#pragma once
#include "io/tsv.hpp"

namespace wattline::dsgen {

const io::RowKind& manifest_rows();

}  // namespace wattline::dsgen
