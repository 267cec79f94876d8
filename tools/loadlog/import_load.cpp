// SPDX-License-Identifier: Apache-2.0
#include "loadlog/import_load.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "io/lines.hpp"
#include "loadlog/load_writer.hpp"
#include "loadlog/rows.hpp"
#include "platform/load/tegrastats.hpp"

namespace wattline::loadlog {

int import_load(const Options& options, const cli::RowOptions& row_options, cli::Context& context) {
  io::LineReader lines(options.file);
  cli::RowStream stream(context, row_options, load_rows().kind());
  LoadWriter writer(stream.rows(), "measured");
  std::string_view line;
  long long known = 0;
  while (lines.next(line)) {
    const auto stats = platform::parse_tegrastats(line);
    if (!stats) continue;
    ++known;
    LoadTime time;
    if (stats->time_s) time.time = std::chrono::nanoseconds(to_nanoseconds(*stats->time_s));
    writer.write(time, stats->load);
  }
  if (lines.torn()) context.warn_torn(lines.name());
  if (known == 0) throw data_error(lines.name() + ": no line of tegrastats in it");
  return to_int(ExitCode::ok);
}

}  // namespace wattline::loadlog
