// SPDX-License-Identifier: Apache-2.0
#include "jetsim/view/board_view.hpp"

#include <algorithm>
#include <array>

#include "io/filesystem.hpp"

namespace wattline::jetsim {

namespace {

// Below other folders, such as /etc/systemd and /var/lib/nvpmodel, the board's files are the only ones: a service of
// this machine does not run on the board.
constexpr std::array<const char*, 5> kShared{"/etc", "/var", "/var/lib", "/run", "/run/systemd"};

bool is_shared(const std::string& path) {
  return std::find(kShared.begin(), kShared.end(), path) != kShared.end();
}

void add_place_holder(Tree& tree, BoardView& view, const std::string& path, const fs::directory_entry& entry) {
  sys::error_code error;
  const fs::file_status status = entry.symlink_status(error);
  if (error) return;  // it has just been removed
  if (fs::is_symlink(status)) {
    tree.link(path, fs::read_symlink(entry.path(), error).string());
    return;
  }
  if (fs::is_directory(status)) {
    tree.directory(path);
  } else {
    tree.plain(path, "");
  }
  view.kept.push_back(path);
}

void merge(Tree& tree, BoardView& view, const std::string& folder, const fs::path& host) {
  tree.directory(folder).writable = true;  // here only: this machine's folder is covered
  sys::error_code error;
  for (fs::directory_iterator entry(host / fs::path(folder).relative_path(), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string path = folder + "/" + entry->path().filename().string();
    if (!tree.find(path)) {
      add_place_holder(tree, view, path, *entry);
    } else if (is_shared(path)) {
      merge(tree, view, path, host);
    }
  }
}

void show_single_files(const Node& folder, const std::string& path, const fs::path& host, BoardView& view) {
  for (const auto& [name, node] : folder.children) {
    const std::string file = path + "/" + name;
    sys::error_code error;
    if (node->kind == Node::Kind::directory) {
      show_single_files(*node, file, host, view);
    } else if (!fs::exists(fs::symlink_status(host / fs::path(file).relative_path(), error))) {
      view.absent.push_back(file);
    } else if (node->kind != Node::Kind::link) {  // a link of /proc leads into /sys on this machine too
      view.shown.push_back(file);
    }
  }
}

}  // namespace

BoardView lay_over(Tree& tree, const fs::path& host) {
  BoardView view;
  for (const auto& [name, node] : tree.find("/")->children) {
    const std::string path = "/" + name;
    if (path == "/proc") {
      show_single_files(*node, path, host, view);
      continue;
    }
    if (is_shared(path)) merge(tree, view, path, host);
    view.shown.push_back(path);
  }
  return view;
}

}  // namespace wattline::jetsim
