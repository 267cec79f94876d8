// SPDX-License-Identifier: Apache-2.0
// Fuzz target: files of fitted models.
#include "input.hpp"
#include "pmpredict/model_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace wattline;
  const fuzz::InputFile file(data, size);
  fuzz::may_be_refused(ExitCode::data, [&] {
    const pmpredict::ModelFile model = pmpredict::read_model(file.path());
    fuzz::require(model.priors.time.mean.allFinite() && model.priors.power.mean.allFinite());
    for (const auto& reading : model.readings) fuzz::require(reading.minibatch_ms > 0 && reading.power_w > 0);
  });
  return 0;
}
