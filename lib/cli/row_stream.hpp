// SPDX-License-Identifier: Apache-2.0
// The rows that a tool prints, their destination, and the meta file beside them.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/app.hpp"
#include "cli/context.hpp"
#include "io/meta.hpp"
#include "io/output.hpp"
#include "io/row_table.hpp"

namespace wattline::cli {

// -o, --append, --columns, --no-header of tools that print rows.
struct RowOptions {
  std::string output;
  bool append = false;
  std::vector<std::string> columns;
  bool no_header = false;
  std::string meta;                 // where the meta rows go; empty = FILE.meta beside -o FILE
  std::optional<io::Root> machine;  // that the meta rows describe; empty = that of --root
};
void declare_rows(App& app, RowOptions& options);

// The stream of rows a tool prints: stdout or -o FILE (with FILE.meta), tags in front.
class RowStream {
 public:
  // With a file, `meta` is written beside it at once; write_meta() replaces it later, or adds to a stream such as
  // /dev/stdout what is new. With --append, the records of
  // earlier runs stay in the meta file.
  RowStream(Context& context, const RowOptions& options, const io::RowKind& kind, const io::Meta& meta = {});
  // Throws what the constructor would throw for these names and for the file of --append, which stays as it is. For
  // tools that look for what they measure before they open the file.
  static void check(const Context& context, const RowOptions& options, const io::RowKind& kind);
  io::TsvWriter& rows() { return writer_; }
  io::Output& output() { return file_ ? *file_ : context_.out; }
  void write_meta(const io::Meta& more) { write_meta(meta_path_, more); }
  // Rotates the file: it is renamed to FILE.1, the next one to FILE.2 and so on, each with its own meta file that also
  // holds `more`, and a new FILE is begun. Without a file nothing happens.
  void rotate(const io::Meta& more);

 private:
  void write_meta(const std::string& path, const io::Meta& more);
  void keep_earlier_records();
  Context& context_;
  io::Root machine_;
  std::unique_ptr<io::Output> file_;
  std::string path_;
  int rotations_ = 0;
  std::string meta_path_;
  std::string earlier_records_;  // of the meta file, and where this run's rows begin
  io::Meta record_start_;
  io::Meta printed_meta_;  // rows that are in a stream already, such as /dev/stdout
  io::TsvWriter writer_;
};

// Prints rows that are all there already, in large writes. Returns the exit status.
template <class Row>
int print_rows(Context& context, const RowOptions& options, const io::RowTable<Row>& table,
               const std::vector<Row>& rows) {
  RowStream stream(context, options, table.kind());
  stream.rows().buffer(std::size_t{1} << 16);
  for (const Row& row : rows) table.write(stream.rows(), row);
  stream.rows().flush();
  return to_int(ExitCode::ok);
}

}  // namespace wattline::cli
