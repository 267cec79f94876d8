// SPDX-License-Identifier: Apache-2.0
#include "platform/load/process_reads.hpp"

#include <string>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/child.hpp"

namespace wattline::platform {

ProcessReads::ProcessReads(pid_t pid) : io_(io::process_file(pid, "io"), 512) {
  if (!io_.is_open()) throw unavailable("process " + std::to_string(pid) + ": its I/O counters cannot be read");
}

void ProcessReads::read(LoadRow& row) {
  auto text = io_.read();
  while (text && !text->empty()) {
    std::string_view line = io::take_line(*text);
    if (io::take_word(line) != "read_bytes:") continue;
    if (const auto bytes = to_int64(trim(line))) row.proc_read_b = static_cast<double>(*bytes);
  }
}

}  // namespace wattline::platform
