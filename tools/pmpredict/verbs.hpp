// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "pmpredict/pmpredict.hpp"

namespace wattline::pmpredict {

int design(const Options& options, cli::Context& context);
int fit(const Options& options, cli::Context& context);
int apply(const Options& options, cli::Context& context);
int pareto(const Options& options, cli::Context& context);
int score(const Options& options, cli::Context& context);
int epoch(const Options& options, cli::Context& context);
int match(const Options& options, cli::Context& context);

}  // namespace wattline::pmpredict
