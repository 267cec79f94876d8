// SPDX-License-Identifier: Apache-2.0
#include "cli/row_stream.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "base/error.hpp"
#include "cli/option_types.hpp"
#include "io/caller.hpp"
#include "io/regular_file.hpp"
#include "io/replace_file.hpp"

namespace wattline::cli {

void declare_rows(App& app, RowOptions& options) {
  app.add_option("-o,--output", options.output, "Write rows to FILE (and FILE.meta) instead of stdout");
  app.add_flag("--append", options.append, "Append to FILE, which must have rows like these");
  add_list(app, "--columns", options.columns, "Print only these columns, in this order");
  app.add_flag("--no-header", options.no_header, "Do not print the header line");
}

namespace {

// Returns the first name PATH.N after `rotations` that is not in use.
std::string rotate_output(const std::string& path, int& rotations) {
  const io::AsCaller rights;
  std::string rotated;
  do {
    rotated = path + "." + std::to_string(++rotations);
  } while (io::file_status(rotated));
  if (std::rename(path.c_str(), rotated.c_str()) != 0) throw os_error(rotated, errno);
  return rotated;
}

io::Meta without(io::Meta meta, const io::Meta& printed) {
  const auto is_printed = [&](const auto& row) {
    return std::find(printed.begin(), printed.end(), row) != printed.end();
  };
  meta.erase(std::remove_if(meta.begin(), meta.end(), is_printed), meta.end());
  return meta;
}

bool has_file(const RowOptions& options) {
  return !options.output.empty() && options.output != "-";
}

// Throws when the names are wrong, or options do not go together.
std::string checked_start(const Context& context, const RowOptions& options, const io::RowKind& kind) {
  if (options.append && options.output.empty()) throw usage_error("--append requires -o FILE");
  if (options.no_header && context.format == io::RowFormat::jsonl) {
    throw usage_error("--no-header: the rows of --format jsonl have no header line", "leave --no-header out");
  }
  return io::start_of_rows(kind, context.writer_options(options.columns));
}

// The names are checked before a file is touched.
std::unique_ptr<io::Output> open_file(const Context& context, const RowOptions& options, const io::RowKind& kind) {
  const std::string start = checked_start(context, options, kind);
  if (!has_file(options)) return nullptr;
  return std::make_unique<io::Output>(options.append ? io::Output::append_to(options.output, start)
                                                     : io::Output::to_file(options.output));
}

io::WriterOptions writer_options(const Context& context, const RowOptions& options, const io::Output* file) {
  const bool has_rows = options.append && file != nullptr && file->size() > 0;
  return context.writer_options(options.columns, !options.no_header && !has_rows);
}

// Where rows are appended to those of earlier runs.
io::Meta start_of_record(const RowOptions& options, const io::Output* file) {
  if (!options.append || file == nullptr || file->size() == 0) return {};
  return {{io::kAppendedAt, std::to_string(file->size())}};
}

}  // namespace

RowStream::RowStream(Context& context, const RowOptions& options, const io::RowKind& kind, const io::Meta& meta)
    : context_(context),
      machine_(options.machine.value_or(context.root)),
      file_(open_file(context, options, kind)),
      path_(options.output),
      record_start_(start_of_record(options, file_.get())),
      writer_(file_ ? *file_ : context.out, kind, writer_options(context, options, file_.get())) {
  meta_path_ = options.meta;
  if (file_ && meta_path_.empty() && file_->is_named_file()) meta_path_ = options.output + ".meta";
  keep_earlier_records();
  write_meta(meta);
}

void RowStream::keep_earlier_records() {
  if (!record_start_.empty()) earlier_records_ = io::read_meta_records(meta_path_);
}

void RowStream::check(const Context& context, const RowOptions& options, const io::RowKind& kind) {
  const std::string start = checked_start(context, options, kind);
  if (options.append && has_file(options)) io::Output::check_append(options.output, start);
}

void RowStream::write_meta(const std::string& path, const io::Meta& more) {
  if (path.empty()) return;
  io::Meta meta = record_start_;
  for (const auto& fact : io::common_meta(context_.tool, context_.argv, machine_)) {
    // What the tool says of its rows wins: the times of a program may be measured where the board is emulated.
    if (fact.first != "source" || io::meta_values(more, "source").empty()) meta.push_back(fact);
  }
  meta.insert(meta.end(), more.begin(), more.end());
  if (path == meta_path_ && !printed_meta_.empty()) {
    io::add_meta(path, without(meta, printed_meta_));
  } else {
    io::write_meta(path, meta, earlier_records_);
  }
  if (path == meta_path_ && io::is_stream(path)) printed_meta_ = meta;
}

void RowStream::rotate(const io::Meta& more) {
  if (!file_) return;
  writer_.flush();
  const std::string rotated = rotate_output(path_, rotations_);
  if (!meta_path_.empty()) write_meta(rotated + ".meta", more);
  earlier_records_.clear();
  record_start_.clear();
  if (!meta_path_.empty()) write_meta(meta_path_, more);
  *file_ = io::Output::to_file(path_);
  file_->write(writer_.header());
}

}  // namespace wattline::cli
