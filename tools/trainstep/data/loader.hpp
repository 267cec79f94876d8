// SPDX-License-Identifier: Apache-2.0
// Makes minibatches ahead of the one consumer, in order, in bounded memory. torch::data::DataLoader is not used: it
// loses batches with 0 workers, cannot leave an epoch early and has no place to measure from.
#pragma once
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/not_copyable.hpp"
#include "trainstep/data/dataset.hpp"
#include "trainstep/data/order.hpp"

namespace wattline::trainstep {

// A processor that prepares samples in place of this machine's. Its times are nanoseconds of its own clock.
struct Preparer {
  std::function<void()> begin;        // an epoch
  std::function<std::int64_t()> now;  // may be called by any thread
  // What a loader thread has read since an instant: returns when it would be prepared, and sets the times of the batch.
  // Returns early when `ended` becomes true.
  std::function<std::int64_t(int worker, std::int64_t since_ns, Minibatch& batch, const std::function<bool()>& ended)>
      prepare;
  // Returns when the consumer, who asked at an instant, has the batch.
  std::function<void(std::int64_t asked_ns, const Minibatch& batch)> deliver;
};

struct LoaderOptions {
  int workers = 1;   // 0 = the consumer makes each batch itself when it asks for it
  int prefetch = 2;  // batches ahead per worker
  std::size_t batch = 16;
  std::uint64_t seed = 1;
  bool skip_bad = false;             // samples with a data error are left out of their batch
  std::optional<Preparer> preparer;  // without it this machine prepares the samples
  double time_scale = 1;             // read_ms and prep_ms are real milliseconds times this
};

// The consumer makes every batch itself: no threads.
LoaderOptions without_workers(std::size_t batch);

class Loader : NotCopyable {
 public:
  Loader(const Dataset& set, const LoaderOptions& options, const Memory& memory = plain_memory());
  ~Loader();

  // Begins an epoch at its batch number `first`. An epoch that is under way is abandoned.
  void start(const Order& order, std::uint64_t epoch, std::size_t first = 0);
  // The next batch with samples in it, which stays valid until the following call; nullptr after the last. Rethrows
  // what went wrong while this batch was made. Throws a data error when all samples of the epoch were left out.
  Minibatch* next();
  // Called by next() with the reason for each sample that was left out.
  std::function<void(const std::string&)> on_bad = [](const std::string&) {};
  std::size_t batches() const { return batches_; }
  std::size_t batch_size() const { return options_.batch; }

 private:
  struct Place {
    std::unique_ptr<Minibatch> batch;
    std::exception_ptr error;
    bool ready = false;
  };
  // What one thread works with.
  struct Worker {
    int number = 0;
    Scratch scratch;
    std::int64_t free_ns = 0;  // by the preparer's clock: since when it has no batch to make
  };
  Place& place(std::size_t number) { return ring_[number % ring_.size()]; }
  void stop();
  void work(int number);
  void prepare(Minibatch& batch, Worker& worker);
  Minibatch* deliver();
  void take_back();
  void make(std::size_t number, Worker& worker);
  void fill(std::size_t number, Minibatch& batch, Worker& worker);
  void add_sample(std::size_t sample, Minibatch& batch, Scratch& scratch);

  const Dataset& set_;
  LoaderOptions options_;
  Order order_;
  std::uint64_t epoch_ = 0;
  std::size_t batches_ = 0;
  Worker consumer_;          // for 0 workers
  std::vector<Place> ring_;  // batch n lies in place n modulo size; one of them is the consumer's
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable room_, made_;
  std::size_t claimed_ = 0, delivered_ = 0;  // batches taken by workers, batches handed out
  bool any_sample_ = false;                  // of this epoch was delivered
  bool stopping_ = false;
};

}  // namespace wattline::trainstep
