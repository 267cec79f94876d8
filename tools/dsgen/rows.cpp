// SPDX-License-Identifier: Apache-2.0
#include "dsgen/rows.hpp"

namespace wattline::dsgen {

const io::RowKind& manifest_rows() {
  static const io::RowKind kind{"manifest",
                                {{"path", "", 0, "path of the file, relative to the folder of --out"},
                                 {"class", "1", 0, "number of the class, from 0; NA for a file without a class"},
                                 {"samples", "1", 0, "number of samples in the file; NA if it holds no samples"},
                                 {"bytes", "B", 0, "size of the file"}}};
  return kind;
}

}  // namespace wattline::dsgen
