// SPDX-License-Identifier: Apache-2.0
#include "cachestat/pin.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.hpp"
#include "cachestat/file_visitor.hpp"
#include "cachestat/measure.hpp"
#include "cachestat/pin_holder.hpp"
#include "cachestat/pin_plan.hpp"
#include "cachestat/stop.hpp"
#include "cli/foreground.hpp"
#include "cli/option_types.hpp"
#include "page_cache/budget.hpp"

namespace wattline::cachestat {

using page_cache::Directory;
using page_cache::FileResidency;
using page_cache::ProbeStatus;

namespace {

// What is left for the pages that stream past the pinned ones.
constexpr double kMaxShareOfBudget = 0.95;
// Mappings that a holder needs itself (libraries, heap, stacks).
constexpr std::uint64_t kSpareMappings = 1024;

// Files are chosen by the part of their path below the operand: the same data set gives the same choice wherever it is
// mounted. Names that two operands have in common must not meet: a train/1.jpg is no val/1.jpg.
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
        const page_cache::OpenedFile opened = page_cache::open_quietly(directory.fd(), name, batch.follow);
        batch.files[i].error = opened.error;
        if (opened.fd) describe(opened.fd.get(), batch.files[i]);
      });
    };
  };
}

using OnCandidate = std::function<void(const Directory&, const char* name, const PinCandidate&)>;

// Every file of the operands that could be read, with its hash.
void for_each_candidate(const Options& options, cli::Context& context, const OnCandidate& use) {
  FileVisitor visitor(options, context);
  auto seed = static_cast<std::uint64_t>(options.seed);
  for (const Operand& operand : operands_of(options)) {
    visitor.visit(operand, describing(), [&](const Directory& directory, const char* name, const FileResidency& file) {
      if (file.status != ProbeStatus::known) return;
      const std::string path = path_of(directory, name);
      use(directory, name, {name_hash(name_below(operand, path), seed), file.size_b});
    });
    ++seed;
  }
}

Plan make_plan(const Options& options, const PinOptions& pin, cli::Context& context) {
  std::vector<PinCandidate> candidates;
  std::uint64_t total_b = 0;
  for_each_candidate(options, context, [&](const Directory&, const char*, const PinCandidate& candidate) {
    candidates.push_back(candidate);
    total_b += candidate.size_b;
  });
  const auto share_b = static_cast<std::uint64_t>(std::llround(pin.fraction * static_cast<double>(total_b)));
  const std::uint64_t mappings = page_cache::max_mappings(context.root);
  return plan_pin(std::move(candidates), pin.bytes > 0 ? static_cast<std::uint64_t>(pin.bytes) : share_b,
                  mappings > 2 * kSpareMappings ? mappings - kSpareMappings : 1);
}

void check_fits(const Plan& plan, const cli::Context& context) {
  if (plan.files == 0) throw data_error("pin: nothing to hold", "check the path and the size");
  const double most_b = kMaxShareOfBudget * static_cast<double>(page_cache::budget_b(context.root));
  if (static_cast<double>(plan.memory_b) <= most_b) return;
  throw unavailable("pin: " + std::to_string(plan.memory_b) + " bytes do not fit into memory",
                    "at most " + std::to_string(static_cast<std::uint64_t>(most_b)) + " can be held now (--bytes)");
}

// Runs in a holder.
Held hold_slice(const Options& options, cli::Context& context, const Slice& slice, HeldPages& hold) {
  Options alone = options;
  alone.jobs = 1;
  context.log = {};  // the planning pass has said it all
  Held held;
  for_each_candidate(alone, context, [&](const Directory& directory, const char* name, const PinCandidate& candidate) {
    if (candidate.hash < slice.first || candidate.hash > slice.last || candidate.size_b == 0) return;
    const page_cache::OpenedFile opened = page_cache::open_quietly(directory.fd(), name, true);
    const bool last = candidate.hash == slice.last;
    const std::uint64_t length = last ? std::min(slice.last_b, candidate.size_b) : candidate.size_b;
    const int error = opened.fd ? hold.add(opened.fd.get(), length) : opened.error;
    if (error != 0 && held.failed++ == 0) held.error = error;
  });
  held.bytes = hold.bytes();
  return held;
}

std::vector<Holder> start_holders(const Options& options, cli::Context& context, const Plan& plan) {
  const bool locked = may_lock(plan.memory_b);
  if (!locked) {
    context.note("pin: locking " + std::to_string(plan.memory_b) +
                 " bytes is not permitted (ulimit -l); the pages are kept recently used instead");
  }
  std::vector<Holder> holders;
  holders.reserve(plan.slices.size());
  for (const Slice& slice : plan.slices) {
    holders.emplace_back(locked, [&](HeldPages& hold) { return hold_slice(options, context, slice, hold); });
  }
  for (Holder& holder : holders) {
    const Held held = holder.wait_ready(stop_of(context));
    if (held.failed > 0) {
      context.warn("pin: " + std::to_string(held.failed) + " files are not held: " + std::strerror(held.error));
    }
  }
  return holders;
}

// Memory may run out later: the kernel then ends what holds most.
void look_after(std::vector<Holder>& holders, cli::Context& context) {
  for (Holder& holder : holders) {
    if (!holder.lives()) context.warn_once("pin", "a process that held files died; its files are held no longer");
  }
}

int wait_for_signal(std::vector<Holder>& holders, cli::Context& context) {
  const int wake = context.signals.fd();
  while (context.signals.stop() == 0) {
    context.clock.wait_until(INT64_MAX, &wake, 1);
    context.signals.drain();
    look_after(holders, context);
  }
  return 0;
}

int run_command(const PinOptions& pin, std::vector<Holder>& holders, cli::Context& context) {
  io::SpawnOptions spawn;
  spawn.as_caller = !pin.as_root;
  io::Child child = io::Child::spawn(context.command, spawn);
  return cli::wait_in_foreground(child, context, [&] { look_after(holders, context); });
}

void write_rows(const Options& options, cli::Context& context) {
  cli::RowStream stream(context, options.rows, page_cache::residency_rows());
  const auto rows = measure_operands(options, context);
  if (context.signals.stop() != 0) return;  // half a scan is no result
  for (const auto& row : rows) page_cache::write_row(stream.rows(), row, context.root.source());
}

}  // namespace

void declare_pin(cli::App& app, PinOptions& pin) {
  const cli::Option bytes = cli::add_size(app, "--bytes", pin.bytes, "How much to hold");
  app.add_option("--fraction", pin.fraction, "Share of the files' bytes to hold, 0 to 1")
      .check(cli::between(0, 1))
      .excludes(bytes)
      .type_name("X");
  app.add_flag("--as-root", pin.as_root, "Under sudo, run the command as root and not as the calling user");
}

int pin(const Options& options, const PinOptions& pin, cli::Context& context) {
  if (pin.bytes == 0 && !(pin.fraction > 0)) throw usage_error("pin requires --bytes SIZE or --fraction X");
  const Stop stopped = stop_of(context);
  const Plan plan = make_plan(options, pin, context);
  if (stopped()) return signal_status(context.signals.stop());
  check_fits(plan, context);
  std::vector<Holder> holders = start_holders(options, context, plan);
  if (stopped()) return signal_status(context.signals.stop());
  if (context.command.empty() || !options.rows.output.empty()) write_rows(options, context);
  if (!context.command.empty() && stopped()) return signal_status(context.signals.stop());
  return context.command.empty() ? wait_for_signal(holders, context) : run_command(pin, holders, context);
}

}  // namespace wattline::cachestat
