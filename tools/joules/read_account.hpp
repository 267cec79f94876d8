// SPDX-License-Identifier: Apache-2.0
// Reads what one program did while power was recorded.
#pragma once
#include <string>
#include <vector>

#include "model/account_log.hpp"

namespace wattline::joules {

struct ReadAccount {
  model::AccountLog log;
  std::vector<std::string> torn_files;  // whose last line is incomplete
};

// From NAME=FILE,...: one file has load rows of the program (loadlog --pid or --cmd), and one may have its step rows.
ReadAccount read_account(const std::string& argument, bool allow_mixed);

}  // namespace wattline::joules
