// SPDX-License-Identifier: Apache-2.0
// The rails of the machine, and the subcommand that lists them.
#pragma once
#include "cli/subcommands.hpp"
#include "platform/board/detect_board.hpp"
#include "platform/power/rails.hpp"

namespace wattline::powerlog {

enum class NoSensor { error, warning };

platform::Rails find_rails(const platform::Board& board, cli::Context& context, NoSensor no_sensor = NoSensor::error);

int list_rails(const cli::RowOptions& options, cli::Context& context);
cli::Subcommand rails_subcommand();

}  // namespace wattline::powerlog
