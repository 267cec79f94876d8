// SPDX-License-Identifier: Apache-2.0
// pin: holds a fixed part of a data set in memory. Under random access a least-recently-used cache smaller than the
// data keeps throwing out what is needed next; a part that stays gives its share of hits in every epoch.
#include <fcntl.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstring>

#include "base/error.hpp"
#include "io/child.hpp"
#include "io/rows.hpp"
#include "pin_holder.hpp"
#include "pin_plan.hpp"
#include "platform/page_cache_budget.hpp"
#include "visit.hpp"

namespace wattline::cachestat {

using platform::Directory;
using platform::FileResidency;
using platform::Finding;

namespace {

// What is left for the pages that stream past the pinned ones.
constexpr double kMaxShareOfBudget = 0.95;
// Mappings that a holder needs itself (libraries, heap, stacks).
constexpr std::uint64_t kSpareMappings = 1024;

// The part of a path below its operand: the same data set gives the same choice wherever it is mounted.
std::string_view name_below(const Operand& operand, std::string_view path) {
  if (operand.is_list || path.size() <= operand.path.size()) return path;
  const std::size_t start = path.find_first_not_of('/', operand.path.size());
  return start == std::string_view::npos ? path : path.substr(start);
}

MakeWork describing() {
  return []() -> Work {
    return [](Batch& batch) {
      batch.files.resize(batch.count);
      for_each_name(batch, [&](const Directory& directory, const char* name, std::size_t i) {
        const platform::OpenedFile opened = platform::open_quietly(directory.fd(), name, batch.follow);
        batch.files[i].error = opened.error;
        if (opened.fd) describe(opened.fd.get(), batch.files[i]);
      });
    };
  };
}

using OnCandidate = std::function<void(const Directory&, const char* name, const Candidate&)>;

// Every file of the operands that could be read, with its hash.
void for_each_candidate(const Options& options, cli::Context& context, const OnCandidate& use) {
  Visit visit(options, context);
  for (const Operand& operand : operands_of(options)) {
    visit(operand, describing(), [&](const Directory& directory, const char* name, const FileResidency& file) {
      if (file.finding != Finding::known) return;
      const std::string path = path_of(directory, name);
      const auto seed = static_cast<std::uint64_t>(options.seed);
      use(directory, name, {name_hash(name_below(operand, path), seed), file.size_b});
    });
  }
}

Plan make_plan(const Options& options, cli::Context& context) {
  std::vector<Candidate> candidates;
  std::uint64_t total_b = 0;
  for_each_candidate(options, context, [&](const Directory&, const char*, const Candidate& candidate) {
    candidates.push_back(candidate);
    total_b += candidate.size_b;
  });
  const auto share_b = static_cast<std::uint64_t>(std::llround(options.pin_fraction * static_cast<double>(total_b)));
  const std::uint64_t mappings = platform::max_mappings(context.root);
  return plan_pin(std::move(candidates), options.pin_b > 0 ? static_cast<std::uint64_t>(options.pin_b) : share_b,
                  mappings > 2 * kSpareMappings ? mappings - kSpareMappings : 1);
}

void check_fits(const Plan& plan, const cli::Context& context) {
  if (plan.files == 0) throw data_error("pin: nothing to hold", "check the path and the size");
  const double most_b = kMaxShareOfBudget * static_cast<double>(platform::page_cache_budget_b(context.root));
  if (static_cast<double>(plan.bytes) <= most_b) return;
  throw unavailable("pin: " + std::to_string(plan.bytes) + " bytes do not fit into memory",
                    "at most " + std::to_string(static_cast<std::uint64_t>(most_b)) + " can be held now (--bytes)");
}

// Runs in a holder.
Held hold_slice(const Options& options, cli::Context& context, const Slice& slice, Hold& hold) {
  Options alone = options;
  alone.jobs = 1;
  context.log = {};  // the planning pass has said it all
  Held held;
  for_each_candidate(alone, context, [&](const Directory& directory, const char* name, const Candidate& candidate) {
    if (candidate.hash < slice.first || candidate.hash > slice.last || candidate.size_b == 0) return;
    const platform::OpenedFile opened = platform::open_quietly(directory.fd(), name, true);
    const std::uint64_t length = candidate.hash == slice.last ? slice.last_b : candidate.size_b;
    const int error = opened.fd ? hold.add(opened.fd.get(), length) : opened.error;
    if (error != 0 && held.failed++ == 0) held.error = error;
  });
  held.bytes = hold.bytes();
  return held;
}

std::vector<Holder> start_holders(const Options& options, cli::Context& context, const Plan& plan) {
  const bool locked = may_lock(plan.bytes);
  if (!locked) {
    context.note("pin: locking " + std::to_string(plan.bytes) +
                 " bytes is not permitted (ulimit -l); the pages are kept recently used instead");
  }
  std::vector<Holder> holders;
  holders.reserve(plan.slices.size());
  for (const Slice& slice : plan.slices) {
    holders.emplace_back(locked, [&](Hold& hold) { return hold_slice(options, context, slice, hold); });
  }
  for (Holder& holder : holders) {
    const Held held = holder.wait_ready(stop_of(context));
    if (held.failed > 0) {
      context.warn("pin: " + std::to_string(held.failed) + " files are not held: " + std::strerror(held.error));
    }
  }
  return holders;
}

void wait_for_signal(cli::Context& context) {
  const int wake = context.signals.fd();
  while (context.signals.stop() == 0) {
    context.clock.wait_until(INT64_MAX, &wake, 1);
    context.signals.drain();
  }
}

// The terminal sends SIGINT to the command too; what only reaches us is handed on.
int run_command(cli::Context& context) {
  io::SpawnOptions spawn;
  spawn.as_caller = true;
  io::Child child = io::Child::spawn(context.command, spawn);
  const int wake = context.signals.fd();
  for (;;) {
    if (const auto status = child.poll()) return *status;
    const int signal = context.signals.take_stop();
    if (signal == SIGTERM || signal == SIGHUP) child.kill(signal);
    context.clock.wait_until(INT64_MAX, &wake, 1);
    context.signals.drain();
  }
}

}  // namespace

int pin(const Options& options, cli::Context& context) {
  if (options.pin_b == 0 && options.pin_fraction == 0) throw usage_error("pin: needs --bytes SIZE or --fraction X");
  const Stop stopped = stop_of(context);
  const Plan plan = make_plan(options, context);
  if (stopped()) return 128 + context.signals.stop();
  check_fits(plan, context);
  const std::vector<Holder> holders = start_holders(options, context, plan);
  if (stopped()) return 128 + context.signals.stop();
  if (context.command.empty() || !options.rows.output.empty()) {
    cli::RowStream stream(context, options.rows, io::residency_rows());
    for (const auto& row : measure_operands(options, context)) {
      platform::write_row(stream.rows(), row, context.root.source());
    }
  }
  if (!context.command.empty()) return run_command(context);
  wait_for_signal(context);
  return 0;
}

}  // namespace wattline::cachestat
