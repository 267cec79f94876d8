// SPDX-License-Identifier: Apache-2.0
// OUT/journal.tsv: every finished run, fsynced before it is reported, so that a sweep can be resumed after kill -9 or a
// power cut.
#pragma once
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "io/fd.hpp"
#include "io/output.hpp"
#include "pmsweep/rows.hpp"

namespace wattline::pmsweep {

struct Entry {
  std::string key;      // of the Item
  std::string folder;   // under OUT, with the run's logs
  std::string command;  // what profiles have to share to be compared as neighbours
  Row row;
};

class Journal {
 public:
  // Creates OUT. Throws a usage error when it has a journal and `resume` is not set, a data error when the journal has
  // other columns, try_later when another process writes it. An incomplete last line is removed.
  Journal(const std::string& out, const io::RowKind& kind, bool resume);

  void add(const Entry& entry);
  // The latest entry of each key, in the order in which they came.
  const std::vector<Entry>& entries() const { return entries_; }
  std::vector<Entry>& entries() { return entries_; }
  const Entry* find(const std::string& key) const;
  const io::RowKind& kind() const { return kind_; }

 private:
  void read(const std::string& path, const std::string& header);
  void remember(const Entry& entry);
  io::RowKind kind_;
  io::Fd lock_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::size_t> index_;
  std::unique_ptr<io::Output> file_;
  std::unique_ptr<io::TsvWriter> writer_;
};

// Writes the rows as a table of their own, all or nothing.
void write_table(const std::string& path, const io::RowKind& kind, const std::vector<Entry>& entries);

}  // namespace wattline::pmsweep
