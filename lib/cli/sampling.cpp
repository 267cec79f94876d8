// SPDX-License-Identifier: Apache-2.0
#include "cli/sampling.hpp"

#include <exception>

#include "cli/foreground.hpp"
#include "cli/options.hpp"

namespace wattline::cli {

namespace {

constexpr std::int64_t kFastInterval = 5'000'000;  // below this, a write per tick would cost more than the reading
constexpr std::int64_t kPaceNs = 50'000'000;
constexpr std::int64_t kSyncNs = 1'000'000'000;  // what a power cut may cost
constexpr std::size_t kPaceBytes = std::size_t{1} << 16;

}  // namespace

void declare_sampling(CLI::App& app, SamplingOptions& options) {
  declare_rows(app, options.rows);
  add_duration(app, "-i,--interval", options.schedule.interval_ns, "Time between ticks [100ms]");
  app.add_option("-n,--count", options.schedule.count, "Stop after this many ticks")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 53));
  add_duration(app, "-d,--duration", options.schedule.duration_ns, "Stop after this time");
  app.add_option("--summary", options.summary, "Write a summary to FILE at the end");
  app.add_option("--meta", options.rows.meta, "Write where the rows come from to FILE (with -o: FILE.meta)");
  add_size(app, "--max-size", options.max_size_b, "Set the file of rows aside when it is larger");
  app.add_flag("--as-root", options.as_root, "Under sudo, run the command as root and not as the calling user");
}

void check_sampling(const SamplingOptions& options, const Context& context) {
  if (options.schedule.interval_ns <= 0) throw usage_error("-i 0: the interval must be longer than nothing");
  if (options.max_size_b > 0 && options.rows.output.empty()) throw usage_error("--max-size: needs -o FILE");
  if (!context.command.empty() && (options.rows.output.empty() || options.rows.output == "-")) {
    throw usage_error("-- " + context.command.front() + ": the rows need a file of their own", "add -o FILE");
  }
}

void check_import(const SamplingOptions& options, const GivenOptions& more, const Context& context) {
  GivenOptions given{{"-n", options.schedule.count > 0},
                     {"-d", options.schedule.duration_ns > 0},
                     {"--summary", !options.summary.empty()},
                     {"--max-size", options.max_size_b > 0},
                     {"-- COMMAND", !context.command.empty()}};
  given.insert(given.end(), more.begin(), more.end());
  for (const auto& [name, is_given] : given) {
    if (is_given) throw usage_error(std::string(name) + ": not with --from, which samples nothing");
  }
}

int run_sampling(Context& context, const SamplingOptions& options, io::SamplingLoop& loop,
                 const std::function<bool(const io::Tick&)>& sample,
                 const std::function<void(const io::Child&)>& started) {
  if (context.command.empty()) {
    loop.run(sample);
    return to_int(ExitCode::ok);
  }
  const IgnoreQuit quit;
  io::SpawnOptions spawn;
  spawn.as_caller = !options.as_root;
  io::Child child = io::Child::spawn(context.command, spawn);
  if (started) started(child);
  // A full disk must not take the command along: it ends first, then the error is told.
  std::exception_ptr failure;
  const int status = loop.run_beside(child, [&](const io::Tick& tick) {
    try {
      return sample(tick);
    } catch (const Error&) {
      failure = std::current_exception();
      return false;
    }
  });
  if (failure) std::rethrow_exception(failure);
  return status;
}

SideFile::SideFile(Context& context, const std::string& path, const io::RowKind& kind) {
  if (path.empty()) return;
  output_ = std::make_unique<io::Output>(io::Output::to_file(path, false));
  writer_ = std::make_unique<io::TsvWriter>(*output_, kind, io::WriterOptions{context.tags, {}, true});
}

RowPacer::RowPacer(RowStream& stream, const SamplingOptions& options, std::function<io::Meta()> describe)
    : stream_(stream),
      describe_(std::move(describe)),
      max_size_b_(options.max_size_b),
      period_ns_(options.schedule.interval_ns < kFastInterval ? kPaceNs : 0) {
  stream_.rows().buffer(kPaceBytes);
  sync_.emplace(stream_.output().fd());
}

void RowPacer::tick(std::int64_t now_ns) {
  if (now_ns - written_ns_ < period_ns_) return;
  if (written_ns_ == 0) synced_ns_ = now_ns;
  written_ns_ = now_ns;
  stream_.rows().flush();
  if (now_ns - synced_ns_ >= kSyncNs) {
    synced_ns_ = now_ns;
    sync_->request(stream_.output().name());
  }
  rotate_when_full();
}

void RowPacer::finish() {
  stream_.rows().flush();
  sync_->finish(stream_.output().name());
}

void RowPacer::rotate_when_full() {
  if (max_size_b_ == 0 || stream_.output().size() < max_size_b_) return;
  sync_->finish(stream_.output().name());
  stream_.rotate(describe_());
  sync_.emplace(stream_.output().fd());
}

}  // namespace wattline::cli
