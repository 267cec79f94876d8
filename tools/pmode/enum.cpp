// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "base/error.hpp"
#include "base/random.hpp"
#include "cli/option_types.hpp"
#include "cli/shard.hpp"
#include "io/unread.hpp"
#include "platform/mode/machine.hpp"
#include "pmode/mode_grid.hpp"
#include "pmode/pmode.hpp"
#include "pmode/rows.hpp"

namespace wattline::pmode {

namespace {

constexpr std::size_t kBufferBytes = 64 * 1024;

// down: each clock falls, and returns to its top only when one in front of it fell.
enum class Direction { up, down, random };

struct EnumOptions {
  std::vector<std::string> axes, filters;
  std::optional<std::uint64_t> sample;
  std::optional<std::uint64_t> seed;
  Direction order = Direction::up;
  std::vector<std::string> nest;
  cli::Shard shard;
  std::string board;
  cli::RowOptions rows;
};

void declare(cli::App& app, EnumOptions& options) {
  app.add_option("--axes", options.axes, "Values of an axis: cores=2,4,6 (these), cpu=10 (ten, spread evenly)");
  app.add_option("--filter", options.filters, "Keep only modes for which this holds, such as 'cpu>=1.2G' (repeatable)")
      .allow_extra_args(false);
  app.add_option("--sample", options.sample, "Draw this many modes at random");
  app.add_option("--seed", options.seed, "Seed of --sample and --order random [1]");
  cli::add_choice(app, "--order", options.order,
                  {{"up", Direction::up}, {"down", Direction::down}, {"random", Direction::random}},
                  "Order of the rows; down: clocks fall from row to row");
  app.add_option("--nest", options.nest,
                 "Axes from the outermost loop to the innermost one, such as cpu,gpu,cores,emc [cores,cpu,gpu,emc]")
      .delimiter(',')
      .allow_extra_args(false);
  cli::add_shard(app, options.shard);
  app.add_option("--board", options.board, "").group("");  // refused with what to do instead
  cli::declare_rows(app, options.rows);
}

class Order {
 public:
  Order(const EnumOptions& options, const ModeGrid& grid, std::uint64_t seed)
      : grid_(grid), size_(grid.size()), direction_(options.order), permutation_(grid.size(), seed) {
    if (options.nest.empty()) return;
    if (direction_ == Direction::random) throw usage_error("--nest cannot be combined with --order random");
    nest_ = nested_axes(options.nest);
  }
  std::uint64_t at(std::uint64_t index) const {
    if (direction_ == Direction::random) return permutation_.at(index);
    const std::uint64_t place = direction_ == Direction::down ? size_ - 1 - index : index;
    return nest_ ? grid_.nested_id(place, *nest_) : place;
  }

 private:
  const ModeGrid& grid_;
  std::uint64_t size_;
  std::optional<ModeGrid::Places> nest_;
  Direction direction_;
  Permutation permutation_;
};

std::uint64_t count_matching(const ModeGrid& grid, const ModeFilter& filter) {
  if (filter.empty()) return grid.size();
  std::uint64_t count = 0;
  for (std::uint64_t id = 0; id < grid.size(); ++id) count += filter.holds(grid.at(id)) ? 1 : 0;
  return count;
}

// Chooses `wanted` of `total` in one pass, each subset equally likely (Knuth, The Art of Computer Programming 2,
// algorithm S).
class Sampler {
 public:
  Sampler(std::uint64_t wanted, std::uint64_t total, std::uint64_t seed)
      : wanted_(wanted), left_(total), random_(seed) {
    if (wanted > total) {
      throw usage_error("--sample " + std::to_string(wanted) + ": there are " + std::to_string(total) + " modes");
    }
  }
  bool take() {
    const bool taken = wanted_ > 0 && random_.below(left_) < wanted_;
    --left_;
    wanted_ -= taken ? 1 : 0;
    return taken;
  }

 private:
  std::uint64_t wanted_, left_;
  Random random_;
};

// Rows from texts made once per value: a million of them a second is asked for.
class ModePrinter {
 public:
  ModePrinter(const ModeGrid& grid, io::TsvWriter& rows) : texts_(grid.texts()), rows_(rows) {}
  void print(std::uint64_t id, const ModeGrid::Places& places) {
    mode_.clear();
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      if (i > 0) mode_ += '/';
      mode_ += texts_[i].part[places[i]];
    }
    rows_.integer(static_cast<std::int64_t>(id)).missing().raw(mode_);
    for (std::size_t i = 0; i < texts_.size(); ++i) rows_.raw(texts_[i].field[places[i]]);
    rows_.end_row();
  }

 private:
  std::array<ModeGrid::Texts, 4> texts_;
  io::TsvWriter& rows_;
  std::string mode_;
};

int run(const EnumOptions& options, cli::Context& context) {
  if (!options.board.empty()) {
    throw usage_error("--board: enum prints the modes of the machine under --root",
                      "jetsim run --board " + options.board + " -- pmode enum");
  }
  if (options.seed && !options.sample && options.order != Direction::random) {
    throw usage_error("--seed: nothing is random", "it is the seed of --sample and --order random");
  }
  const platform::Machine machine = platform::machine_with_knobs(context.root);
  context.require_all_read("the grid would not be complete");
  const ModeGrid grid(choose_axes(mode_tables(machine), options.axes));
  const ModeFilter filter(options.filters);
  const std::uint64_t seed = options.seed.value_or(1);
  const Order order(options, grid, seed);
  const std::uint64_t total = count_matching(grid, filter);
  if (total == 0) throw data_error("no mode passes the filter");
  Sampler sampler(options.sample ? *options.sample : total, total, seed);
  cli::RowStream stream(context, options.rows, mode_rows().kind());
  io::TsvWriter& rows = stream.rows();
  rows.buffer(kBufferBytes);
  ModePrinter printer(grid, rows);
  std::uint64_t taken = 0;
  for (std::uint64_t i = 0; i < grid.size() && !stream.output().reader_gone(); ++i) {
    const std::uint64_t id = order.at(i);
    const ModeGrid::Places places = grid.places(id);
    if (!filter.empty() && !filter.holds(grid.mode_at(places))) continue;
    if (!sampler.take() || taken++ % options.shard.count != options.shard.index - 1) continue;
    printer.print(id, places);
  }
  rows.flush();
  return 0;
}

}  // namespace

cli::Subcommand enum_subcommand() {
  return cli::subcommand("enum", "Print the grid of all modes, or a part of it", declare, run);
}

}  // namespace wattline::pmode
