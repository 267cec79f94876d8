// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/image_files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/file_name.hpp"
#include "io/filesystem.hpp"
#include "io/regular_file.hpp"

namespace wattline::trainstep {

namespace {

bool is_one_of(const std::string& ending, std::initializer_list<const char*> endings) {
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

// As Python's lower() changes it, where it is ASCII.
std::string lower_ending(const std::string& name) {
  std::string ending(io::file_suffix(name));
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return ending;
}

bool is_read(const std::string& ending) {
  return is_one_of(ending, {".jpg", ".jpeg", ".png"});
}

// What torchvision's ImageFolder and Ultralytics read besides, and other images.
bool is_other_image(const std::string& ending) {
  return is_one_of(ending, {".ppm", ".bmp", ".pgm", ".tif", ".tiff", ".webp", ".dng", ".mpo", ".pfm", ".heic", ".heif",
                            ".avif", ".gif", ".jfif", ".jp2", ".jpe"});
}

// "2 .webp, 1 without an ending".
std::string counts(const LeftOut& left_out, bool images) {
  std::string text;
  for (const auto& [ending, count] : left_out.endings) {
    if (is_other_image(ending) != images) continue;
    text += (text.empty() ? "" : ", ") + std::to_string(count) + ' ' + (ending.empty() ? "without an ending" : ending);
  }
  return text;
}

class Walk {
 public:
  Walk(const std::string& root, bool recursive, bool hidden) : root_(root), recursive_(recursive), hidden_(hidden) {}

  ImageFiles run() {
    sys::error_code error;
    for (fs::path above = fs::canonical(root_, error).parent_path(); !error && !above.empty();) {
      if (const auto status = io::file_status(above.string())) above_.push_back(*status);
      above = above == above.root_path() ? fs::path() : above.parent_path();
    }
    enter("");
    std::sort(folders_.begin(), folders_.end(), [](const Folder& a, const Folder& b) { return a.name < b.name; });
    for (Folder& folder : folders_) {
      std::sort(folder.names.begin(), folder.names.end());
      for (const std::string& name : folder.names) {
        files_.names.push_back(folder.name.empty() ? name : folder.name + '/' + name);
      }
    }
    return std::move(files_);
  }

 private:
  struct Folder {
    std::string name;  // relative to the root
    std::vector<std::string> names;
  };

  std::string path_of(const std::string& folder) const { return folder.empty() ? root_ : root_ + '/' + folder; }
  void leave_out(const std::string& folder, const std::string& reason) {
    files_.left_out.folders.push_back(folder + " (" + reason + ')');
  }

  void enter(const std::string& name) {
    const std::string path = path_of(name);
    const auto status = io::file_status(path);
    if (!status) return;
    const auto is_this = [&](const struct stat& above) {
      return above.st_dev == status->st_dev && above.st_ino == status->st_ino;
    };
    if (std::any_of(above_.begin(), above_.end(), is_this)) return leave_out(name, "a link to a folder above it");
    above_.push_back(*status);
    list(name, path);
    above_.pop_back();
  }

  void list(const std::string& name, const std::string& path) {
    sys::error_code error;
    std::vector<std::string> inner;
    Folder folder{name, {}};
    for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
      std::string child = entry->path().filename().string();
      if (!hidden_ && child.front() == '.') continue;
      sys::error_code unknown;
      if (fs::is_directory(entry->status(unknown))) {
        inner.push_back(name.empty() ? child : name + '/' + child);
      } else if (const std::string ending = lower_ending(child); is_read(ending)) {
        folder.names.push_back(std::move(child));
      } else {
        ++files_.left_out.endings[ending];
      }
    }
    if (error && name.empty()) throw os_error(path, error.value());
    if (error) leave_out(name, std::strerror(error.value()));
    folders_.push_back(std::move(folder));
    std::sort(inner.begin(), inner.end());
    for (const std::string& child : inner) {
      if (recursive_) enter(child);
      if (!recursive_ && !fs::is_empty(path_of(child), error)) leave_out(child, "a folder below the images");
    }
  }

  std::string root_;
  bool recursive_, hidden_;
  std::vector<struct stat> above_;
  std::vector<Folder> folders_;
  ImageFiles files_;
};

}  // namespace

bool is_image_name(const std::string& name) {
  return is_read(lower_ending(name));
}

void LeftOut::add(const LeftOut& other) {
  for (const auto& [ending, count] : other.endings) endings[ending] += count;
  outside += other.outside;
  folders.insert(folders.end(), other.folders.begin(), other.folders.end());
}

std::string left_out_images(const LeftOut& left_out) {
  constexpr std::size_t kMostNames = 5;
  std::vector<std::string> parts;
  const std::string images = counts(left_out, true);
  if (!images.empty()) parts.push_back("images that are neither JPEG nor PNG: " + images);
  const std::size_t count = left_out.folders.size();
  if (count > 0) {
    const auto begin = left_out.folders.begin();
    const std::vector<std::string> names(begin, begin + static_cast<std::ptrdiff_t>(std::min(count, kMostNames)));
    parts.push_back(std::to_string(count) + (count == 1 ? " folder: " : " folders: ") + join(names, ", ") +
                    (count > kMostNames ? ", ..." : ""));
  }
  if (left_out.outside > 0) parts.push_back(std::to_string(left_out.outside) + " outside the class folders");
  return join(parts, "; ");
}

std::string left_out_files(const LeftOut& left_out) {
  return counts(left_out, false);
}

ImageFiles images_in(const std::string& folder) {
  return Walk(folder, false, true).run();
}

ImageFiles images_under(const std::string& folder) {
  return Walk(folder, true, true).run();
}

ImageFiles visible_images_under(const std::string& folder) {
  ImageFiles files = Walk(folder, true, false).run();
  std::sort(files.names.begin(), files.names.end());
  return files;
}

}  // namespace wattline::trainstep
