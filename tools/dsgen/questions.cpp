// SPDX-License-Identifier: Apache-2.0
// dsgen questions: questions and answers as .npy files.
#include "dsgen/dsgen.hpp"
#include "dsgen/set_subcommand.hpp"
#include "dsgen/token_writer.hpp"

namespace wattline::dsgen {

namespace {

void declare(cli::App& app, QuestionOptions& set) {
  declare_count(app, set.count, set.seed);
  app.add_option("--length", set.length, "Number of tokens of a sample")
      .check(cli::between(16, 512))
      .capture_default_str();
}

}  // namespace

cli::Subcommand questions_subcommand() {
  return set_subcommand("questions", "Questions and answers as .npy files (SQuAD v2)", declare, write_questions);
}

}  // namespace wattline::dsgen
