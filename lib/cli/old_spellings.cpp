// SPDX-License-Identifier: Apache-2.0
#include "cli/old_spellings.hpp"

#include <algorithm>

#include "base/parse.hpp"

namespace wattline::cli {

namespace {

std::string replace(const std::string& tool, const OldSpelling& old, std::vector<std::string>& arguments,
                    std::vector<std::string>::iterator found) {
  std::vector<std::string> words{old.subcommand};
  std::string spelling = old.option;
  if (found->size() > old.option.size()) {
    words.push_back(found->substr(old.option.size() + 1));
  } else if (old.takes_value && found + 1 != arguments.end()) {
    words.push_back(*(found + 1));
    found = arguments.erase(found);
  }
  arguments.erase(found);
  if (words.size() > 1) spelling += " " + words[1];
  const std::string note = spelling + " is an old spelling, write: " + tool + " " + join(words, " ");
  arguments.insert(arguments.begin(), words.begin(), words.end());
  return note;
}

}  // namespace

std::string replace_old_spelling(const std::string& tool, const std::vector<OldSpelling>& spellings,
                                 std::vector<std::string>& arguments) {
  for (const OldSpelling& old : spellings) {
    const auto found = std::find_if(arguments.begin(), arguments.end(), [&](const std::string& argument) {
      return argument == old.option || (old.takes_value && argument.rfind(old.option + "=", 0) == 0);
    });
    if (found != arguments.end()) return replace(tool, old, arguments, found);
  }
  return "";
}

}  // namespace wattline::cli
