// SPDX-License-Identifier: Apache-2.0
// Options that were the name of a job, and are a subcommand now: `powerlog --list-rails` is `powerlog rails`. They work
// for one more release.
#pragma once
#include <string>
#include <vector>

namespace wattline::cli {

struct OldSpelling {
  std::string option;      // "--list-rails"
  std::string subcommand;  // "rails"
  bool takes_value;        // the subcommand's first operand
};

// Puts the subcommand in front of the arguments, in place of the option, with its value behind it. Returns the note
// that names the new spelling; empty when there is nothing old.
std::string replace_old_spelling(const std::string& tool, const std::vector<OldSpelling>& spellings,
                                 std::vector<std::string>& arguments);

}  // namespace wattline::cli
