// SPDX-License-Identifier: Apache-2.0
#include "pmode/pmode.hpp"
#include "pmode/rows.hpp"

namespace {

constexpr const char* kExamples =
    "  pmode get                                 the last value asked for and the value in force, per knob\n"
    "  pmode set 4c/1.2G/900M/2133M              pin four cores and three clocks\n"
    "  pmode axes                                the values that each knob can take\n"
    "  pmode set -/-/max/-                       only the GPU, at its highest clock\n"
    "  pmode set MODE_30W                        a predefined mode, DVFS stays on\n"
    "  pmode run 4c/1.2G/900M/2133M -- ./train.sh  and restore the earlier state afterwards\n";

}  // namespace

int main(int argc, char** argv) {
  using namespace wattline;
  using namespace wattline::pmode;
  const cli::About about{
      "pmode",
      "Show, list and set the power mode: online cores, CPU, GPU and memory clocks",
      kExamples,
      {&knob_rows().kind(), &mode_rows().kind(), &current_mode_rows().kind(), &predefined_mode_rows().kind(),
       &axis_rows(), &board_rows(), &verify_rows().kind(), &watch_rows().kind(), &switch_rows().kind()}};
  return cli::run_subcommands(argc, argv, about, subcommands());
}
