// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

namespace wattline::bench {

// Each prints its tables; `data` is the folder of recorded tables, `boards` that of the board files.
void bench_search(const std::string& data, const std::string& boards);
void bench_search_elsewhere(const std::string& data, const std::string& boards);
void bench_overruns(const std::string& data);
// The first readings of the 441 modes with the first seed of the overruns, and the truth, for searches in other
// programs.
void bench_readings(const std::string& data);
void bench_prediction(const std::string& data, const std::string& models);
// `exact`: the folder of tables without noise.
void bench_exact(const std::string& data, const std::string& exact);
void bench_faults(const std::string& exact);
void bench_priors(const std::string& exact);
void bench_offers(const std::string& exact);
// `sizes`: the folder of what trainstep info prints of each network.
void bench_size(const std::string& data, const std::string& exact, const std::string& sizes);
// The table of pmpredict design, on the boards of the tables without noise.
void bench_design(const std::string& exact);

// Workloads of the inference tables and their batch sizes.
inline std::map<std::string, std::vector<int>> inference_tables() {
  return {{"resnet", {1, 4, 16, 32, 64}}, {"bert", {1, 4, 8, 16, 32}}};
}

}  // namespace wattline::bench
