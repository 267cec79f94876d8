// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/journal.hpp"

#include <fcntl.h>

#include <cerrno>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/caller.hpp"
#include "io/filesystem.hpp"
#include "io/lines.hpp"
#include "io/lock.hpp"
#include "io/replace_file.hpp"
#include "io/sync.hpp"

namespace wattline::pmsweep {

namespace {

constexpr std::size_t kOwnColumns = 3;  // key, folder, command

io::RowKind journal_kind(io::RowKind kind) {
  const std::vector<io::Column> own{{"key", "", 0, "the input row, its repetition, the run"},
                                    {"folder", "", 0, "the run's folder"},
                                    {"command", "", 0, "the command without what differs by mode"}};
  kind.columns.insert(kind.columns.begin(), own.begin(), own.end());
  return kind;
}

void put_row(io::TsvWriter& writer, const Row& row) {
  for (const std::string& text : row) writer.text(text);
  writer.end_row();
}

Error other_columns(const std::string& path) {
  return data_error(path + ": its columns differ from this sweep's",
                    "resume with the same input columns and the same version of pmsweep");
}

// An incomplete last line is removed.
io::Output open_journal(const std::string& path, const std::string& header) {
  try {
    return io::Output::append_to(path, header);
  } catch (const Error& error) {
    if (error.code() != ExitCode::data) throw;
    throw other_columns(path);
  }
}

}  // namespace

Journal::Journal(const std::string& out, const io::RowKind& kind, bool resume) : kind_(kind) {
  const io::AsCaller rights;
  fs::create_directories(out);
  const std::string path = out + "/journal.tsv";
  lock_ = io::Fd(::open((out + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  const int error = errno;
  if (!lock_) throw Error(ExitCode::io, os_error(out + "/lock", error).what(), io::refused_hint(error, ""));
  if (!io::lock_within(lock_.get(), io::kLockWaitMs)) {
    throw Error(ExitCode::try_later, out + ": in use by another pmsweep", "choose another --out");
  }
  if (!resume && fs::exists(path)) {
    throw usage_error(out + ": has a sweep already", "continue it with --resume, or choose another --out");
  }
  file_ = std::make_unique<io::Output>(open_journal(path, io::header_line(journal_kind(kind_))));
  const bool fresh = file_->size() == 0;
  writer_ = std::make_unique<io::TsvWriter>(*file_, journal_kind(kind_), io::WriterOptions{{}, {}, fresh});
  read(path, writer_->header());
  file_->sync();
  io::sync_folder(out);  // a new name is safe only when its folder is, too
}

// Lines that are not whole rows are what a power cut leaves; their runs are made again.
void Journal::read(const std::string& path, const std::string& header) {
  io::LineReader file(path);
  std::string_view line;
  if (!file.next(line) || std::string(line) + "\n" != header) throw other_columns(path);
  while (file.next(line)) {
    const auto fields = split(line, '\t');
    if (fields.size() != kOwnColumns + kind_.columns.size() || line.find('\0') != std::string_view::npos) continue;
    Entry entry{io::unescape_field(fields[0]), io::unescape_field(fields[1]), io::unescape_field(fields[2]), {}};
    for (std::size_t i = kOwnColumns; i < fields.size(); ++i) entry.row.push_back(io::unescape_field(fields[i]));
    remember(entry);
  }
}

void Journal::remember(const Entry& entry) {
  const auto [place, is_new] = index_.emplace(entry.key, entries_.size());
  if (is_new) {
    entries_.push_back(entry);
  } else {
    entries_[place->second] = entry;
  }
}

void Journal::add(const Entry& entry) {
  Row row{entry.key, entry.folder, entry.command};
  row.insert(row.end(), entry.row.begin(), entry.row.end());
  put_row(*writer_, row);
  file_->sync();
  remember(entry);
}

const Entry* Journal::find(const std::string& key) const {
  const auto place = index_.find(key);
  return place == index_.end() ? nullptr : &entries_[place->second];
}

void write_table(const std::string& path, const io::RowKind& kind, const std::vector<Entry>& entries) {
  io::replace_file(path, [&](io::Output& out) {
    io::TsvWriter writer(out, kind);
    writer.buffer(1 << 16);
    for (const Entry& entry : entries) put_row(writer, entry.row);
    writer.flush();
  });
}

}  // namespace wattline::pmsweep
