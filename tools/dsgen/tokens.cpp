// SPDX-License-Identifier: Apache-2.0
// dsgen tokens: a text as token numbers in tokens.npy.
#include "dsgen/dsgen.hpp"
#include "dsgen/set_subcommand.hpp"
#include "dsgen/token_writer.hpp"

namespace wattline::dsgen {

namespace {

void declare(cli::App& app, TextOptions& set) {
  declare_count(app, set.count, set.seed, "Tokens of each of the 16 rows");
  app.add_option("--vocabulary", set.vocabulary, "Number of different tokens")
      .check(cli::between(10, 10'000'000))
      .capture_default_str();
}

}  // namespace

cli::Subcommand tokens_subcommand() {
  return set_subcommand("tokens", "A text as tokens.npy (WikiText-2)", declare, write_text);
}

}  // namespace wattline::dsgen
