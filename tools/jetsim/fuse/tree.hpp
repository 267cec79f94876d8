// SPDX-License-Identifier: Apache-2.0
// The emulated file tree: kernel attributes that are computed when read, links, and ordinary files.
#pragma once
#include <sys/types.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wattline::jetsim {

using ReadText = std::function<int(std::string& text)>;       // 0 or an errno
using WriteText = std::function<int(std::string_view text)>;  // 0 or an errno

// What one open(2) of a special file holds; its destructor is the close.
class OpenFile {
 public:
  virtual ~OpenFile() = default;
  virtual int read(std::string& text) = 0;
  virtual int write(std::string_view text) = 0;
};

struct Node {
  enum class Kind { directory, attribute, plain, link };
  Kind kind = Kind::directory;
  mode_t mode = 0755;
  ReadText read;
  WriteText write;
  std::function<std::unique_ptr<OpenFile>()> open;  // instead of read and write
  std::function<bool()> present;                    // absent from the tree while this says false
  bool removable = false;                           // remove() may take it while the tree is served
  std::string text;                                 // content of a plain file, target of a link
  bool writable = false;                            // a directory where files may be made and removed
  std::map<std::string, std::shared_ptr<Node>> children;

  bool visible() const { return !present || present(); }
  // Whether it is always there, with the same size and, but for chmod(2), the same mode.
  bool has_constant_attributes() const { return kind != Kind::plain && !present && !removable; }
};
using NodePtr = std::shared_ptr<Node>;

class Tree {
 public:
  Tree();
  // Null when any part of the path is absent. Links are not followed: the kernel does that.
  NodePtr find(std::string_view path) const;
  // Whether somebody who is neither root nor the owner could walk to the path.
  bool open_to_others(std::string_view path) const;
  // The directory that holds the path's last component, and that component.
  std::pair<NodePtr, std::string> parent(std::string_view path) const;

  // All of these make the directories above them.
  Node& directory(std::string_view path);
  // Without `read`, it can only be written.
  Node& attribute(std::string_view path, ReadText read, WriteText write = {});
  Node& link(std::string_view path, const std::string& target);
  Node& plain(std::string_view path, const std::string& text);
  // An attribute that never changes; a line feed is added.
  Node& constant(std::string_view path, const std::string& text);
  // A link whose target is given as an absolute path of the tree; stored relative, as sysfs does.
  Node& link_to(std::string_view path, std::string_view target);
  void remove(std::string_view path);

 private:
  Node& add(std::string_view path, Node::Kind kind, mode_t mode);
  NodePtr root_;
};

// A reader of one integer and a line feed.
ReadText integer(std::function<long long()> value);

}  // namespace wattline::jetsim
