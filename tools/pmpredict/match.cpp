// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/parse.hpp"
#include "cli/option_types.hpp"
#include "pmpredict/pmpredict.hpp"
#include "pmpredict/rows.hpp"
#include "pmpredict/usable_rows.hpp"

namespace wattline::pmpredict {

namespace {

struct Options : TableOptions {
  std::vector<std::string> devices;  // NAME=FILE[:N]
  std::optional<double> round_s;
};

void declare(cli::App& app, Options& options) {
  app.add_option("DEVICE", options.devices, "NAME=FILE[:N]: predictions of a device, and its minibatches per round [1]")
      .required();
  app.add_option("--time", options.round_s, "Length of a round in seconds [what the slowest device needs]")
      .check(cli::positive());
  declare_table(app, options);
}

// One device of a federated round.
struct Member {
  std::string name, path;
  std::int64_t minibatches = 1;
  UsableRows predictions{};
  double seconds(const io::ProfileRow& row) const { return *row.minibatch_ms * 1e-3 * double(minibatches); }
  const io::ProfileRow& fastest() const {
    return *std::min_element(predictions.rows.begin(), predictions.rows.end(),
                             [](const auto& a, const auto& b) { return *a.minibatch_ms < *b.minibatch_ms; });
  }
};

Member parse_member(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) throw usage_error("match: '" + text + "' is not NAME=FILE[:N]");
  Member member{text.substr(0, equals), text.substr(equals + 1)};
  const std::size_t colon = member.path.rfind(':');
  if (colon == std::string::npos) return member;
  const auto count = to_int64(std::string_view(member.path).substr(colon + 1));
  if (!count || *count < 1) throw usage_error("match: '" + text + "': N is not a positive whole number");
  member.minibatches = *count;
  member.path.resize(colon);
  return member;
}

std::vector<Member> read_members(const Options& options, cli::Context& context) {
  std::vector<Member> members;
  for (const std::string& text : options.devices) {
    Member member = parse_member(text);
    member.predictions = read_usable_rows(context, member.path, options.table);
    if (member.predictions.rows.empty()) throw data_error(member.path + ": no row with a time and a power");
    check_repeats(context, member.predictions, member.path);
    members.push_back(std::move(member));
  }
  return members;
}

double slowest_s(const std::vector<Member>& members) {
  double slowest = 0;
  for (const Member& member : members) slowest = std::max(slowest, member.seconds(member.fastest()));
  return slowest;
}

// The mode with the least energy among those that end in time; the fastest when none does.
const io::ProfileRow& choose(const Member& member, double round_s) {
  const io::ProfileRow* best = nullptr;
  for (const io::ProfileRow& row : member.predictions.rows) {
    if (member.seconds(row) > round_s) continue;
    if (best == nullptr || energy_j(row) < energy_j(*best)) best = &row;
  }
  return best != nullptr ? *best : member.fastest();
}

int run(const Options& options, cli::Context& context) {
  const auto members = read_members(options, context);
  const double round_s = options.round_s.value_or(slowest_s(members));
  bool late = false;
  cli::RowStream stream(context, options.rows, match_rows().kind());
  for (const Member& member : members) {
    const io::ProfileRow& row = choose(member, round_s);
    const double slack_s = round_s - member.seconds(row);
    late = late || slack_s < 0;
    match_rows().write(stream.rows(),
                       {member.name, row.mode, member.seconds(row), slack_s, energy_j(row) * double(member.minibatches),
                        *row.power_w, member.predictions.source});
  }
  return to_int(late ? ExitCode::partial : ExitCode::ok);
}

}  // namespace

cli::Subcommand match_subcommand() {
  return cli::subcommand("match", "Choose a mode for each device so that all end a round together", declare, run);
}

}  // namespace wattline::pmpredict
