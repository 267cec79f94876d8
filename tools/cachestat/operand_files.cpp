// SPDX-License-Identifier: Apache-2.0
#include "cachestat/operand_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "base/error.hpp"
#include "cachestat/name_list.hpp"
#include "cachestat/stop.hpp"

namespace wattline::cachestat {

using page_cache::Batcher;
using page_cache::Directory;
using page_cache::Totals;
using page_cache::Walker;

namespace {

bool is_directory(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

// With several operands a plain file may be part of a tree too.
bool may_repeat(const Options& options) {
  if (options.walk.follow_links || !options.from.empty()) return true;
  bool plain_file = false;
  for (const std::string& path : options.paths) plain_file = plain_file || !is_directory(path);
  return plain_file && options.paths.size() > 1;
}

std::shared_ptr<Directory> working_directory() {
  return std::make_shared<Directory>();
}

std::shared_ptr<Directory> open_base(const std::string& base) {
  auto directory = working_directory();
  if (base.empty()) return directory;
  directory->owned = io::Fd(::open(base.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory->owned) throw os_error(base, errno);
  directory->path = base;
  return directory;
}

}  // namespace

std::vector<Operand> operands_of(const Options& options) {
  std::vector<Operand> operands;
  for (const std::string& path : options.paths) operands.push_back({path, false});
  if (!options.from.empty()) operands.push_back({options.from, true});
  return operands;
}

OperandFiles::OperandFiles(const Options& options, cli::Context& context, Failures& failures)
    : options_(options), context_(context), failures_(failures), may_repeat_(cachestat::may_repeat(options)) {}

bool OperandFiles::feed(const Operand& operand, Batcher& batcher, Totals& totals) {
  struct stat status {};
  if (operand.is_list) {
    feed_list(batcher, totals);
  } else if (::stat(operand.path.c_str(), &status) != 0) {
    failures_.add(operand.path, errno);
    return false;
  } else if (S_ISDIR(status.st_mode)) {
    walk(operand.path, batcher, totals);
  } else if (S_ISREG(status.st_mode)) {
    batcher.add(working_directory(), operand.path.c_str());
  } else {
    ++totals.skipped;
  }
  batcher.flush();
  return true;
}

void OperandFiles::walk(const std::string& path, Batcher& batcher, Totals& totals) {
  const auto on_error = [this](const std::string& object, int error) { failures_.add(object, error); };
  Walker walker(options_.walk, directories_, batcher, on_error);
  totals.add(walker.walk(path, [this] { return stopped(); }));
}

// The first reading of the line that there is a file for; the line itself when there is none.
std::string OperandFiles::name_of(const std::string& line, const std::function<bool(const std::string&)>& is_there) {
  if (options_.null || !options_.column.empty() || is_there(line)) return line;
  for (const std::string& name : other_readings(line)) {
    if (!is_there(name)) continue;
    if (context_.warned.insert(options_.from).second) {
      context_.note(options_.from + ": '" + line + "' is read as '" + name + "', and other lines likewise");
    }
    return name;
  }
  return line;
}

void OperandFiles::feed_list(Batcher& batcher, Totals& totals) {
  const auto base = open_base(options_.base);
  const auto directory_of = [&, here = working_directory()](const std::string& name) {
    return name[0] == '/' ? here : base;
  };
  struct stat status {};
  const auto is_there = [&](const std::string& name) {
    return ::fstatat(directory_of(name)->fd(), name.c_str(), &status, 0) == 0;
  };
  const auto use = [&](const std::string& line) {
    if (stopped()) return;
    // Looked at before it is opened: opening a FIFO or a device that a list names would have effects.
    const std::string name = name_of(line, is_there);
    const auto directory = directory_of(name);
    const bool there = is_there(name);
    if (there && S_ISDIR(status.st_mode)) {
      if (is_wanted(options_.walk, name, false)) walk(path_of(*directory, name.c_str()), batcher, totals);
    } else if (!is_wanted(options_.walk, name, true)) {
      return;
    } else if (there && !S_ISREG(status.st_mode)) {
      ++totals.skipped;
    } else {
      batcher.add(directory, name.c_str());
    }
  };
  read_names({options_.from, options_.null, options_.column, options_.copy}, use, stop_of(context_));
}

}  // namespace wattline::cachestat
