// SPDX-License-Identifier: Apache-2.0
#include "powerlog/table_file.hpp"

namespace wattline::powerlog {

void TableFile::write(const std::vector<std::string>& rails, const ImportOptions& options, cli::Context& context,
                      const ReadRow& row) {
  const ImportedFile file{name(), rails, [&](const TakeReading& take) {
                            table_.emplace(input_);
                            while (table_->next()) row(*table_, take);
                          }};
  const LogTimes times(file, options.format);
  table_->warn_malformed(context);
  write_log(file, times, options, context);
}

}  // namespace wattline::powerlog
