// SPDX-License-Identifier: Apache-2.0
// The workloads by name: network, data format, optimiser and order as published or as their authors ran them.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "trainstep/data/dataset.hpp"
#include "trainstep/data/jpeg.hpp"
#include "trainstep/net/trainer.hpp"

namespace wattline::trainstep {

struct DataOptions {
  std::string path, labels, preset;
  Decode decode = Decode::exact;
  std::int64_t length = 0, vocabulary = 0;  // 0 = the workload's own
  std::size_t samples = 10'000;             // of a synthetic set
};

struct Workload {
  std::string name, data;  // what it is for people; which data it takes
  OptimiserOptions optimiser;
  bool shuffled = true;
  std::int64_t classes = 0;  // that its head tells apart; 0 = no classes
  std::function<Dataset(const DataOptions&)> open, synthetic;
};

const std::vector<Workload>& workloads();
std::vector<std::string> workload_names();
// Throws a usage error with the nearest name.
const Workload& find_workload(const std::string& name);
// Opens --data or makes a synthetic set; refuses labels that the network's head does not have.
Dataset open_dataset(const Workload& workload, const DataOptions& options, bool synthetic);

}  // namespace wattline::trainstep
