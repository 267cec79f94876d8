// SPDX-License-Identifier: Apache-2.0
#include "platform/load/storage.hpp"

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <cerrno>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "io/unread.hpp"
#include "platform/load/block_device.hpp"

namespace wattline::platform {

namespace {

std::string disk_of(const std::string& path, const io::Root& root) {
  try {
    return find_block_device(path, root).name;
  } catch (const Error& error) {
    if (error.code() != ExitCode::unavailable) io::note_unread(path, EIO);
    return "";  // a tmpfs or a network has none
  }
}

// proc_pid_mountinfo(5): ID PARENT MAJOR:MINOR ROOT POINT OPTIONS TAG... - TYPE SOURCE OPTIONS
std::string filesystem_of(const std::string& device) {
  const std::string mounts = io::read_text("/proc/self/mountinfo").value_or("");
  for (const std::string_view line : split(mounts, '\n')) {
    const auto words = split_blanks(line);
    const auto dash = std::find(words.begin(), words.end(), "-");
    if (words.size() > 2 && words[2] == device && dash != words.end() && dash + 1 != words.end()) {
      return std::string(*(dash + 1));
    }
  }
  return "";
}

// A partition has the read-ahead of its disk, a network or btrfs has one of its own.
std::string read_ahead_kb(const std::string& device, const std::string& disk) {
  for (const std::string& path :
       {"/sys/class/bdi/" + device + "/read_ahead_kb", "/sys/block/" + disk + "/queue/read_ahead_kb"}) {
    if (const auto text = io::read_text(path)) return *text;
  }
  return "";
}

}  // namespace

io::Meta storage_facts(const std::string& data, const io::Root& root) {
  struct stat status {};
  if (::stat(data.c_str(), &status) != 0) {
    io::note_unread(data, errno);
    return {};
  }
  const std::string device = std::to_string(major(status.st_dev)) + ":" + std::to_string(minor(status.st_dev));
  const std::string disk = disk_of(data, root);
  io::Meta facts{{"data_device", disk},
                 {"data_filesystem", filesystem_of(device)},
                 {"data_read_ahead_kb", read_ahead_kb(device, disk)}};
  const auto is_unknown = [](const io::Meta::value_type& fact) { return fact.second.empty(); };
  facts.erase(std::remove_if(facts.begin(), facts.end(), is_unknown), facts.end());
  return facts;
}

}  // namespace wattline::platform
