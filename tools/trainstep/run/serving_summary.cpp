// SPDX-License-Identifier: Apache-2.0
#include "base/units.hpp"
#include "trainstep/run/summary.hpp"
#include "trainstep/run/summary_facts.hpp"

namespace wattline::trainstep {

namespace {

using ServingTable = SummaryTable<ServingSummary>;

double seconds_of(const InferenceRecord& run) {
  return to_seconds(run.end_ns - run.start_ns);
}

void add_latency(ServingTable& table) {
  for (const char* percent : {"50", "95", "99"}) {
    const double q = *to_double(percent) / 100;
    table.add(std::string("latency_max_p") + percent, "ms", "quantile of latency_max_ms over the windows",
              [q](const ServingSummary& s) { return number_text(s.run.latency_max_ms.at(q)); });
  }
  for (const char* percent : {"50", "95", "99", "99.9"}) {
    const double q = *to_double(percent) / 100;
    table.add(std::string("latency_p") + percent, "ms", "quantile of the latency of all requests",
              [q](const ServingSummary& s) { return number_text(s.run.latency_ms.at(q)); });
  }
}

// Of a language model.
void add_tokens(ServingTable& table) {
  table.add("tokens", "1", "number of tokens that were generated",
            [](const ServingSummary& s) { return s.run.tokens > 0 ? std::to_string(s.run.tokens) : "NA"; });
  table.add("tokens_per_s", "1/s", "tokens that were generated per second", [](const ServingSummary& s) {
    return s.run.tokens > 0 ? number_text(static_cast<double>(s.run.tokens) / seconds_of(s.run)) : "NA";
  });
  for (const char* percent : {"50", "95", "99"}) {
    const double q = *to_double(percent) / 100;
    table.add(std::string("first_token_p") + percent, "ms", "quantile of first_token_ms over the windows",
              [q](const ServingSummary& s) { return number_text(s.run.first_token_ms.at(q)); });
    table.add(std::string("token_p") + percent, "ms", "quantile of token_ms over the windows",
              [q](const ServingSummary& s) { return number_text(s.run.token_ms.at(q)); });
  }
}

void add_violations(ServingTable& table) {
  const auto add = [&table](const char* name, const char* unit, const char* help, auto text) {
    table.add(name, unit, help, [text](const ServingSummary& s) {
      return s.serving.options.latency_limit_ns > 0 ? std::string(text(s.run)) : "NA";
    });
  };
  using Run = const InferenceRecord&;
  add("violations", "1", "requests above the latency limit", [](Run run) { return count_text(run.violations); });
  add("violation_clusters", "1", "unbroken sequences of such requests",
      [](Run run) { return count_text(run.clusters); });
  add("longest_violation_cluster", "1", "requests in the longest of them",
      [](Run run) { return count_text(run.longest_cluster); });
  add("violation_share", "%", "share of the requests that were above the latency limit",
      [](Run run) { return number_text(run.violation_pct()); });
}

void add_queue(ServingTable& table) {
  table.add("queue_mean", "1", "requests behind a minibatch, as the mean over the windows",
            [](const ServingSummary& s) { return number_text(s.run.queue.mean()); });
  table.add("queue_max", "1", "requests behind a minibatch, at most",
            [](const ServingSummary& s) { return number_text(s.run.queue.max()); });
  table.add("backlog", "1", "requests that were behind every minibatch of the second half",
            [](const ServingSummary& s) { return std::to_string(s.run.backlog()); });
  table.add("stable", "", "whether the run could go on forever: yes, no or NA",
            [](const ServingSummary& s) { return stability(s.serving, s.run); });
}

void add_rates(ServingTable& table) {
  table.add("policy", "", "how training and inference shared the device",
            [](const ServingSummary& s) { return std::string(s.serving.trains ? to_string(s.serving.policy) : "NA"); });
  const auto number = [&table](const char* name, const char* unit, const char* help, auto value) {
    table.add(name, unit, help, [value](const ServingSummary& s) { return number_text(value(s)); });
  };
  number("median_inference", "ms", "median time of an inference minibatch",
         [](const ServingSummary& s) { return 1e3 * s.serving.inference_s; });
  number("median_training", "ms", "median time of a training minibatch",
         [](const ServingSummary& s) { return 1e3 * s.serving.training_s; });
  table.add("training_steps", "1", "number of training minibatches",
            [](const ServingSummary& s) { return std::to_string(s.run.train_steps); });
  number("training_throughput", "1/s", "training minibatches per second",
         [](const ServingSummary& s) { return static_cast<double>(s.run.train_steps) / seconds_of(s.run); });
  number("windows_as_formula", "%", "share of windows whose train_steps equals fitting_steps",
         [](const ServingSummary& s) { return s.run.as_formula_pct(); });
  number("hook_share", "%", "share of the run that --phase-hook took",
         [](const ServingSummary& s) { return 0.1 * s.run.hook_ms / seconds_of(s.run); });
}

}  // namespace

const SummaryTable<ServingSummary>& serving_summary() {
  static const ServingTable table = [] {
    ServingTable made("serving summary");
    add_facts(made);
    made.add("windows", "1", "number of inference minibatches",
             [](const ServingSummary& s) { return std::to_string(s.run.windows); });
    add_latency(made);
    add_tokens(made);
    add_violations(made);
    add_queue(made);
    add_rates(made);
    return made;
  }();
  return table;
}

}  // namespace wattline::trainstep
