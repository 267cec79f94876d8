// SPDX-License-Identifier: Apache-2.0
// The model table: what was written is read back, anything else is refused with its line.
#include "pmpredict/model_file.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <functional>

#include "base/error.hpp"
#include "base/not_copyable.hpp"
#include "base/parse.hpp"
#include "catch.hpp"
#include "tool_fixture.hpp"

using namespace wattline;
using pmpredict::ModelFile;
using pmpredict::read_model;
using pmpredict::write_model;

namespace {

class ScratchFile : NotCopyable {
 public:
  explicit ScratchFile(const std::string& text) {
    static_cast<void>(::close(::mkstemp(name_)));
    std::ofstream(name_) << text;
  }
  ~ScratchFile() { ::unlink(name_); }
  std::string name() const { return name_; }

 private:
  char name_[32] = "/tmp/wattline-model-XXXXXX";
};

model::WorkloadModel fitted() {
  std::vector<model::ModeReading> readings;
  for (const std::int64_t cores : {2, 8}) {
    for (const std::int64_t gpu : {300000000, 600000000, 1200000000}) {
      const double share = double(gpu) / 1.2e9;
      readings.push_back({{cores, 1200000, gpu, 2100000000, 0}, 100 / share + 200.0 / double(cores), 10 + 15 * share});
    }
  }
  model::DeviceLimits device;
  for (const auto& reading : readings) device.extend(reading.mode);
  return {device, readings};
}

std::string written(const model::WorkloadModel& model) {
  test::ToolFixture fixture{io::Root("/")};
  write_model(fixture.context, {}, model, "emulated");
  return fixture.text;
}

// What is said of the table once line `number` (from 1) was changed; empty when it is accepted.
std::string complaint(std::size_t number, const std::function<std::string(std::string)>& change) {
  std::string text;
  std::size_t at = 0;
  const std::string table = written(fitted());
  for (const auto line : split(std::string_view(table).substr(0, table.size() - 1), '\n')) {
    text += ++at == number ? change(std::string(line)) : std::string(line) + "\n";
  }
  const ScratchFile file(text);
  try {
    read_model(file.name());
    return "";
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::data);
    return error.what();
  }
}

std::string with_first(const std::string& line, const std::string& word) {
  return word + line.substr(line.find('\t')) + "\n";
}

}  // namespace

TEST_CASE("a model is read back as it was written") {
  const model::WorkloadModel model = fitted();
  const ScratchFile file(written(model));
  const ModelFile read = read_model(file.name());
  CHECK(read.kind == pmpredict::ModelKind::physics);
  CHECK(read.source == "emulated");
  CHECK(read.device.top == model.device().top);
  REQUIRE(read.readings.size() == model.readings().size());
  const model::WorkloadModel again(read.device, read.readings, read.priors);
  const std::vector<model::Mode> modes{{4, 600000, 900000000, 2100000000, 0}, {2, 1200000, 300000000, 665600000, 0}};
  const auto expected = model.predict(modes), found = again.predict(modes);
  for (Eigen::Index i = 0; i < 2; ++i) {
    CHECK(found.log_ms[i] == Approx(expected.log_ms[i]).margin(1e-5));
    CHECK(found.log_w[i] == Approx(expected.log_w[i]).margin(1e-5));
    CHECK(found.log_w_sd[i] == Approx(expected.log_w_sd[i]).epsilon(1e-3));
  }
}

TEST_CASE("a model that was tampered with is refused with its line") {
  using Catch::Matchers::ContainsSubstring;
  CHECK(complaint(0, nullptr).empty());
  CHECK_THAT(complaint(4, [](const std::string& line) { return with_first(line, "nonsense"); }),
             ContainsSubstring("line 4") && ContainsSubstring("nonsense"));
  CHECK_THAT(complaint(5, [](const std::string&) { return std::string(); }),
             ContainsSubstring("line 5") && ContainsSubstring("out of order"));
  CHECK_THAT(complaint(2, [](const std::string& line) { return with_first(line, "device"); }),
             ContainsSubstring("line"));
}

TEST_CASE("a linear model is its readings") {
  test::ToolFixture fixture{io::Root("/")};
  write_model(fixture.context, {}, fitted().readings(), "measured");
  const ScratchFile file(fixture.text);
  const ModelFile read = read_model(file.name());
  CHECK(read.kind == pmpredict::ModelKind::linear);
  CHECK(read.readings.size() == 6);
  CHECK(read.priors.time.mean.size() == 0);
}
