// SPDX-License-Identifier: Apache-2.0
#include "pmpredict/pmpredict.hpp"
#include "pmpredict/rows.hpp"

int main(int argc, char** argv) {
  using namespace wattline;
  using namespace wattline::pmpredict;
  const cli::About about{"pmpredict",
                         "Predict time, power and energy of a workload in every power mode from profiles of a few",
                         "  pmpredict design --modes space.tsv --count 10     which modes to profile\n"
                         "  pmpredict fit profiles.tsv > model.tsv            learn from the profiles\n"
                         "  pmpredict apply model.tsv < space.tsv > pred.tsv  predict every mode\n"
                         "  pmpredict pareto --against energy < pred.tsv      the modes worth considering\n"
                         "  pmpredict score --truth all.tsv < pred.tsv        how good the predictions are\n"
                         "  pmpredict epoch --minibatches 3125 < pred.tsv     epochs instead of minibatches\n",
                         {&design_rows().kind(), &model_rows().kind(), &prediction_rows().kind(), &score_rows().kind(),
                          &epoch_rows().kind(), &match_rows().kind(), &phases_rows().kind()}};
  return cli::run_subcommands(argc, argv, about, pmpredict::subcommands());
}
