// SPDX-License-Identifier: Apache-2.0
// dsgen questions: questions and answers as .npy files.
#include "base/error.hpp"
#include "dsgen/dsgen.hpp"
#include "dsgen/manifest.hpp"
#include "dsgen/token_writer.hpp"

namespace wattline::dsgen {

namespace {

struct Options {
  Destination destination;
  QuestionOptions set;
};

void declare(CLI::App& app, Options& options) {
  declare_destination(app, options.destination);
  declare_count(app, options.set.count, options.set.seed);
  app.add_option("--length", options.set.length, "Tokens of a sample")
      ->check(cli::between(16, 512))
      ->capture_default_str();
}

int questions(const Options& options, cli::Context& context) {
  Manifest manifest(context, options.destination);
  manifest.add(write_questions(options.destination.folder, options.set));
  return to_int(ExitCode::ok);
}

}  // namespace

cli::Subcommand questions_subcommand() {
  return cli::subcommand("questions", "Questions and answers as .npy files (SQuAD v2)", declare, questions);
}

}  // namespace wattline::dsgen
