// SPDX-License-Identifier: Apache-2.0
// dsgen tokens: a text as token numbers in tokens.npy.
#include "base/error.hpp"
#include "dsgen/dsgen.hpp"
#include "dsgen/manifest.hpp"
#include "dsgen/token_writer.hpp"

namespace wattline::dsgen {

namespace {

struct Options {
  Destination destination;
  TextOptions set;
};

void declare(CLI::App& app, Options& options) {
  declare_destination(app, options.destination);
  declare_count(app, options.set.count, options.set.seed, "Tokens of each of the 16 rows");
  app.add_option("--vocabulary", options.set.vocabulary, "Different tokens")
      ->check(cli::between(10, 10'000'000))
      ->capture_default_str();
}

int tokens(const Options& options, cli::Context& context) {
  Manifest manifest(context, options.destination);
  manifest.add(write_text(options.destination.folder, options.set));
  return to_int(ExitCode::ok);
}

}  // namespace

cli::Subcommand tokens_subcommand() {
  return cli::subcommand("tokens", "A text as tokens.npy (WikiText-2)", declare, tokens);
}

}  // namespace wattline::dsgen
