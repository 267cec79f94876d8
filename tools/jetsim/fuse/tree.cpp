// SPDX-License-Identifier: Apache-2.0
#include "jetsim/fuse/tree.hpp"

#include <algorithm>
#include <cerrno>

#include "base/parse.hpp"

namespace wattline::jetsim {

namespace {

std::vector<std::string_view> components(std::string_view path) {
  std::vector<std::string_view> parts = split(path, '/');
  parts.erase(std::remove(parts.begin(), parts.end(), std::string_view{}), parts.end());
  return parts;
}

NodePtr child(const Node& node, std::string_view name) {
  const auto found = node.children.find(std::string(name));
  if (found == node.children.end() || !found->second->visible()) return nullptr;
  return found->second;
}

}  // namespace

Tree::Tree() : root_(std::make_shared<Node>()) {}

NodePtr Tree::find(std::string_view path) const {
  NodePtr node = root_;
  for (const std::string_view part : components(path)) {
    node = child(*node, part);
    if (!node) return nullptr;
  }
  return node;
}

bool Tree::open_to_others(std::string_view path) const {
  NodePtr node = root_;
  for (const std::string_view part : components(path)) {
    if (node->kind == Node::Kind::directory && (node->mode & 0001) == 0) return false;
    node = child(*node, part);
    if (!node) return true;
  }
  return true;
}

std::pair<NodePtr, std::string> Tree::parent(std::string_view path) const {
  const std::size_t slash = path.rfind('/');
  return {find(path.substr(0, slash)), std::string(path.substr(slash + 1))};
}

Node& Tree::directory(std::string_view path) {
  NodePtr node = root_;
  for (const std::string_view part : components(path)) {
    NodePtr& next = node->children[std::string(part)];
    if (!next) next = std::make_shared<Node>();
    node = next;
  }
  return *node;
}

Node& Tree::add(std::string_view path, Node::Kind kind, mode_t mode) {
  const std::size_t slash = path.rfind('/');
  Node& above = directory(path.substr(0, slash));
  auto node = std::make_shared<Node>();
  node->kind = kind;
  node->mode = mode;
  return *(above.children[std::string(path.substr(slash + 1))] = node);
}

Node& Tree::attribute(std::string_view path, ReadText read, WriteText write) {
  Node& node = add(path, Node::Kind::attribute, static_cast<mode_t>(!read ? 0200 : write ? 0644 : 0444));
  node.read = std::move(read);
  if (!node.read) node.read = [](std::string&) { return EIO; };  // as sysfs answers
  node.write = std::move(write);
  return node;
}

Node& Tree::constant(std::string_view path, const std::string& text) {
  return attribute(path, [text](std::string& out) {
    out = text + "\n";
    return 0;
  });
}

Node& Tree::link(std::string_view path, const std::string& target) {
  Node& node = add(path, Node::Kind::link, 0777);
  node.text = target;
  return node;
}

Node& Tree::link_to(std::string_view path, std::string_view target) {
  const auto from = components(path);
  const auto to = components(target);
  std::size_t common = 0;
  while (common + 1 < from.size() && common < to.size() && from[common] == to[common]) ++common;
  std::string relative;
  for (std::size_t i = common + 1; i < from.size(); ++i) relative += "../";
  for (std::size_t i = common; i < to.size(); ++i) relative += std::string(to[i]) + (i + 1 < to.size() ? "/" : "");
  return link(path, relative);
}

Node& Tree::plain(std::string_view path, const std::string& text) {
  Node& node = add(path, Node::Kind::plain, 0644);
  node.text = text;
  return node;
}

void Tree::remove(std::string_view path) {
  const auto [above, name] = parent(path);
  if (above) above->children.erase(name);
}

ReadText integer(std::function<long long()> value) {
  return [value = std::move(value)](std::string& text) {
    text = std::to_string(value()) + "\n";
    return 0;
  };
}

}  // namespace wattline::jetsim
