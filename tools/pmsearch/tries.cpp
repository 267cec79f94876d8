// SPDX-License-Identifier: Apache-2.0
#include "pmsearch/tries.hpp"

#include "model/profile_import.hpp"
#include "pmsearch/same_setting.hpp"

namespace wattline::pmsearch {

namespace {

model::Mode as_asked(const model::Space& space, const model::Mode& mode) {
  return asked_mode(space, mode).value_or(mode);
}

}  // namespace

Tries read_tries(cli::Context& context, const SearchOptions& options, const model::Space& space,
                 const model::Goal& goal) {
  const bool one_batch = !goal.chooses_batch();
  const io::ProfileTable table = cli::read_history(context, options.table, one_batch);
  Tries tries;
  for (model::Try& entry : model::tries_of(table, goal, options.table.keep_flagged)) {
    if (goal.chooses_batch() && entry.mode[model::kBatch] == 0) throw data_error("stdin: a row has no batch size");
    entry.mode = as_asked(space, entry.mode);
    tries.history.add(entry);
  }
  tries.source = table.source;
  if (const auto answer = model::answer_of(table)) tries.answer = as_asked(space, *answer);
  return tries;
}

}  // namespace wattline::pmsearch
