// SPDX-License-Identifier: Apache-2.0
// dsgen idx: digits in the IDX files of MNIST.
#include "dsgen/digits.hpp"
#include "dsgen/dsgen.hpp"
#include "dsgen/set_subcommand.hpp"

namespace wattline::dsgen {

namespace {

void declare(cli::App& app, DigitSetOptions& set) {
  declare_count(app, set.count, set.seed);
  app.add_option("--test", set.test, "Digits of a test set beside the training set [none]")
      .check(cli::between(1, 10'000'000));
}

}  // namespace

cli::Subcommand idx_subcommand() {
  cli::Subcommand idx = set_subcommand("idx", "Digits of 28 x 28 pixels in MNIST's IDX files", declare, write_digits);
  idx.other_name = "digits";
  return idx;
}

}  // namespace wattline::dsgen
