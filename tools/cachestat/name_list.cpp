// SPDX-License-Identifier: Apache-2.0
#include "cachestat/name_list.hpp"

#include <algorithm>
#include <climits>
#include <vector>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "cachestat/list_input.hpp"
#include "io/column_names.hpp"
#include "io/csv.hpp"
#include "io/tsv.hpp"

namespace wattline::cachestat {

namespace {

using Use = std::function<void(const std::string&)>;

constexpr std::size_t kMaxRecord = std::size_t{1} << 20;

// Such lists come from Windows' editors and PowerShell.
void refuse_utf16(const NameList& list, const std::string& start) {
  if (start.compare(0, 2, "\xff\xfe") != 0 && start.compare(0, 2, "\xfe\xff") != 0) return;
  throw data_error(list.file + ": is UTF-16, not UTF-8", "convert it with: iconv -f UTF-16 -t UTF-8");
}

// No name that the kernel takes is longer, nor holds a NUL: it is another kind of list, and what is cut off a name
// would be another file.
void check_name(const NameList& list, const std::string& name, long long number) {
  const bool has_nul = name.find('\0') != std::string::npos;
  if (!has_nul && name.size() < PATH_MAX) return;
  const std::string where = list.file + (list.null ? ": name " : ": line ") + std::to_string(number);
  if (has_nul) {
    throw data_error(where + ": holds a NUL", list.column.empty() ? "names that end with NUL need -0" : "");
  }
  throw data_error(where + ": longer than any path", list.null ? "names that end with a line feed need no -0" : "");
}

void read_plain(ListInput& input, const NameList& list, const Use& use) {
  if (!list.null) input.skip_utf8_mark();
  if (input.stopped()) return;
  std::string name;
  bool more = true;
  for (long long number = 1; more; ++number) {
    more = input.take_until(list.null ? '\0' : '\n', PATH_MAX, name);
    if (input.stopped()) return;
    if (number == 1 && !list.null) refuse_utf16(list, name);
    if (!list.null && !name.empty() && name.back() == '\r') name.pop_back();
    check_name(list, name, number);
    if (!name.empty()) use(name);
  }
}

// The first TAB or comma of the header outside of quotes.
char separator_of(const std::string& header) {
  bool quoted = false;
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (header[i] == '"' && (quoted || i == 0)) quoted = !quoted;
    if (!quoted && (header[i] == ',' || header[i] == '\t')) return header[i];
  }
  return ',';
}

// Records of a table: CSV, or TSV when its header says so.
class Table {
 public:
  Table(ListInput& input, const NameList& list) : input_(input), list_(list) {}
  // False at the end of the file, or when its reading was stopped. Throws a data error for what is no record.
  bool next();
  std::vector<std::string>& fields() { return is_tsv_ ? fields_ : record_.fields(); }
  // The record's first.
  long long line() const { return line_; }
  std::string where() const { return list_.file + ": line " + std::to_string(line_); }

 private:
  void add(const std::string& line);
  ListInput& input_;
  const NameList& list_;
  std::string text_;
  bool is_tsv_ = false;
  io::CsvRecord record_;
  std::vector<std::string> fields_;  // of TSV
  long long line_ = 0, lines_ = 0;
};

void Table::add(const std::string& line) {
  if (lines_++ == 0) is_tsv_ = separator_of(line) == '\t';
  if (!is_tsv_) {
    record_.add(line);
    return;
  }
  fields_.clear();
  const bool has_return = !line.empty() && line.back() == '\r';
  const std::string_view text(line.data(), line.size() - (has_return ? 1 : 0));
  for (const std::string_view field : split(text, '\t')) fields_.push_back(io::unescape_field(field));
}

bool Table::next() {
  line_ = lines_ + 1;
  if (input_.peek() == ListInput::kEnd) return false;
  bool more = true;
  for (std::size_t size = 0; more; size += text_.size()) {
    more = input_.take_until('\n', kMaxRecord - size, text_);
    if (input_.stopped()) return false;
    add(text_);
    if (!record_.is_open() && text_.size() < kMaxRecord - size) return true;
    if (size + text_.size() >= kMaxRecord) break;
  }
  throw data_error(where() + (record_.is_open() ? ": no closing quote" : ": more than 1 MiB"));
}

void read_column(ListInput& input, const NameList& list, const Use& use) {
  input.skip_utf8_mark();
  Table table(input, list);
  if (!table.next()) {
    if (input.stopped()) return;
    throw data_error(list.file + ": no header line", "--column needs a table with a header");
  }
  const std::vector<std::string> header = table.fields();
  refuse_utf16(list, header.front());
  io::require_unique_named_columns(list.file, header);
  const auto found = std::find(header.begin(), header.end(), list.column);
  if (found == header.end()) {
    throw data_error(list.file + ": no column '" + list.column + "'", "it has: " + join(header, ", ").substr(0, 300));
  }
  const auto column = static_cast<std::size_t>(found - header.begin());
  while (table.next()) {
    const std::vector<std::string>& fields = table.fields();
    if (fields.size() == 1 && fields[0].empty()) continue;  // an empty line
    if (fields.size() != header.size()) {
      throw data_error(table.where() + ": " + std::to_string(fields.size()) + " fields, but the header has " +
                       std::to_string(header.size()));
    }
    check_name(list, fields[column], table.line());
    if (!fields[column].empty()) use(fields[column]);
  }
}

}  // namespace

std::vector<std::string> other_readings(const std::string& line) {
  constexpr const char* kSeparators = " \t,";
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (!name.empty() && name != line) names.push_back(name);
  };
  const std::size_t quote = line.empty() || (line[0] != '"' && line[0] != '\'') ? 0 : line.rfind(line[0]);
  if (quote > 0) add(line.substr(1, quote - 1));
  const std::size_t last = line.find_last_of(kSeparators);
  if (last == std::string::npos) return names;
  const std::size_t end = line.find_last_not_of(kSeparators, last);
  if (end != std::string::npos) add(line.substr(0, end + 1));
  add(line.substr(0, line.find_first_of(kSeparators)));
  return names;
}

void read_names(const NameList& list, const Use& use, const Stop& stop) {
  ListInput input(list.copy.empty() ? list.file : list.copy, stop);
  if (list.column.empty()) {
    read_plain(input, list, use);
  } else {
    read_column(input, list, use);
  }
}

}  // namespace wattline::cachestat
