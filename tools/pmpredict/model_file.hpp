// SPDX-License-Identifier: Apache-2.0
// A fitted model as rows. The readings and priors are the model: whoever reads the file solves the fit again, for the
// axes of the modes to predict. The parameters stand in it for people, and as priors for other workloads.
#pragma once
#include <string>
#include <vector>

#include "model/workload_model.hpp"
#include "pmpredict/pmpredict.hpp"

namespace wattline::pmpredict {

struct ModelFile {
  std::string name;  // physics or linear
  std::string source = "NA";
  model::Device device;
  std::vector<model::ModeReading> readings;
  model::Prior time_prior, power_prior;
  model::Estimate time, power;
};

void write_model(cli::Context& context, const cli::RowOptions& rows, const model::WorkloadModel& model,
                 const std::string& source);
// The linear model.
void write_model(cli::Context& context, const cli::RowOptions& rows, const std::vector<model::ModeReading>& readings,
                 const std::string& source);

// Throws a data error with the line number for anything that write_model() would not have written.
ModelFile read_model(const std::string& path);

}  // namespace wattline::pmpredict
