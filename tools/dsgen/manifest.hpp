// SPDX-License-Identifier: Apache-2.0
// What was written: a row per file.
#pragma once
#include <optional>
#include <string>

#include "cli/tool.hpp"

namespace wattline::dsgen {

const io::RowKind& manifest_rows();

class Manifest {
 public:
  Manifest(cli::Context& context, const cli::RowOptions& options) : stream_(context, options, manifest_rows()) {}
  void add(const std::string& path, std::optional<std::int64_t> label, std::optional<std::int64_t> samples,
           std::int64_t bytes) {
    stream_.rows().text(path).integer(label).integer(samples).integer(bytes).end_row();
  }

 private:
  cli::RowStream stream_;
};

}  // namespace wattline::dsgen
