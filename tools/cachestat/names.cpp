// SPDX-License-Identifier: Apache-2.0
#include "names.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <vector>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/tsv.hpp"

namespace wattline::cachestat {

namespace {

struct CloseInput {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};
using Input = std::unique_ptr<std::FILE, CloseInput>;

Input open_list(const std::string& path) {
  Input input(path == "-" ? stdin : std::fopen(path.c_str(), "re"));
  if (!input) throw os_error(path, errno);
  return input;
}

void check_read(const Input& input, const NameList& list) {
  if (std::ferror(input.get()) != 0) throw os_error(list.file, errno);
}

void read_plain(const Input& input, char terminator, const std::function<void(const std::string&)>& use) {
  std::string name;
  for (int c = std::getc(input.get()); c != EOF; c = std::getc(input.get())) {
    if (c != static_cast<unsigned char>(terminator)) {
      name += static_cast<char>(c);
      continue;
    }
    if (!name.empty()) use(name);
    name.clear();
  }
  if (!name.empty()) use(name);
}

// Records of a table; a quoted CSV field may hold separators, doubled quotes and line ends.
class Table {
 public:
  explicit Table(std::FILE* input) : input_(input) {}
  // False at the end of the file.
  bool next(std::vector<std::string>& fields);
  long long line() const { return line_; }

 private:
  bool end_field(int c, std::vector<std::string>& fields);
  void take_quoted();
  std::FILE* input_;
  std::string field_;
  char separator_ = '\0';  // known when the header's first separator was met
  long long line_ = 0;
};

// Reads up to the closing quote; a doubled quote stands for one.
void Table::take_quoted() {
  for (int c = std::getc(input_); c != EOF; c = std::getc(input_)) {
    if (c == '\n') ++line_;
    if (c == '"') {
      const int after = std::getc(input_);
      if (after != '"') {
        std::ungetc(after, input_);
        return;
      }
    }
    field_ += static_cast<char>(c);
  }
}

// Ends a field at a separator, line end or end of file; true when that ends the record.
bool Table::end_field(int c, std::vector<std::string>& fields) {
  const bool last = c == '\n' || c == EOF;
  if (last && !field_.empty() && field_.back() == '\r') field_.pop_back();
  fields.push_back(separator_ == '\t' ? io::unescape_field(field_) : field_);
  field_.clear();
  return last;
}

bool Table::next(std::vector<std::string>& fields) {
  fields.clear();
  int c = std::getc(input_);
  if (c == EOF) return false;
  ++line_;
  for (;; c = std::getc(input_)) {
    if (separator_ == '\0' && (c == ',' || c == '\t')) separator_ = static_cast<char>(c);
    if (c == '\n' || c == EOF || (c == separator_ && separator_ != '\0')) {
      if (end_field(c, fields)) return true;
    } else if (c == '"' && field_.empty() && separator_ != '\t') {
      take_quoted();
    } else {
      field_ += static_cast<char>(c);
    }
  }
}

void read_column(const Input& input, const NameList& list, const std::function<void(const std::string&)>& use) {
  Table table(input.get());
  std::vector<std::string> fields;
  if (!table.next(fields)) throw data_error(list.file + ": no header line", "--column needs a table with a header");
  const auto found = std::find(fields.begin(), fields.end(), list.column);
  if (found == fields.end()) {
    throw data_error(list.file + ": no column '" + list.column + "'", "it has: " + join(fields, ", "));
  }
  const auto column = static_cast<std::size_t>(found - fields.begin());
  while (table.next(fields)) {
    if (fields.size() == 1 && fields[0].empty()) continue;  // an empty line
    if (column >= fields.size()) {
      throw data_error(list.file + ": line " + std::to_string(table.line()) + ": no field '" + list.column + "'");
    }
    if (!fields[column].empty()) use(fields[column]);
  }
}

}  // namespace

void read_names(const NameList& list, const std::function<void(const std::string&)>& use) {
  const Input input = open_list(list.file);
  if (list.column.empty()) {
    read_plain(input, list.null ? '\0' : '\n', use);
  } else {
    read_column(input, list, use);
  }
  check_read(input, list);
}

}  // namespace wattline::cachestat
