// SPDX-License-Identifier: Apache-2.0
#include "platform/load/control_groups.hpp"

#include <sys/stat.h>

#include <cmath>
#include <iterator>
#include <set>
#include <utility>

#include "base/parse.hpp"
#include "base/units.hpp"
#include "io/attribute.hpp"
#include "platform/load/container_name.hpp"

namespace wattline::platform {

namespace {

constexpr int kDeepest = 32;
constexpr double kPerMicrosecond = 1e-6, kPerNanosecond = 1e-9;
constexpr double kLate_s = 0.1;      // of a look that comes late
constexpr double kLeast_s = 0.0005;  // of a group without what the groups in it used: both are not read at once

// A group has some fifty files, whose names begin with that of a controller and a dot, and few groups in it.
bool may_be_group(const std::string& entry) {
  static const std::set<std::string> kControllers{"blkio",   "cgroup",  "cpu",     "cpuacct", "cpuset",
                                                  "devices", "freezer", "hugetlb", "io",      "memory",
                                                  "misc",    "pids",    "rdma"};
  const std::size_t dot = entry.find('.');
  return dot == std::string::npos || kControllers.count(entry.substr(0, dot)) == 0;
}

bool is_folder(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

// "usage_usec 4711", the first line of cpu.stat.
double usage_of_stat(const std::string& text) {
  for (const std::string_view line : split(std::string_view(text), '\n')) {
    const auto words = split_blanks(line);
    if (words.size() == 2 && words[0] == "usage_usec") return to_double(words[1]).value_or(NAN) * kPerMicrosecond;
  }
  return NAN;
}

}  // namespace

ControlGroups::ControlGroups(const io::Root& root) : root_(root) {
  const std::string top = root.path("/sys/fs/cgroup").string();
  if (io::exists(top + "/cgroup.controllers")) {
    v2_ = true;
    top_ = top;
    return;
  }
  for (const char* const controller : {"/cpuacct", "/cpu,cpuacct"}) {
    if (top_.empty() && io::exists(top + controller + "/cpuacct.usage")) top_ = top + controller;
  }
}

double ControlGroups::usage_s(const std::string& folder) const {
  if (v2_) return usage_of_stat(io::read_text(folder + "/cpu.stat").value_or(""));
  const auto ns = io::read_int(folder + "/cpuacct.usage");
  return ns ? static_cast<double>(*ns) * kPerNanosecond : NAN;
}

const std::string& ControlGroups::name_of(const std::string& id) {
  std::string& name = names_[id];
  if (name.empty()) name = container_name(root_, id);
  return name;
}

// The busy cores of the group with all that are in it.
double ControlGroups::take(const std::string& folder, const std::string& name, int depth,
                           std::vector<ProgramUse>& programs) {
  const auto [found, is_new] = groups_.try_emplace(folder, Group{Rate(0, kLate_s)});
  Group& group = found->second;
  group.look = look_;
  group.used_s.limit(most_cores_);
  if (is_new && look_ > 1) group.used_s.update(0, last_ns_);  // it began since the last look
  const double all = group.used_s.update(usage_s(folder), mono_ns_);
  if (const auto container = container_of(name)) {
    const std::string label = container->is_id ? name_of(container->text) : container->text;
    if (all > 0) programs.push_back({ProgramKind::container, label, {}, {}, all});
    return all;
  }
  double inside = 0;
  for (const std::string& entry : io::list_directory(folder)) {
    const std::string path = folder + "/" + entry;
    if (depth == kDeepest || !may_be_group(entry) || !is_folder(path)) continue;
    const double cores = take(path, entry, depth + 1, programs);
    if (std::isfinite(cores)) inside += cores;
  }
  const double own = inside > 0 ? all - inside : all;
  if (own > (inside > 0 ? kLeast_s / to_seconds(mono_ns_ - last_ns_) : 0))
    programs.push_back({ProgramKind::group, name, {}, {}, own});
  return all;
}

std::vector<ProgramUse> ControlGroups::read(std::int64_t mono_ns, double cpus_online) {
  std::vector<ProgramUse> programs;
  if (!any()) return programs;
  ++look_;
  last_ns_ = std::exchange(mono_ns_, mono_ns);
  most_cores_ = std::fmax(cpus_online, std::fmax(last_cores_, 1));
  last_cores_ = cpus_online;
  take(top_, "/", 0, programs);
  const std::size_t known = groups_.size();
  for (auto group = groups_.begin(); group != groups_.end();) {
    group = group->second.look == look_ ? std::next(group) : groups_.erase(group);
  }
  if (groups_.size() < known) names_.clear();
  return programs;
}

}  // namespace wattline::platform
