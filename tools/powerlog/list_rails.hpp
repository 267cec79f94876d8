// SPDX-License-Identifier: Apache-2.0
// The rails of the machine, and the subcommand that lists them.
#pragma once
#include <string>

#include "cli/subcommands.hpp"
#include "platform/board/detect_board.hpp"
#include "platform/power/rails.hpp"

namespace wattline::powerlog {

enum class NoSensor { error, warning };

// By the rule of `board_id`, where it is not empty. A missing TOTAL is worth a warning only to who wants it.
struct RailChoice {
  std::string board_id{};
  bool total_wanted = true;
  NoSensor no_sensor = NoSensor::error;
};
platform::Rails find_rails(platform::Board board, const RailChoice& choice, cli::Context& context);

int list_rails(const cli::RowOptions& options, cli::Context& context);
cli::Subcommand rails_subcommand();

}  // namespace wattline::powerlog
