// SPDX-License-Identifier: Apache-2.0
// Values computed by independent implementations: model_forward.json by the authors' of the formulas, model_fit.json by
// tests/fixtures/model_fit.py on made-up workloads.
#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "json.hpp"
#include "model/power_model.hpp"
#include "model/workload_model.hpp"

using namespace wattline::model;
using namespace wattline::test;

namespace {

const DeviceLimits kAgxOrin({{12, 2201600, 1300500000, 3199000000, 0}});

Eigen::VectorXd forward_theta(const Json& forward, const char* name) {
  const std::vector<double> values = numbers(forward.get_child(name));
  return Eigen::Map<const Eigen::VectorXd>(values.data(), Eigen::Index(values.size()));
}

}  // namespace

TEST_CASE("the formulas give the reference values at the prior means") {
  const Json json = read_fixture("model_forward.json");
  const Json& forward = json.get_child("forward");
  Eigen::VectorXd theta = time_prior().mean;
  theta.head(14) = forward_theta(forward, "T_GEN_MU");
  // The reference knows no crowd of threads around the host's, and no loader that has its share of the last core.
  theta[kCrowdThreads] = theta[kCrowdSystem] = -40;
  theta[kMostStarved] = 40;
  const TimeTerms<double> time(theta);
  Eigen::VectorXd power_theta = power_prior().mean;
  power_theta.head(14) = forward_theta(forward, "P_GEN_MU");
  power_theta[kLoading] = -40;  // The reference knows no device that waits for a loader.
  const PowerTerms<double> power(power_theta);
  const double reference = log_time(time, features(kAgxOrin.top, kAgxOrin)).total;
  CHECK(reference == Approx(forward.get<double>("log_t_ref")).margin(1e-5));
  const auto list = modes(forward.get_child("modes_cores_GHz"));
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Features x = features(list[i], kAgxOrin);
    const LogTime<double> t = log_time(time, x);
    CHECK(t.total == Approx(numbers(forward.get_child("log_t"))[i]).margin(1e-5));
    CHECK(t.gpu == Approx(numbers(forward.get_child("log_G"))[i]).margin(1e-5));
    CHECK(t.cpu == Approx(numbers(forward.get_child("log_C"))[i]).margin(1e-5));
    const Utilization activity{std::exp(reference - t.total), std::min(1.0, std::exp(t.gpu - t.total))};
    CHECK(log_power(power, x, activity) == Approx(numbers(forward.get_child("log_p"))[i]).margin(1e-5));
  }
}

TEST_CASE("the built-in priors are the published tables") {
  const Json json = read_fixture("model_forward.json");
  const Json& forward = json.get_child("forward");
  CHECK((power_prior().mean.head(14) - forward_theta(forward, "P_GEN_MU")).norm() < 1e-12);
  CHECK((power_prior().sd.head(14) - forward_theta(forward, "P_GEN_SD")).norm() < 1e-12);
  CHECK((time_prior().sd.head(14) - forward_theta(forward, "T_GEN_SD")).norm() < 1e-12);
  // The scale, index 0, is set from the readings.
  CHECK((time_prior().mean.segment(1, 13) - forward_theta(forward, "T_GEN_MU").tail(13)).norm() < 1e-12);
}

TEST_CASE("derivatives agree with central differences") {
  const std::vector<Features> x =
      features({{2, 268800, 114750000, 204000000, 4}, {6, 1344000, 1032750000, 3199000000, 16}}, [] {
        DeviceLimits device = kAgxOrin;
        device.top[kBatch] = 16;
        return device;
      }());
  Eigen::VectorXd theta = time_prior().mean;
  theta[0] = 4;
  const Curve curve = time_curve(theta, x);
  for (int k = 0; k < kTimeParameters; ++k) {
    Eigen::VectorXd up = theta, down = theta;
    up[k] += 1e-5;
    down[k] -= 1e-5;
    const Eigen::VectorXd slope = (time_curve(up, x).value - time_curve(down, x).value) / 2e-5;
    CHECK((slope - curve.slope.col(k)).norm() < 1e-7);
  }
}

TEST_CASE("with another batch size the loader's work changes in proportion, the start of the GPU's work hardly") {
  DeviceLimits device = kAgxOrin;
  device.top[kBatch] = 32;
  Eigen::VectorXd theta = time_prior().mean;
  const auto ratio = [&](Eigen::Index part) {  // of the CPU side's time, small batch over large, where `part` dominates
    Eigen::VectorXd alone = theta;
    alone[part] += 20;
    const TimeTerms<double> terms(alone);
    const Mode large{4, 1344000, 1032750000, 3199000000, 32}, small{4, 1344000, 1032750000, 3199000000, 1};
    return std::exp(log_cpu_time(terms, features(small, device)) - log_cpu_time(terms, features(large, device)));
  };
  CHECK(ratio(5) == Approx(1.0 / 32));  // cpu_parallel
  theta[15] = 5;                        // serial_fixed: nearly all of it
  theta[5] = -20;                       // else serial work that grows takes the loader's along
  CHECK(ratio(4) == Approx(1).epsilon(0.01));
}

TEST_CASE("memory traffic that grows with the batch size slows down only modes bound by memory, and costs energy") {
  DeviceLimits device = kAgxOrin;
  device.top[kBatch] = 32;
  Eigen::VectorXd theta = time_prior().mean, growing = theta;
  growing[16] = 0.1;
  const auto faster = [&](const Mode& mode) {  // log of what growth takes off the GPU's time
    const Features x = features(mode, device);
    return log_gpu_time(TimeTerms<double>(theta), x) - log_gpu_time(TimeTerms<double>(growing), x);
  };
  const double most = 0.1 * std::log(32);
  CHECK(faster({12, 2201600, 1300500000, 204000000, 1}) > 0.9 * most);
  CHECK(faster({12, 2201600, 114750000, 3199000000, 1}) < 0.1 * most);
  CHECK(faster({12, 2201600, 1300500000, 204000000, 32}) == 0);
  const PowerTerms<double> power(power_prior().mean);
  const Features x = features({12, 2201600, 1300500000, 3199000000, 1}, device);
  CHECK(log_power(power, x, {1, 1, 0.7}) < log_power(power, x, {1, 1, 1}));
}

TEST_CASE("complete fits give the reference parameters, weights and predictions") {
  const Json json = read_fixture("model_fit.json");
  for (const char* name : {"fit_gpu_bound", "fit_cpu_bound", "fit_balanced"}) {
    INFO(name);
    const Json& golden = json.get_child(name);
    const auto at = modes(golden.get_child("sample_modes"));
    const auto ms = numbers(golden.get_child("sample_t_ms")), watts = numbers(golden.get_child("sample_p_w"));
    std::vector<ModeReading> readings;
    for (std::size_t i = 0; i < at.size(); ++i) readings.push_back({at[i], ms[i], watts[i]});
    const WorkloadModel model(kAgxOrin, readings);
    const auto theta_t = numbers(golden.get_child("theta_T")), theta_p = numbers(golden.get_child("theta_P"));
    for (std::size_t i = 0; i < theta_p.size(); ++i) {
      CHECK(model.time().theta[Eigen::Index(i)] == Approx(theta_t[i]).margin(0.02));
      CHECK(model.power().theta[Eigen::Index(i)] == Approx(theta_p[i]).margin(0.02));
    }
    const auto weights = numbers(golden.get_child("noise_weight_T"));
    for (std::size_t i = 0; i < at.size(); ++i) {
      const auto found = std::find_if(model.readings().begin(), model.readings().end(),
                                      [&](const ModeReading& reading) { return reading.mode == at[i]; });
      CHECK(model.time().weight[found - model.readings().begin()] == Approx(weights[i]).margin(0.02));
    }
    const Prediction p = model.predict(modes(golden.get_child("query_modes")));
    const auto t = numbers(golden.get_child("pred_t")), w = numbers(golden.get_child("pred_p"));
    const auto t_sd = numbers(golden.get_child("sd_log_t")), w_sd = numbers(golden.get_child("sd_log_p"));
    for (std::size_t i = 0; i < t.size(); ++i) {
      const auto k = Eigen::Index(i);
      CHECK(std::exp(p.log_ms[k]) == Approx(t[i]).epsilon(0.002));
      CHECK(std::exp(p.log_w[k]) == Approx(w[i]).epsilon(0.002));
      CHECK(std::sqrt(p.log_ms_sd[k] * p.log_ms_sd[k] - 0.02 * 0.02) == Approx(t_sd[i]).epsilon(0.01));
      CHECK(std::sqrt(p.log_w_sd[k] * p.log_w_sd[k] - 0.012 * 0.012) == Approx(w_sd[i]).epsilon(0.01));
    }
  }
}
