// SPDX-License-Identifier: Apache-2.0
#include "cli/output_files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/parse.hpp"

namespace wattline::cli {

namespace {

// A file that an argument names.
struct Named {
  std::string path, option;
  struct stat status {};
  bool regular = false, absent = false;
};

struct Replaced {
  const char *output, *input;
};
// Outputs that are replaced as a whole, after this input was read.
constexpr std::array<Replaced, 4> kReplaced{
    {{"--save", "--init"}, {"--save", "--model"}, {"--checkpoint", "--init"}, {"--checkpoint", "--resume"}}};

// Every option that names a file to be written belongs in this list.
bool is_output(const std::string& option) {
  constexpr std::array<const char*, 11> kOutputs{"output",        "meta",      "summary",    "epochs-out",
                                                 "residency-out", "marks-out", "prometheus", "runs-out",
                                                 "trace-missing", "save",      "checkpoint"};
  return std::find(kOutputs.begin(), kOutputs.end(), option) != kOutputs.end();
}

// Values of these are never paths.
bool is_text(const std::string& option) {
  return option == "tag" || option == "columns";
}

Named named(const std::string& path, const std::string& option) {
  Named file{path, option};
  file.absent = ::stat(path.c_str(), &file.status) != 0;
  file.regular = !file.absent && S_ISREG(file.status.st_mode);
  return file;
}

Named opened(int fd, const std::string& name) {
  Named file{"", name};
  file.regular = ::fstat(fd, &file.status) == 0 && S_ISREG(file.status.st_mode);
  return file;
}

bool same(const Named& a, const Named& b) {
  if (a.regular && b.regular) return a.status.st_dev == b.status.st_dev && a.status.st_ino == b.status.st_ino;
  return a.absent && b.absent && a.path == b.path;
}

bool is_replaced(const Named& output, const Named& input) {
  return std::any_of(kReplaced.begin(), kReplaced.end(),
                     [&](const Replaced& pair) { return output.option == pair.output && input.option == pair.input; });
}

struct Argument {
  std::string text, option;
};

struct Files {
  std::vector<Argument> read;  // all other arguments: those that name no file do no harm
  std::vector<Named> written;
};

constexpr const char* kMetaFile = "the meta file";

// The files that an argument such as train.tsv, a=LOAD,STEPS or NAME=FILE:N may name. A file's meta file is read with
// it.
std::vector<Named> inputs_of(const Argument& argument) {
  std::vector<std::string> paths{argument.text};
  for (const std::string_view part : split(std::string_view(argument.text).substr(argument.text.find('=') + 1), ',')) {
    paths.emplace_back(part);
    paths.emplace_back(part.substr(0, part.rfind(':')));
  }
  std::vector<Named> inputs;
  for (const std::string& path : paths) {
    inputs.push_back(named(path, argument.option));
    inputs.push_back(named(path + ".meta", std::string(kMetaFile) + " of " + argument.option));
  }
  return inputs;
}

std::string name_of(const CLI::Option& option) {
  return option.get_lnames().empty() ? "" : option.get_lnames().front();
}

bool is_given(const CLI::App& app, const std::string& name) {
  const auto options = app.get_options();
  return std::any_of(options.begin(), options.end(),
                     [&](const CLI::Option* option) { return name_of(*option) == name && option->count() > 0; });
}

void add_output(const CLI::App& app, const std::string& name, const std::string& value, std::vector<Named>& outputs) {
  if (value == "-") return;
  outputs.push_back(named(value, "--" + name));
  if (name == "output" && !is_given(app, "meta")) outputs.push_back(named(value + ".meta", kMetaFile));
}

void add_files(const CLI::App& app, Files& files) {
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = name_of(*option);
    if (is_text(name) || option->get_expected_max() == 0) continue;  // 0: a flag
    for (const std::string& value : option->results()) {
      if (is_output(name)) {
        add_output(app, name, value, files.written);
      } else {
        files.read.push_back({value, name.empty() ? option->get_name() : "--" + name});
      }
    }
  }
  for (const CLI::App* chosen : app.get_subcommands()) add_files(*chosen, files);
}

std::string shown(const Named& file) {
  return file.path.empty() ? file.option : file.option + " " + file.path;
}

[[noreturn]] void refuse(const Named& output, const std::string& use, const std::string& by) {
  throw usage_error(shown(output) + ": this file is also " + use + " (" + by + ")", "write to another file");
}

void refuse_if_read(const Named& output, const std::vector<Named>& inputs) {
  if (!output.regular) return;
  const auto input = std::find_if(inputs.begin(), inputs.end(),
                                  [&](const Named& file) { return same(output, file) && !is_replaced(output, file); });
  if (input != inputs.end()) refuse(output, "read", input->option);
}

}  // namespace

void check_output_files(const CLI::App& parsed) {
  Files files;
  add_files(parsed, files);
  const Named output = opened(STDOUT_FILENO, "standard output");
  if (files.written.empty() && !output.regular) return;
  std::vector<Named> inputs{opened(STDIN_FILENO, "standard input")};
  for (const Argument& argument : files.read) {
    for (Named& input : inputs_of(argument)) inputs.push_back(std::move(input));
  }
  refuse_if_read(output, inputs);
  for (auto file = files.written.begin(); file != files.written.end(); ++file) {
    const auto twice =
        std::find_if(files.written.begin(), file, [&](const Named& other) { return same(*file, other); });
    if (twice != file) refuse(*file, "written", twice->option);
    refuse_if_read(*file, inputs);
  }
}

}  // namespace wattline::cli
