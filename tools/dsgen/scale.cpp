// SPDX-License-Identifier: Apache-2.0
// dsgen scale: copy a set of images, fewer or more of them.
#include "base/error.hpp"
#include "dsgen/dsgen.hpp"
#include "dsgen/manifest.hpp"
#include "dsgen/scaled_copy.hpp"

namespace wattline::dsgen {

namespace {

struct Options {
  Destination destination;
  std::string from;
  double factor = 1;
};

void declare(cli::App& app, Options& options) {
  declare_destination(app, options.destination);
  app.add_option("--from", options.from, "Set of images to copy from").required();
  app.add_option("--factor", options.factor, "Size of the new set relative to the old one")
      .check(cli::between(0.001, 1000.0))
      .required();
}

int scale(const Options& options, cli::Context& context) {
  Manifest manifest(context, options.destination);
  scale_set({options.from, options.destination.folder, options.factor},
            [&](const std::string& name, std::int64_t bytes) { manifest.add(name, {}, {}, bytes); });
  return to_int(ExitCode::ok);
}

}  // namespace

cli::Subcommand scale_subcommand() {
  return cli::subcommand("scale", "Copy a set of images, fewer or more of them", declare, scale);
}

}  // namespace wattline::dsgen
