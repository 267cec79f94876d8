// SPDX-License-Identifier: Apache-2.0
#include "loadlog/import_load.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "loadlog/load_writer.hpp"
#include "loadlog/rows.hpp"
#include "platform/load/tegrastats.hpp"

namespace wattline::loadlog {

int import_load(const Options& options, const cli::RowOptions& row_options, cli::Context& context) {
  platform::TegrastatsReader reader(options.file);
  cli::RowStream stream(context, row_options, load_rows().kind());
  LoadWriter writer(stream.rows(), "measured");
  platform::TegrastatsLine line;
  while (reader.next(line)) {
    LoadTime time;
    if (line.time_s) time.time = io::as_time(to_nanoseconds(*line.time_s));
    writer.write(time, line.load);
  }
  if (reader.file().torn()) context.warn_torn(reader.file().name());
  return to_int(ExitCode::ok);
}

}  // namespace wattline::loadlog
