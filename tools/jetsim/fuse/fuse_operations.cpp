// SPDX-License-Identifier: Apache-2.0
#include "jetsim/fuse/fuse_operations.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <ctime>

namespace wattline::jetsim {

namespace {

ServedTree& session() {
  return *static_cast<ServedTree*>(fuse_get_context()->private_data);
}

// One open(2). sysfs makes the text at the first read; reads at later offsets continue in it.
struct Handle {
  NodePtr node;
  std::unique_ptr<OpenFile> file;
  std::string text;
};

Handle& handle_of(const fuse_file_info* info) {
  return *reinterpret_cast<Handle*>(info->fh);
}

bool is_plain(const Node& node) {
  return node.kind == Node::Kind::plain;
}

mode_t type_bits(const Node& node) {
  if ((node.mode & S_IFMT) != 0) return node.mode & S_IFMT;  // a socket or a FIFO
  if (node.kind == Node::Kind::directory) return S_IFDIR;
  return node.kind == Node::Kind::link ? S_IFLNK : S_IFREG;
}

int missed(const char* path) {
  if (session().hooks.missed) session().hooks.missed(path);
  return -ENOENT;
}

// The first look-up of a name comes here. The kernel keeps a name that it has seen, so other operations may meet one
// that is gone.
int fs_getattr(const char* path, struct stat* status, fuse_file_info* info) {
  const NodePtr node = info != nullptr && info->fh != 0 ? handle_of(info).node : session().tree.find(path);
  if (!node) return missed(path);
  constexpr off_t kAttributeSize = 4096;  // sysfs reports a page
  // The kernel asks for the attributes of every directory on a path at each open, unless it may keep them.
  constexpr double kAlways_s = 1e9;
  session().config->attr_timeout = node->has_constant_attributes() ? kAlways_s : 0;
  static const timespec mounted{::time(nullptr), 0};  // the board's boot, as sysfs shows it
  *status = {};
  status->st_atim = status->st_mtim = status->st_ctim = mounted;
  status->st_mode = type_bits(*node) | node->mode;
  status->st_nlink = 1;
  status->st_uid = ::getuid();
  status->st_gid = ::getgid();
  status->st_size = node->kind == Node::Kind::attribute ? kAttributeSize : static_cast<off_t>(node->text.size());
  return 0;
}

int fs_readlink(const char* path, char* buffer, size_t size) {
  const NodePtr node = session().tree.find(path);
  if (!node) return missed(path);
  if (node->kind != Node::Kind::link) return -EINVAL;
  std::strncpy(buffer, node->text.c_str(), size - 1);
  buffer[size - 1] = '\0';
  return 0;
}

int fs_opendir(const char* path, fuse_file_info*) {
  return session().tree.find(path) ? 0 : missed(path);
}

int fs_readdir(const char* path, void* buffer, fuse_fill_dir_t fill, off_t, fuse_file_info*, fuse_readdir_flags) {
  const NodePtr node = session().tree.find(path);
  if (!node) return -ENOENT;
  const auto add = [&](const char* name, mode_t type) {
    struct stat status {};
    status.st_mode = type;  // readdir(3) gives it as d_type, which some programs go by
    fill(buffer, name, &status, 0, static_cast<fuse_fill_dir_flags>(0));
  };
  add(".", S_IFDIR);
  add("..", S_IFDIR);
  for (const auto& [name, below] : node->children) {
    if (below->visible()) add(name.c_str(), type_bits(*below));
  }
  return 0;
}

bool as_other() {
  return session().hooks.as_other && session().hooks.as_other();
}

// Root passes every check of mode bits, but the kernel refuses to write a file without a write method even to root.
int check_access(const Node& node, const char* path, int flags) {
  const int access = flags & O_ACCMODE;
  const bool other = as_other();
  const mode_t writers = other ? 0002 : 0222, readers = other ? 0004 : 0444;
  if (other && !session().tree.open_to_others(path)) return -EACCES;
  if (access != O_RDONLY && (node.mode & writers) == 0) return -EACCES;
  if (access != O_WRONLY && (node.mode & readers) == 0) return -EACCES;
  return 0;
}

int attach(const NodePtr& node, fuse_file_info* info) {
  auto* handle = new Handle{node, node->open ? node->open() : nullptr, {}};
  info->fh = reinterpret_cast<std::uint64_t>(handle);
  info->direct_io = 1;  // every read(2) reaches us, whatever its length
  return 0;
}

int fs_open(const char* path, fuse_file_info* info) {
  const NodePtr node = session().tree.find(path);
  if (!node) return -ENOENT;
  if (const int refused = check_access(*node, path, info->flags)) return refused;
  if (is_plain(*node) && (info->flags & O_TRUNC) != 0) node->text.clear();
  return attach(node, info);
}

int check_folder_of(const char* path) {
  const auto [above, name] = session().tree.parent(path);
  if (!above) return -ENOENT;
  return above->writable ? 0 : -EACCES;
}

// Services make sockets in /run; the kernel itself connects those who open one.
int fs_mknod(const char* path, mode_t mode, dev_t) {
  if (const int refused = check_folder_of(path)) return refused;
  if (as_other()) return -EACCES;
  session().tree.plain(path, "").mode = S_ISREG(mode) ? mode & 07777 : mode;
  return 0;
}

int fs_create(const char* path, mode_t mode, fuse_file_info* info) {
  if (const int refused = fs_mknod(path, mode, 0)) return refused;
  return attach(session().tree.find(path), info);
}

int fs_release(const char*, fuse_file_info* info) {
  session().hooks.before_access();
  delete &handle_of(info);
  info->fh = 0;
  return 0;
}

int copy_out(const std::string& text, char* buffer, size_t size, off_t offset) {
  if (static_cast<std::size_t>(offset) >= text.size()) return 0;
  const std::size_t n = std::min(size, text.size() - static_cast<std::size_t>(offset));
  std::memcpy(buffer, text.data() + offset, n);
  return static_cast<int>(n);
}

int fs_read(const char*, char* buffer, size_t size, off_t offset, fuse_file_info* info) {
  Handle& handle = handle_of(info);
  if (is_plain(*handle.node)) return copy_out(handle.node->text, buffer, size, offset);
  if (offset == 0) {
    session().hooks.before_access();
    handle.text.clear();
    if (const int error = handle.file ? handle.file->read(handle.text) : handle.node->read(handle.text)) return -error;
  }
  return copy_out(handle.text, buffer, size, offset);
}

// Plain files are kept in memory.
constexpr std::size_t kLargestPlain_b = 16 << 20;

int write_plain(Node& node, std::string_view text, off_t offset) {
  const std::size_t end = static_cast<std::size_t>(offset) + text.size();
  if (end > kLargestPlain_b) return -EFBIG;
  if (node.text.size() < end) node.text.resize(end);
  std::copy(text.begin(), text.end(), node.text.begin() + offset);
  return static_cast<int>(text.size());
}

int fs_write(const char*, const char* buffer, size_t size, off_t offset, fuse_file_info* info) {
  Handle& handle = handle_of(info);
  const std::string_view text(buffer, size);
  if (is_plain(*handle.node)) return write_plain(*handle.node, text, offset);
  session().hooks.before_access();
  if (const int error = handle.file ? handle.file->write(text) : handle.node->write(text)) return -error;
  return static_cast<int>(size);
}

int fs_truncate(const char* path, off_t size, fuse_file_info* info) {
  const NodePtr node = info != nullptr && info->fh != 0 ? handle_of(info).node : session().tree.find(path);
  if (!node) return -ENOENT;
  if (!is_plain(*node)) return 0;  // a shell's ">" truncates attributes too; the kernel ignores that
  if (static_cast<std::size_t>(size) > kLargestPlain_b) return -EFBIG;
  node->text.resize(static_cast<std::size_t>(size));
  return 0;
}

int fs_unlink(const char* path) {
  const auto [above, name] = session().tree.parent(path);
  if (!above || !session().tree.find(path)) return -ENOENT;
  if (!above->writable) return -EACCES;
  above->children.erase(name);
  return 0;
}

int fs_rename(const char* from, const char* to, unsigned int) {
  Tree& tree = session().tree;
  const auto [source, old_name] = tree.parent(from);
  const auto [target, new_name] = tree.parent(to);
  const NodePtr node = tree.find(from);
  if (!node || !target) return -ENOENT;
  if (!source->writable || !target->writable) return -EACCES;
  source->children.erase(old_name);
  target->children[new_name] = node;
  return 0;
}

int fs_mkdir(const char* path, mode_t mode) {
  if (const int refused = check_folder_of(path)) return refused;
  Node& made = session().tree.directory(path);
  made.mode = mode & 07777;
  made.writable = true;
  return 0;
}

int fs_symlink(const char* target, const char* path) {
  if (const int refused = check_folder_of(path)) return refused;
  session().tree.link(path, target);
  return 0;
}

int fs_chmod(const char* path, mode_t mode, fuse_file_info*) {
  const NodePtr node = session().tree.find(path);
  if (!node) return -ENOENT;
  node->mode = (node->mode & S_IFMT) | (mode & 07777);
  return 0;
}

// Called for an ordinary user's mount alone (default_permissions lets the kernel decide), where each open is checked.
int fs_access(const char* path, int) {
  return session().tree.find(path) ? 0 : missed(path);
}

int fs_fsync(const char*, int, fuse_file_info*) {
  return 0;
}
int fs_utimens(const char*, const timespec*, fuse_file_info*) {
  return 0;
}
int fs_chown(const char*, uid_t, gid_t, fuse_file_info*) {
  return 0;
}

void* fs_init(fuse_conn_info* connection, fuse_config* config) {
  connection->want &= ~static_cast<unsigned>(FUSE_CAP_READDIRPLUS);  // its entries would need all attributes
  // The kernel keeps the names that it has seen, because most requests would only look them up again. Nodes come and go
  // (an offline core's topology, a label that vanishes): every other request says whether its node is there now, and
  // fs_getattr() which attributes the kernel may keep.
  constexpr double kAlways_s = 1e9;
  config->entry_timeout = kAlways_s;
  config->negative_timeout = 0;
  config->hard_remove = 1;
  session().config = config;
  if (session().hooks.ready) session().hooks.ready();
  return &session();
}

}  // namespace

// flock(2) and fcntl(2) locks are left out on purpose: the kernel then keeps them itself.
fuse_operations tree_operations() {
  fuse_operations all{};
  all.getattr = fs_getattr;
  all.readlink = fs_readlink;
  all.opendir = fs_opendir;
  all.readdir = fs_readdir;
  all.open = fs_open;
  all.create = fs_create;
  all.mknod = fs_mknod;
  all.release = fs_release;
  all.read = fs_read;
  all.write = fs_write;
  all.truncate = fs_truncate;
  all.unlink = fs_unlink;
  all.rmdir = fs_unlink;
  all.rename = fs_rename;
  all.mkdir = fs_mkdir;
  all.symlink = fs_symlink;
  all.chmod = fs_chmod;
  all.chown = fs_chown;
  all.utimens = fs_utimens;
  all.fsync = fs_fsync;
  all.access = fs_access;
  all.init = fs_init;
  return all;
}

}  // namespace wattline::jetsim
