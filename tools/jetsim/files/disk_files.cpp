// SPDX-License-Identifier: Apache-2.0
#include "jetsim/files/disk_files.hpp"

#include <cerrno>

#include "base/parse.hpp"

namespace wattline::jetsim {

namespace {

class DiskFile : public OpenFile {
 public:
  DiskFile(Tree& tree, EmulatedDisks& disks) : tree_(tree), disks_(disks) {}
  ~DiskFile() override;
  DiskFile(const DiskFile&) = delete;
  DiskFile& operator=(const DiskFile&) = delete;
  int read(std::string& text) override;
  int write(std::string_view text) override;

 private:
  int attach(const std::vector<std::string_view>& words);
  int count(const std::vector<std::string_view>& words);
  void add_files();
  std::string folder() const { return "/sys/devices/virtual/block/" + disk_->name; }
  // Links to the disk's folder, as sysfs has them.
  std::vector<std::string> links() const {
    return {"/sys/block/" + disk_->name, "/sys/class/block/" + disk_->name, "/sys/dev/block/" + disk_->device};
  }
  Tree& tree_;
  EmulatedDisks& disks_;
  std::shared_ptr<EmulatedDisk> disk_;
};

DiskFile::~DiskFile() {
  if (!disk_) return;
  for (const std::string& link : links()) tree_.remove(link);
  tree_.remove(folder());
}

int DiskFile::read(std::string& text) {
  text = disk_ ? "disk " + disk_->name + "\n" : "";
  return 0;
}

int DiskFile::write(std::string_view text) {
  const auto words = split_blanks(trim(text));
  if (!words.empty() && words[0] == "attach") return attach(words);
  return !words.empty() && words[0] == "counters" ? count(words) : EINVAL;
}

int DiskFile::attach(const std::vector<std::string_view>& words) {
  if (disk_ || words.size() != 4 || words[2].find(':') == std::string_view::npos) return EINVAL;
  const auto bytes = to_int64(words[3]);
  if (!bytes || *bytes < 0) return EINVAL;
  disk_ = disks_.attach(std::string(words[1]), std::string(words[2]), static_cast<std::uint64_t>(*bytes));
  if (!disk_) return EINVAL;
  add_files();
  return 0;
}

void DiskFile::add_files() {
  constexpr std::uint64_t kSectorBytes = 512;
  tree_.directory(folder()).removable = true;
  tree_.constant(folder() + "/dev", disk_->device);
  tree_.constant(folder() + "/size", std::to_string(disk_->bytes / kSectorBytes));
  tree_.constant(folder() + "/ro", "1");
  tree_.attribute(folder() + "/stat", [disk = disk_](std::string& text) {
    text = disk->stat_text() + "\n";
    return 0;
  });
  for (const std::string& link : links()) tree_.link_to(link, folder()).removable = true;
}

int DiskFile::count(const std::vector<std::string_view>& words) {
  if (!disk_ || words.size() != disk_->counters.size() + 1) return EINVAL;
  auto counters = disk_->counters;
  for (std::size_t i = 0; i < counters.size(); ++i) {
    const auto value = to_int64(words[i + 1]);
    if (!value || *value < 0) return EINVAL;
    counters[i] = *value;
  }
  disk_->counters = counters;
  return 0;
}

}  // namespace

std::unique_ptr<OpenFile> open_disk_file(Tree& tree, EmulatedDisks& disks) {
  return std::make_unique<DiskFile>(tree, disks);
}

}  // namespace wattline::jetsim
