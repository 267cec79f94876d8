// SPDX-License-Identifier: Apache-2.0
// A fitted model as a file of rows. The readings and priors are the model: whoever reads the file solves the fit again,
// for the axes of the modes to predict. The parameters are there for people, and as priors for other workloads.
#pragma once
#include <string>
#include <vector>

#include "cli/option_types.hpp"
#include "cli/tool.hpp"
#include "model/workload_model.hpp"

namespace wattline::pmpredict {

enum class ModelKind { physics, linear };
// Their names, in options and in model files.
const cli::Choices<ModelKind>& model_kinds();

struct ModelFile {
  ModelKind kind = ModelKind::physics;
  std::string source = "NA";
  model::DeviceLimits device;
  std::vector<model::ModeReading> readings;
  model::Priors priors{{}, {}};
  model::Estimate time, power;
};

// The physics model.
void write_model(cli::Context& context, const cli::RowOptions& rows, const model::WorkloadModel& model,
                 const std::string& source);
// The linear model, fitted to these readings.
void write_model(cli::Context& context, const cli::RowOptions& rows, const std::vector<model::ModeReading>& readings,
                 const std::string& source);

// Throws a data error with the line number for anything that write_model() would not have written.
ModelFile read_model(const std::string& path);

}  // namespace wattline::pmpredict
