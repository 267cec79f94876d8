// SPDX-License-Identifier: Apache-2.0
// dsgen idx: digits in the IDX files of MNIST.
#include "base/error.hpp"
#include "dsgen/digits.hpp"
#include "dsgen/dsgen.hpp"
#include "dsgen/manifest.hpp"

namespace wattline::dsgen {

namespace {

struct Options {
  Destination destination;
  DigitSetOptions set;
};

void declare(CLI::App& app, Options& options) {
  declare_destination(app, options.destination);
  declare_count(app, options.set.count, options.set.seed);
}

int idx(const Options& options, cli::Context& context) {
  Manifest manifest(context, options.destination);
  manifest.add(write_digits(options.destination.folder, options.set), static_cast<std::int64_t>(options.set.count));
  return to_int(ExitCode::ok);
}

}  // namespace

cli::Subcommand idx_subcommand() {
  return cli::subcommand("idx", "Digits of 28 x 28 pixels in MNIST's IDX files", declare, idx);
}

}  // namespace wattline::dsgen
