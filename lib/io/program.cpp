// SPDX-License-Identifier: Apache-2.0
#include "io/program.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/parse.hpp"

namespace wattline::io {

namespace {

constexpr const char* kDefaultPath = "/usr/local/bin:/usr/bin:/bin";  // a process may have no PATH

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::string value_of(const std::vector<std::string>& environment, const std::string& name, const char* otherwise) {
  for (const std::string& pair : environment) {
    if (pair.compare(0, name.size() + 1, name + "=") == 0) return pair.substr(name.size() + 1);
  }
  return otherwise;
}

// An empty entry of PATH is the working folder.
std::vector<std::string> candidates(const std::string& program, const std::string& path) {
  if (program.empty() || program.find('/') != std::string::npos) return {program};
  std::vector<std::string> found;
  for (const std::string_view folder : split(path, ':')) {
    found.push_back((folder.empty() ? "." : std::string(folder)) + "/" + program);
  }
  return found;
}

bool is_file(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

Program::Program(const std::vector<std::string>& argv, const std::vector<std::string>& environment) : argv_(argv) {
  for (char** entry = environ; *entry != nullptr; ++entry) environment_.emplace_back(*entry);
  for (const std::string& pair : environment) set(pair);
  paths_ = candidates(argv_.at(0), value_of(environment_, "PATH", kDefaultPath));
  argv_pointers_ = pointers_to(argv_);
  environment_pointers_ = pointers_to(environment_);
}

void Program::set(const std::string& pair) {
  const std::string name = pair.substr(0, pair.find('=') + 1);
  const auto old = std::find_if(environment_.begin(), environment_.end(),
                                [&](const std::string& entry) { return entry.compare(0, name.size(), name) == 0; });
  if (old == environment_.end()) {
    environment_.push_back(pair);
  } else {
    *old = pair;
  }
}

int Program::exec_file(const std::string& path) const {
  ::execvpe(path.c_str(), argv_pointers_.data(), environment_pointers_.data());
  return errno;
}

int Program::exec() const {
  const bool named_by_path = paths_.front() == argv_.front();
  int refused = 0;
  for (const std::string& path : paths_) {
    const int problem = exec_file(path);
    if (problem != ENOENT && problem != ENOTDIR && problem != EACCES) return problem;
    if (named_by_path || (problem == EACCES && is_file(path))) refused = problem;  // else a folder was refused
  }
  return refused != 0 ? refused : ENOENT;
}

}  // namespace wattline::io
