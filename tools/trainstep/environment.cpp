// SPDX-License-Identifier: Apache-2.0
#include "trainstep/environment.hpp"

#include "platform/load/storage.hpp"
#include "platform/mode/software.hpp"

namespace wattline::trainstep {

void add_environment(io::Meta& meta, const std::string& data, const io::Root& root) {
  for (const io::Meta& facts :
       {platform::run_facts(platform::find_machine(root)), platform::storage_facts(data, root)}) {
    for (const auto& fact : facts) {
      if (io::meta_values(meta, fact.first).empty()) meta.push_back(fact);
    }
  }
}

}  // namespace wattline::trainstep
