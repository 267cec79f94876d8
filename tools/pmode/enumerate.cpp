// SPDX-License-Identifier: Apache-2.0
// enum: the whole space, a choice of its axes, a sample, a shard, in an order of one's choice.
#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/rows.hpp"
#include "platform/mode/machine.hpp"
#include "pmode/change.hpp"
#include "pmode/space.hpp"
#include "pmode/verbs.hpp"

namespace wattline::pmode {

namespace {

constexpr std::size_t kBufferBytes = 64 * 1024;

class Order {
 public:
  Order(const std::string& name, std::uint64_t size, std::uint64_t seed)
      : size_(size), down_(name == "down"), random_(name == "random"), permutation_(size, seed) {
    if (name != "up" && !down_ && !random_) throw usage_error("--order " + name, "one of: up, down, random");
  }
  std::uint64_t at(std::uint64_t index) const {
    if (random_) return permutation_.at(index);
    return down_ ? size_ - 1 - index : index;
  }

 private:
  std::uint64_t size_;
  bool down_, random_;
  Permutation permutation_;
};

// Every n-th row, from the k-th on.
struct Shard {
  std::uint64_t k = 1, n = 1;
};

Shard parse_shard(const std::string& text) {
  if (text.empty()) return {};
  const std::size_t slash = text.find('/');
  const auto k = to_int64(std::string_view(text).substr(0, slash));
  const auto n = slash == std::string::npos ? std::nullopt : to_int64(std::string_view(text).substr(slash + 1));
  if (!k || !n || *k < 1 || *k > *n) throw usage_error("--shard " + text + ": not K/N with 1 <= K <= N");
  return {static_cast<std::uint64_t>(*k), static_cast<std::uint64_t>(*n)};
}

std::uint64_t count_matching(const Space& space, const Filter& filter) {
  if (filter.empty()) return space.size();
  std::uint64_t count = 0;
  for (std::uint64_t id = 0; id < space.size(); ++id) count += filter.holds(space.at(id)) ? 1 : 0;
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
  ModePrinter(const Space& space, io::TsvWriter& rows) : texts_(space.texts()), rows_(rows) {}
  void print(std::uint64_t id, const Space::Places& places) {
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
  std::array<Space::Texts, 4> texts_;
  io::TsvWriter& rows_;
  std::string mode_;
};

}  // namespace

int enumerate(const Options& options, cli::Context& context) {
  const Space space(choose_axes(mode_tables(platform::find_machine(context.root)), options.axes));
  const Filter filter(options.filters);
  const Order order(options.order, space.size(), options.seed);
  const Shard shard = parse_shard(options.shard);
  const std::uint64_t total = count_matching(space, filter);
  if (total == 0) throw data_error("enum: no mode passes the filter");
  Sampler sampler(options.sample ? *options.sample : total, total, options.seed);
  cli::RowStream stream(context, options.rows, io::mode_rows());
  io::TsvWriter& rows = stream.rows();
  rows.buffer(kBufferBytes);
  ModePrinter printer(space, rows);
  std::uint64_t taken = 0;
  for (std::uint64_t i = 0; i < space.size() && !stream.output().reader_gone(); ++i) {
    const std::uint64_t id = order.at(i);
    const Space::Places places = space.places(id);
    if (!filter.empty() && !filter.holds(space.mode_of(places))) continue;
    if (!sampler.take() || taken++ % shard.n != shard.k - 1) continue;
    printer.print(id, places);
  }
  rows.flush();
  return 0;
}

}  // namespace wattline::pmode
