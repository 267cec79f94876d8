// SPDX-License-Identifier: Apache-2.0
// What the summaries of training and of inference begin with.
#pragma once
#include <sys/resource.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/parse.hpp"
#include "trainstep/data/jpeg_plugin.hpp"
#include "trainstep/run/named_values.hpp"
#include "trainstep/run/summary_table.hpp"

namespace wattline::trainstep {

struct RunFacts {
  std::string workload, device;  // cpu, cuda or jetsim; empty = not chosen yet
  std::optional<std::int64_t> parameters;
  std::string status = "done", reason = "NA";  // done, stopped (there are rows) or did_not_run
  std::int64_t skipped = 0;                    // bad samples
  std::int64_t nan_losses = 0;                 // steps whose loss was not finite
  std::optional<std::int64_t> oom_kills;       // by the kernel, of any process, while this one ran
  std::string resumed_after;                   // how the run ended that this one continues; empty = it is the first
  std::optional<bool> under_voltage;           // an alarm was seen (Raspberry Pi)
  std::shared_ptr<const JpegPlugin> decoder;   // of the images; empty = libjpeg

  void stop(const std::string& why, bool has_rows) {
    status = has_rows ? "stopped" : "did_not_run";
    reason = why;
  }
};

// Largest resident set of this process so far.
inline std::int64_t peak_memory_b() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

template <class Run>
void add_facts(SummaryTable<Run>& table) {
  const auto add = [&table](const char* name, const char* unit, const char* help, auto text) {
    table.add(name, unit, help, [text](const Run& run) { return std::string(text(run.facts)); });
  };
  using Facts = const RunFacts&;
  add("status", "", "done, stopped or did_not_run", [](Facts f) { return f.status; });
  add("reason", "", "why the run did not end as planned", [](Facts f) { return f.reason; });
  add("workload", "", "name of the workload, or of the file of the network", [](Facts f) { return f.workload; });
  add("device", "", "what computed: cpu, cuda or jetsim", [](Facts f) { return io::or_na(f.device); });
  add("parameters", "1", "number of parameters of the network", [](Facts f) { return count_text(f.parameters); });
  add("peak_memory", "B", "largest resident memory of the process", [](Facts) { return count_text(peak_memory_b()); });
  add("oom_kills", "1", "processes that the kernel killed for lack of memory",
      [](Facts f) { return count_text(f.oom_kills); });
  add("under_voltage", "", "whether an alarm was seen: seen or no",
      [](Facts f) { return f.under_voltage ? (*f.under_voltage ? "seen" : "no") : "NA"; });
  add("left_to_libjpeg", "1", "images that libjpeg decoded because --decoder could not",
      [](Facts f) { return f.decoder ? count_text(f.decoder->left_to_libjpeg()) : "NA"; });
  add("resumed_after", "", "how the run ended that this one continues",
      [](Facts f) { return io::or_na(f.resumed_after); });
}

}  // namespace wattline::trainstep
