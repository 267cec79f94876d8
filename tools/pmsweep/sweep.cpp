// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/sweep.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "cli/shows_progress.hpp"
#include "io/caller.hpp"
#include "io/filesystem.hpp"
#include "io/lines.hpp"
#include "io/profile_flags.hpp"
#include "io/regular_file.hpp"
#include "io/replace_file.hpp"
#include "io/stdout_file.hpp"
#include "measure/folder.hpp"
#include "pmsweep/list_check.hpp"
#include "pmsweep/sweep_report.hpp"

namespace wattline::pmsweep {

namespace {

constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max() / 2;

// The file that a resumed sweep appends its rows to: -o FILE --append, or stdout after >>.
std::string appended_file(const Options& options) {
  if (!options.resumes()) return "";
  if (!options.rows.output.empty() && options.rows.output != "-") {
    return options.rows.append ? options.rows.output : "";
  }
  return io::stdout_file();
}

bool is_regular_file(const std::string& path) {
  const auto status = io::file_status(path);
  return status && S_ISREG(status->st_mode);
}

// From a file that begins as these rows do.
void remove_torn_line(const std::string& path, const std::string& start) {
  try {
    io::Output::append_to(path, start);
  } catch (const Error& error) {
    if (error.code() != ExitCode::data) throw;
  }
}

std::multiset<std::string> lines_of(const std::string& path, const std::string& start) {
  std::multiset<std::string> lines;
  const io::AsCaller rights;
  if (path.empty() || !is_regular_file(path)) return lines;
  remove_torn_line(path, start);
  io::LineReader file(path);
  for (std::string_view line; file.next(line);) lines.insert(std::string(line) + "\n");
  return lines;
}

// Empty if the file is absent or empty.
std::string first_line_of(const std::string& path) {
  if (!is_regular_file(path)) return "";
  io::LineReader file(path);
  std::string_view line;
  if (file.next(line)) return std::string(line);
  if (file.torn()) throw data_error(path + ": its line is incomplete", "choose another --out");
  return "";
}

// A resumed sweep prints the rows of the one before, which would be wrong for another command or machine.
void check_same(const std::string& out, const std::string& sweep) {
  const io::AsCaller rights;
  const std::string path = out + "/command";
  const std::string before = first_line_of(path);
  if (!before.empty() && before != sweep) {
    throw usage_error(out + ": has a sweep of '" + before + "', not of '" + sweep + "'", "choose another --out");
  }
  if (!before.empty()) return;
  io::replace_file(path, [&](io::Output& text) { text.write(sweep + "\n"); });
}

RunOrderOptions order_of(const Options& options) {
  RunOrderOptions order = order_options(options);
  parse_sentinel(options.sentinel, order);
  return order;
}

}  // namespace

Sweep::Sweep(const Options& options, cli::Context& context)
    : options_(options),
      context_(context),
      order_options_(order_of(options)),
      pump_(context),
      run_list_(options.modes),
      runner_(options, context, pump_),
      board_(context),
      start_ns_(context.clock.mono_ns()),
      folders_(options.out),
      progress_(cli::shows_progress(context), context.clock.mono_ns()) {}

// The columns of the output are known only with the input's header. False when a stop signal came first.
bool Sweep::read_header() {
  pump_.watch(run_list_.fd(), [this] {
    if (!run_list_.pump()) pump_.forget(run_list_.fd());
  });
  pump_.wait_for([this] { return run_list_.has_header() || run_list_.ended(); }, kForever);
  if (pump_.stopped()) return false;
  if (!run_list_.has_header()) {
    throw data_error(run_list_.name() + ": no modes",
                     "rows need the columns cores, cpu_khz, gpu_hz, emc_hz, as pmode enum prints them");
  }
  const auto uses = [this](const std::string& column) { return runner_.words().uses(column); };
  for (const std::string& doubt : doubts_about(run_list_.columns(), uses)) context_.note(doubt);
  return true;
}

bool Sweep::sets_modes() const {
  return run_list_.sets_modes() || !order_options_.sentinel.empty();
}

void Sweep::open_outputs() {
  const io::RowKind kind = profile_kind(run_list_.carried());
  journal_ = std::make_unique<Journal>(options_.out, kind, options_.resumes());
  const std::string measured = (options_.whole_run ? "whole runs of " : "") + join(context_.command, " ");
  check_same(options_.out, io::escape_field(context_.root.directory().string() + ": " + measured));
  order_ =
      std::make_unique<RunOrder>(order_options_, run_list_, [this](const std::string& key) { return is_done(key); });
  cli::RowOptions rows = options_.rows;
  const std::string start = io::start_of_rows(kind, context_.writer_options(rows.columns));
  printed_ = lines_of(appended_file(options_), start);
  if (rows.output.empty() && printed_.count(start) > 0) rows.no_header = true;
  stream_ = std::make_unique<cli::RowStream>(context_, rows, kind);
}

// A deferred run waits for a reboot and is then repeated; with --only missing, failed runs are repeated, too.
bool Sweep::is_done(const std::string& key) const {
  const Entry* entry = journal_->find(key);
  if (entry == nullptr) return false;
  Row row = entry->row;
  const std::string status = RowView(journal_->kind(), row).text("status");
  return !options_.only ? status != to_string(RunStatus::deferred) : status == to_string(RunStatus::ok);
}

void Sweep::print(const Row& row) {
  for (const std::string& text : row) stream_->rows().text(text);
  stream_->rows().end_row();
}

// Prints the rows of earlier runs, except those that the appended file has already.
void Sweep::print_finished() {
  for (Entry& entry : journal_->entries()) {
    folders_.keep(entry.folder);
    if (const auto point = RowView(journal_->kind(), entry.row).point()) points_[entry.command].push_back(*point);
    if (!is_done(entry.key)) continue;
    std::string line;
    io::Output text = io::Output::to_string(line);
    io::TsvWriter writer(text, journal_->kind(), context_.writer_options(options_.rows.columns, false));
    for (const std::string& field : entry.row) writer.text(field);
    writer.end_row();
    const auto printed = printed_.find(line);
    if (printed == printed_.end()) {
      print(entry.row);
    } else {
      printed_.erase(printed);
    }
  }
}

void Sweep::flag_neighbours(Entry& entry) {
  const RowView view(journal_->kind(), entry.row);
  const auto point = view.point();
  if (!point) return;
  auto& points = points_[entry.command];
  if (disagrees(*point, points)) view.set_flag(io::profile_flag::kNeighbours, true);
  points.push_back(*point);
}

// False when a stop signal ended it.
bool Sweep::make(const Item& item) {
  if (!item.mode.empty()) runner_.hold_mode();
  Entry entry;
  entry.key = item.key;
  const auto profile = runner_.profile(item, [&](const PowerMode& mode) {
    entry.folder = folders_.make(folder_name(mode, runner_.words().swept_values(item, run_list_.carried())));
    return folders_.path(entry.folder);
  });
  if (!profile) return false;
  entry.command = runner_.words().comparable(item);
  entry.row = to_row(journal_->kind(), item.carried, *profile);
  flag_neighbours(entry);
  journal_->add(entry);
  folders_.keep(entry.folder);
  write_table(folders_.path(entry.folder) + "/profile.tsv", journal_->kind(), {entry});
  print(entry.row);
  progress_.add(*profile, order_->left(), context_.clock.mono_ns());
  return true;
}

bool Sweep::wait_for_input() {
  return pump_.wait_for([this] { return order_->ready(); }, kForever);
}

// Writes the whole sweep as one table. Each profile is now judged by all its neighbours, not only by those before it.
void Sweep::close_table() {
  for (auto& command : points_) command.second.clear();
  auto& entries = journal_->entries();
  for (Entry& entry : entries) {
    if (const auto point = RowView(journal_->kind(), entry.row).point()) points_[entry.command].push_back(*point);
  }
  for (Entry& entry : entries) {
    const RowView view(journal_->kind(), entry.row);
    const auto point = view.point();
    if (point) view.set_flag(io::profile_flag::kNeighbours, disagrees(*point, points_[entry.command]));
  }
  write_table(options_.out + "/profiles.tsv", journal_->kind(), entries);
}

int Sweep::finish() {
  runner_.finish();
  if (pump_.stopped()) return signal_status(context_.signals.stop());
  if (order_->rows() == 0 && order_options_.shard.count == 1) throw data_error(run_list_.name() + ": no modes");
  if (run_list_.torn()) context_.warn_torn(run_list_.name());
  close_table();
  board_.note_times();
  return report(*journal_, options_, to_seconds(context_.clock.mono_ns() - start_ns_), context_);
}

int Sweep::run() {
  if (!read_header()) return signal_status(context_.signals.stop());
  // Refused before anything is made. A resumed sweep may have nothing left but rows to print.
  if (sets_modes() && !options_.resumes()) runner_.hold_mode();
  measure::make_folder_and_parents(options_.out);
  open_outputs();
  print_finished();
  try {
    runner_.start();
    make_all();
  } catch (...) {  // whatever it was, the mode before the sweep is restored
    runner_.finish();
    throw;
  }
  return finish();
}

void Sweep::make_all() {
  while (wait_for_input()) {
    const auto item = order_->next();
    if (!item || !make(*item) || stream_->output().reader_gone()) return;
  }
}

}  // namespace wattline::pmsweep
