// SPDX-License-Identifier: Apache-2.0
#include "platform/power/rails.hpp"

#include <iterator>
#include <string>
#include <vector>

#include "platform/power/rail_backends.hpp"
#include "platform/power/rail_rules.hpp"

namespace wattline::platform {

namespace {

void append(std::vector<Rail>& rails, std::vector<Rail> more) {
  rails.insert(rails.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// Names join rows, so two chips must not share one.
void make_names_unique(std::vector<Rail>& rails) {
  for (std::size_t i = 0; i < rails.size(); ++i) {
    int copies = 1;
    for (std::size_t k = 0; k < i; ++k) copies += rails[k].name == rails[i].name ? 1 : 0;
    if (copies > 1) rails[i].name += "#" + std::to_string(copies);
  }
}

}  // namespace

Rails discover_rails(const io::Root& root, const Board& board) {
  Rails rails;
  append(rails.list, ina3221_hwmon_rails(root));
  append(rails.list, ina3221_iio_rails(root));
  append(rails.list, ina238_rails(root));
  append(rails.list, rapl_rails(root));
  if (root.is_own_machine() && !board.is_jetson()) append(rails.list, nvml_rails("libnvidia-ml.so.1"));
  append(rails.list, hwmon_power_rails(root));
  for (const std::string& chip : unlabelled_ina3221(root)) {
    rails.notes.push_back(chip + ": none of its channels has a label, so no rail is known");
  }
  correct_labels(board_of_rule(board.id, rails), rails);
  join_mirrored_dies(root, rails);
  make_names_unique(rails.list);
  apply_rail_rules(board.id, rails);
  return rails;
}

}  // namespace wattline::platform
