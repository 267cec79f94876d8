// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/rows.hpp"

namespace wattline::wattcheck {

const io::RowTable<Judgement>& judgement_rows() {
  using J = Judgement;
  static const io::RowTable<J> table{
      "verdict",
      {{{"rule", "", 0, "name of the rule"}, &J::rule, &Rule::name},
       {{"verdict", "", 0, "pass, fail or unknown"}, &J::finding, &Finding::verdict},
       {{"value", "", 0, "value found in the rows"}, &J::finding, &Finding::value, io::or_na},
       {{"limit", "", 0, "limit that the rule sets"}, &J::finding, &Finding::limit, io::or_na},
       {{"unit", "", 0, "unit of value and limit"}, &J::finding, &Finding::unit, io::or_na},
       {{"required", "1", 0, "1 = the run is invalid if the verdict is unknown"}, &J::required},
       {{"where", "", 0, "file and line of the finding; what is missing if the verdict is unknown"},
        &J::finding,
        &Finding::where,
        io::or_na}}};
  return table;
}

}  // namespace wattline::wattcheck
