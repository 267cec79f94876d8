// SPDX-License-Identifier: Apache-2.0
#include "cachestat/name_list.hpp"

#include <algorithm>
#include <climits>
#include <vector>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "cachestat/list_input.hpp"
#include "io/tsv.hpp"

namespace wattline::cachestat {

namespace {

using Use = std::function<void(const std::string&)>;

constexpr std::size_t kMaxField = std::size_t{1} << 20;

// No name that the kernel takes is longer, nor holds a NUL: it is another kind of list, and what is cut off a name
// would be another file.
void check_name(const NameList& list, const std::string& name, long long number) {
  const std::string where = list.file + (list.null ? ": name " : ": line ") + std::to_string(number);
  if (name.find('\0') != std::string::npos) {
    throw data_error(where + ": holds a NUL", list.column.empty() ? "names that end with NUL need -0" : "");
  }
  if (name.size() < PATH_MAX) return;
  throw data_error(where + ": longer than any path", list.null ? "names that end with a line feed need no -0" : "");
}

void read_plain(ListInput& input, const NameList& list, const Use& use) {
  const int terminator = list.null ? '\0' : '\n';
  std::string name;
  for (long long number = 1;; ++number) {
    name.clear();
    int c = input.get();
    for (; c != ListInput::kEnd && c != terminator; c = input.get()) {
      name += static_cast<char>(c);
      if (name.size() == PATH_MAX) check_name(list, name, number);
    }
    if (input.stopped()) return;
    check_name(list, name, number);
    if (!name.empty()) use(name);
    if (c == ListInput::kEnd) return;
  }
}

// Records of a table; a quoted CSV field may hold separators, doubled quotes and line ends.
class Table {
 public:
  explicit Table(ListInput& input) : input_(input) {}
  // False at the end of the file, or when its reading was stopped.
  bool next(std::vector<std::string>& fields);
  // Of the record's start.
  long long line() const { return line_; }
  // Why the record is none; null when it is one.
  const char* problem() const { return problem_; }

 private:
  bool end_field(int c, std::vector<std::string>& fields);
  void take_quoted();
  ListInput& input_;
  std::string field_;
  char separator_ = '\0';  // known when the header's first separator was met
  long long line_ = 0, next_line_ = 1;
  const char* problem_ = nullptr;
};

// Reads up to the closing quote; a doubled quote stands for one.
void Table::take_quoted() {
  for (int c = input_.get(); c != ListInput::kEnd && field_.size() < kMaxField; c = input_.get()) {
    if (c == '\n') ++next_line_;
    if (c == '"' && input_.peek() != '"') return;
    if (c == '"') input_.get();
    field_ += static_cast<char>(c);
  }
  problem_ = "no closing quote";
}

// Ends a field at a separator, line end or end of file; true when that ends the record.
bool Table::end_field(int c, std::vector<std::string>& fields) {
  const bool last = c == '\n' || c == ListInput::kEnd || problem_ != nullptr;
  if (last && !field_.empty() && field_.back() == '\r') field_.pop_back();
  fields.push_back(separator_ == '\t' ? io::unescape_field(field_) : field_);
  field_.clear();
  return last;
}

bool Table::next(std::vector<std::string>& fields) {
  fields.clear();
  line_ = next_line_++;
  if (input_.peek() == ListInput::kEnd) return false;
  for (;;) {
    const int c = input_.get();
    if (separator_ == '\0' && (c == ',' || c == '\t')) separator_ = static_cast<char>(c);
    if (field_.size() >= kMaxField) problem_ = "a field of more than 1 MiB";
    if (c == '\n' || c == ListInput::kEnd || problem_ != nullptr || (c == separator_ && separator_ != '\0')) {
      if (end_field(c, fields)) return !input_.stopped();
    } else if (c == '"' && field_.empty() && separator_ != '\t') {
      take_quoted();
    } else {
      field_ += static_cast<char>(c);
    }
  }
}

void check_record(const NameList& list, const Table& table, std::size_t found, std::size_t wanted) {
  const std::string where = list.file + ": line " + std::to_string(table.line());
  if (table.problem() != nullptr) throw data_error(where + ": " + table.problem());
  if (found == wanted) return;
  throw data_error(where + ": " + std::to_string(found) + " fields, but the header has " + std::to_string(wanted));
}

void read_column(ListInput& input, const NameList& list, const Use& use) {
  input.skip_utf8_mark();
  Table table(input);
  std::vector<std::string> header, fields;
  if (!table.next(header)) {
    if (input.stopped()) return;
    throw data_error(list.file + ": no header line", "--column needs a table with a header");
  }
  check_record(list, table, header.size(), header.size());
  const auto found = std::find(header.begin(), header.end(), list.column);
  if (found == header.end()) {
    throw data_error(list.file + ": no column '" + list.column + "'", "it has: " + join(header, ", ").substr(0, 300));
  }
  const auto column = static_cast<std::size_t>(found - header.begin());
  while (table.next(fields)) {
    if (fields.size() == 1 && fields[0].empty()) continue;  // an empty line
    check_record(list, table, fields.size(), header.size());
    check_name(list, fields[column], table.line());
    if (!fields[column].empty()) use(fields[column]);
  }
}

}  // namespace

void read_names(const NameList& list, const Use& use, const Stop& stop) {
  ListInput input(list.copy.empty() ? list.file : list.copy, stop);
  if (list.column.empty()) {
    read_plain(input, list, use);
  } else {
    read_column(input, list, use);
  }
}

}  // namespace wattline::cachestat
