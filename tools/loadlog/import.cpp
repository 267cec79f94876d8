// SPDX-License-Identifier: Apache-2.0
#include "loadlog/import.hpp"

#include "io/lines.hpp"
#include "io/rows.hpp"
#include "loadlog/fields.hpp"
#include "platform/load/tegrastats.hpp"

namespace wattline::loadlog {

int import_load(const Options& options, const cli::RowOptions& row_options, cli::Context& context) {
  if (options.from != "tegrastats") throw usage_error("--from " + options.from + ": only tegrastats is known");
  if (options.file.empty()) throw usage_error("--from tegrastats: needs a FILE, or - for standard input");
  io::LineReader lines(options.file);
  cli::RowStream stream(context, row_options, io::load_rows());
  RowWriter writer;
  std::string_view line;
  long long known = 0;
  while (lines.next(line)) {
    const auto stats = platform::parse_tegrastats(line);
    if (!stats) continue;
    ++known;
    stream.rows().number(stats->time_s).missing();
    writer.write(stats->load, "measured", stream.rows());
  }
  if (known == 0) throw data_error(lines.name() + ": no line of tegrastats in it");
  return to_int(ExitCode::ok);
}

}  // namespace wattline::loadlog
