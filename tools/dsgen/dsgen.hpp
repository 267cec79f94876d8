// SPDX-License-Identifier: Apache-2.0
// dsgen: synthetic data sets of a given shape.
#pragma once
#include <string>

#include "cli/tool.hpp"
#include "dsgen/cifar.hpp"
#include "dsgen/digits.hpp"
#include "dsgen/image_set.hpp"
#include "dsgen/scale.hpp"
#include "dsgen/tokens.hpp"

namespace wattline::dsgen {

struct Options {
  cli::RowOptions rows;
  std::string verb;
  std::string out;
  ImageSetOptions images, landmarks, boxes;
  DigitSetOptions digits;
  CifarOptions cifar;
  TextOptions text;
  QuestionOptions questions;
  ScaleOptions scale;
};

cli::About about();
void declare(CLI::App& app, Options& options);
int run(const Options& options, cli::Context& context);

}  // namespace wattline::dsgen
