// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/image_labels.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/filesystem.hpp"
#include "io/lines.hpp"
#include "io/regular_file.hpp"
#include "trainstep/data/csv_reader.hpp"
#include "trainstep/data/image_files.hpp"

namespace wattline::trainstep {

namespace {

constexpr std::int64_t kMostClasses = 1'000'000;

std::string find_table(const std::string& folder, const std::string& table) {
  for (const std::string& candidate : {table, folder + '/' + table}) {
    if (fs::exists(candidate)) return candidate;
  }
  throw data_error(table + ": no such file, neither as given nor in " + folder);
}

// A row of the table as it stands there.
struct Row {
  std::int64_t line;
  std::string name, label;
};

[[noreturn]] void fail(const std::string& table, std::int64_t line, const char* problem) {
  throw data_error(table + ": line " + std::to_string(line) + ": " + problem);
}

std::vector<Row> rows_of(CsvReader& csv, const std::string& table) {
  const std::size_t name = csv.require("image_id"), label = csv.require("class");
  std::vector<Row> rows;
  while (csv.next()) {
    const std::vector<std::string>& fields = csv.fields();
    if (fields.size() <= std::max(name, label)) fail(table, csv.line(), "too few fields");
    rows.push_back({csv.line(), fields[name], fields[label]});
  }
  if (rows.empty()) throw data_error(table + ": no row names an image");
  return rows;
}

std::int32_t number_of(const std::string& table, const Row& row) {
  const auto number = to_int64(row.label);
  if (!number || *number < 0 || *number > kMostClasses) fail(table, row.line, "class is not a number from 0");
  return static_cast<std::int32_t>(*number);
}

// Numbers where the first row has one, so that a mistyped number is not taken for a name.
std::vector<std::int32_t> labels_of(const std::string& table, const std::vector<Row>& rows) {
  std::vector<std::int32_t> labels;
  if (to_int64(rows.front().label)) {
    for (const Row& row : rows) labels.push_back(number_of(table, row));
    return labels;
  }
  std::vector<std::string> names;
  for (const Row& row : rows) names.push_back(row.label);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  for (const Row& row : rows) {
    const auto place = std::lower_bound(names.begin(), names.end(), row.label);
    labels.push_back(static_cast<std::int32_t>(place - names.begin()));
  }
  return labels;
}

// What is missing behind the names of a table that leaves it out.
std::string ending_of(const std::string& folder, const std::string& name) {
  for (const char* ending : {".jpg", ".JPEG", ".jpeg", ".JPG", ".png", ".PNG"}) {
    if (fs::exists(folder + '/' + name + ending)) return ending;
  }
  return ".jpg";
}

ImageLabels labels_of_csv(const std::string& folder, const std::string& table) {
  CsvReader csv(table);
  std::vector<Row> rows = rows_of(csv, table);
  ImageLabels labels{{}, labels_of(table, rows)};
  std::string ending;
  for (Row& row : rows) {
    const bool whole = is_image_name(row.name);
    if (!whole && ending.empty()) ending = ending_of(folder, row.name);
    labels.names.push_back(whole ? std::move(row.name) : row.name + ending);
  }
  if (csv.torn()) labels.torn_file = table;
  return labels;
}

ImageLabels labels_of_ground_truth(const std::string& folder, const std::string& table) {
  ImageFiles images = images_in(folder);
  ImageLabels labels;
  labels.names = std::move(images.names);
  labels.left_out = std::move(images.left_out);
  io::LineReader lines(table);
  for (std::string_view line; lines.next(line);) {
    const auto number = to_int64(line);
    if (!number || *number < 1 || *number > kMostClasses) fail(table, lines.line_number(), "is not a number from 1");
    labels.labels.push_back(static_cast<std::int32_t>(*number - 1));
  }
  if (labels.labels.size() == labels.names.size()) return labels;
  throw data_error(table + ": has classes for " + std::to_string(labels.labels.size()) + " images, but " + folder +
                       " holds " + std::to_string(labels.names.size()),
                   "use a CSV file with the columns image_id and class for a part of the images");
}

bool is_ground_truth(const std::string& table) {
  io::open_regular_file(table);  // a FIFO would be waited for
  std::string_view line;
  io::LineReader lines(table);
  return lines.next(line) && to_int64(line).has_value();
}

}  // namespace

ImageLabels read_image_labels(const std::string& folder, const std::string& table) {
  const std::string file = find_table(folder, table);
  ImageLabels labels = is_ground_truth(file) ? labels_of_ground_truth(folder, file) : labels_of_csv(folder, file);
  if (labels.names.empty()) throw data_error(folder + ": no JPEG or PNG files");
  labels.classes = *std::max_element(labels.labels.begin(), labels.labels.end()) + std::int64_t{1};
  return labels;
}

}  // namespace wattline::trainstep
