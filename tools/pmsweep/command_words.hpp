// SPDX-License-Identifier: Apache-2.0
// The words of COMMAND, in which {NAME} stands for a value of the run.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "pmsweep/folders.hpp"
#include "pmsweep/options.hpp"
#include "pmsweep/run_list.hpp"

namespace wattline::pmsweep {

class CommandWords {
 public:
  CommandWords(const Options& options, const std::vector<std::string>& words) : options_(options), words_(words) {}

  // Whether COMMAND or one of the hooks uses the value of a column.
  bool uses(const std::string& column) const;
  // Of the columns that a row carries, those that are used.
  SweptValues swept_values(const Item& item, const std::vector<std::string>& carried) const;
  // In one line, without what differs by mode: profiles of it can be compared.
  std::string comparable(const Item& item) const;
  // A command line that differs by mode is started anew in each.
  bool names_mode() const;
  // Whether it writes its step rows to {steps}, and the FIFO that stands for it; empty if not.
  bool names_steps() const;
  std::string fifo_in(const std::string& folder) const;
  std::vector<std::string> with(const std::map<std::string, std::string>& values) const {
    return substitute(words_, values);
  }

 private:
  const Options& options_;
  const std::vector<std::string>& words_;
};

}  // namespace wattline::pmsweep
