// SPDX-License-Identifier: Apache-2.0
#include "dsgen/scaled_copy.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "dsgen/store.hpp"
#include "io/file_name.hpp"
#include "io/filesystem.hpp"
#include "io/regular_file.hpp"

namespace wattline::dsgen {

namespace {

bool is_image(const std::string& name) {
  std::string ending(io::file_suffix(name));
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return ending == ".jpg" || ending == ".jpeg" || ending == ".png";
}

// All regular files under the folder, sorted, by their names relative to it. Links to files elsewhere are followed
// but keep their own names. Paths are compared as strings, because Boost's comparison aborts if memory is refused.
std::vector<std::string> list_files(const std::string& folder) {
  if (!fs::is_directory(folder)) throw data_error(folder + ": is not a folder");
  const std::string above = folder.back() == '/' ? folder : folder + "/";
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(above)) {
    if (fs::is_regular_file(entry.status())) names.push_back(entry.path().string().substr(above.size()));
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string read_file(const fs::path& path) {
  if (::access(path.c_str(), R_OK) != 0) throw os_error(path.string(), errno);
  std::vector<std::uint8_t> bytes;
  io::read_regular_file(path.string(), bytes);
  return {bytes.begin(), bytes.end()};
}

// The name of copy k: the first keeps the image's own.
std::string numbered(const std::string& name, int copy) {
  if (copy == 0) return name;
  const std::size_t suffix = io::file_suffix(name).size();
  return name.substr(0, name.size() - suffix) + "_" + std::to_string(copy) + name.substr(name.size() - suffix);
}

// Where the n-th field of a line of CSV begins and ends.
struct Place {
  std::size_t begin = 0, end = 0;
};

std::optional<Place> field_of(const std::string& line, int n) {
  Place place;
  bool quoted = false;
  for (; place.end < line.size() && line[place.end] != '\r'; ++place.end) {
    if (line[place.end] == '"') quoted = !quoted;
    if (line[place.end] != ',' || quoted) continue;
    if (n-- == 0) return place;
    place.begin = place.end + 1;
  }
  return n == 0 ? std::optional<Place>(place) : std::nullopt;
}

std::string text_at(const std::string& line, Place place) {
  const std::string text = line.substr(place.begin, place.end - place.begin);
  return text.size() > 1 && text.front() == '"' ? text.substr(1, text.size() - 2) : text;
}

std::optional<int> column_of(const std::string& header, const std::string& name) {
  int n = 0;
  for (auto place = field_of(header, 0); place; place = field_of(header, ++n)) {
    if (text_at(header, *place) == name) return n;
  }
  return std::nullopt;
}

class Scaler {
 public:
  Scaler(const ScaleOptions& options, const std::function<void(const std::string&, std::int64_t)>& made)
      : options_(options), made_(made) {}

  void run() {
    for (const std::string& name : list_files(options_.from)) {
      if (is_image(name)) {
        copy_image(name);
      } else if (io::file_suffix(name) == ".csv") {
        tables_.push_back(name);
      }
    }
    if (images_ == 0) throw data_error(options_.from + ": no images to copy");
    for (const std::string& table : tables_) copy_table(table);
  }

 private:
  // How often the n-th image of a folder is copied.
  int copies_of(const std::string& name) {
    const std::int64_t n = seen_[name.substr(0, name.rfind('/') + 1)]++;
    const auto share = [this](std::int64_t i) {
      return static_cast<int>(std::floor(static_cast<double>(i) * options_.factor + 1e-9));
    };
    return share(n + 1) - share(n);
  }

  void copy_image(const std::string& name) {
    ++images_;
    const int copies = copies_of(name);
    copies_[std::string(io::file_stem(name))] = copies;
    for (int k = 0; k < copies; ++k) {
      write(numbered(name, k), read_file(fs::path(options_.from) / name));
      copy_boxes(name, k);
    }
  }

  // images/a/b.jpg has its objects in labels/a/b.txt.
  void copy_boxes(const std::string& image, int copy) {
    const std::string folder = "images/";
    if (image.compare(0, folder.size(), folder) != 0) return;
    const std::size_t suffix = io::file_suffix(image).size();
    const std::string label = "labels/" + image.substr(folder.size(), image.size() - folder.size() - suffix) + ".txt";
    const fs::path source = fs::path(options_.from) / label;
    if (fs::exists(source)) write(numbered(label, copy), read_file(source));
  }

  // Rows whose image_id is a image's name follow its copies; others stay.
  void copy_table(const std::string& name) {
    const std::string table = read_file(fs::path(options_.from) / name);
    if (table.empty()) return write(name, "");
    std::string text;
    std::optional<int> column;
    for (std::size_t begin = 0, end = 0; begin < table.size(); begin = end + 1) {
      end = std::min(table.find('\n', begin), table.size());
      const std::string line = table.substr(begin, end - begin);
      if (begin == 0) column = image_column(line);
      text += begin > 0 && column ? rows_of(line, *column) : line + '\n';
    }
    write(name, text);
  }

  static std::optional<int> image_column(const std::string& header) {
    const std::string mark = "\xef\xbb\xbf";  // of UTF-8, as some editors write it
    return column_of(header.compare(0, 3, mark) == 0 ? header.substr(3) : header, "image_id");
  }

  std::string rows_of(const std::string& line, int column) const {
    const auto place = field_of(line, column);
    const std::string id = place ? text_at(line, *place) : "";
    const auto copies = copies_.find(std::string(io::file_stem(id)));
    if (copies == copies_.end()) return line + '\n';
    std::string rows;
    for (int k = 0; k < copies->second; ++k) {
      const std::string name = numbered(id, k);
      const bool quoted = name.find(',') != std::string::npos;
      rows += line.substr(0, place->begin) + (quoted ? '"' + name + '"' : name) + line.substr(place->end) + '\n';
    }
    return rows;
  }

  void write(const std::string& name, const std::string& data) {
    const fs::path path = fs::path(options_.to) / name;
    if (fs::exists(path)) {
      throw data_error(options_.from + ": " + name + " is also the name of another image's copy", "rename one of them");
    }
    make_folder(path.parent_path());
    write_file(path, data);
    made_(name, static_cast<std::int64_t>(data.size()));
  }

  const ScaleOptions& options_;
  const std::function<void(const std::string&, std::int64_t)>& made_;
  std::map<std::string, std::int64_t> seen_;
  std::map<std::string, int> copies_;
  std::vector<std::string> tables_;
  std::int64_t images_ = 0;
};

}  // namespace

void scale_set(const ScaleOptions& options, const std::function<void(const std::string&, std::int64_t)>& made) {
  Scaler(options, made).run();
}

}  // namespace wattline::dsgen
