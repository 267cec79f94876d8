// SPDX-License-Identifier: Apache-2.0
// dsgen cifar: images in the binary files of CIFAR-10.
#include "base/error.hpp"
#include "dsgen/cifar_writer.hpp"
#include "dsgen/dsgen.hpp"
#include "dsgen/manifest.hpp"

namespace wattline::dsgen {

namespace {

struct Options {
  Destination destination;
  CifarOptions set;
};

void declare(CLI::App& app, Options& options) {
  declare_destination(app, options.destination);
  declare_count(app, options.set.count, options.set.seed);
}

int cifar(const Options& options, cli::Context& context) {
  Manifest manifest(context, options.destination);
  manifest.add(write_cifar(options.destination.folder, options.set));
  return to_int(ExitCode::ok);
}

}  // namespace

cli::Subcommand cifar_subcommand() {
  return cli::subcommand("cifar", "Images of 32 x 32 pixels in CIFAR-10's binary files", declare, cifar);
}

}  // namespace wattline::dsgen
