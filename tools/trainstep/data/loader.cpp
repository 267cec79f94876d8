// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/loader.hpp"

#include <algorithm>
#include <chrono>

#include "base/error.hpp"

namespace wattline::trainstep {

namespace {

class Stopwatch {
 public:
  double lap_ms() {
    const auto now = std::chrono::steady_clock::now();
    const double ms = std::chrono::duration<double, std::milli>(now - last_).count();
    last_ = now;
    return ms;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace

LoaderOptions without_workers(std::size_t batch) {
  LoaderOptions options;
  options.workers = 0;
  options.batch = batch;
  return options;
}

Loader::Loader(const Dataset& set, const LoaderOptions& options, const Memory& memory)
    : set_(set), options_(options), ring_(static_cast<std::size_t>(options.workers * options.prefetch) + 1) {
  for (Place& place : ring_) place.batch = std::make_unique<Minibatch>(set.fields, options.batch, memory);
}

Loader::~Loader() {
  stop();
}

void Loader::start(const Order& order, std::uint64_t epoch, std::size_t first) {
  stop();
  take_back();
  if (set_.begin_epoch) set_.begin_epoch(epoch);
  order_ = order;
  epoch_ = epoch;
  batches_ = (order.size + options_.batch - 1) / options_.batch;
  claimed_ = delivered_ = std::min(first, batches_);
  any_sample_ = first > 0;
  stopping_ = false;
  for (Place& place : ring_) place.ready = false;
  if (options_.preparer) options_.preparer->begin();
  for (int i = 0; i < options_.workers; ++i) threads_.emplace_back([this, i] { work(i); });
}

void Loader::stop() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  room_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

// A worker may be as far ahead as the ring reaches; the place of the batch in the consumer's hands is not free yet.
void Loader::work(int number_of_thread) {
  Worker worker;
  worker.number = number_of_thread;
  for (;;) {
    std::unique_lock<std::mutex> lock(mutex_);
    const auto goes_on = [this] {
      return stopping_ || claimed_ >= batches_ || claimed_ - delivered_ < ring_.size() - 1;
    };
    if (!goes_on()) worker.free_ns = 0;
    room_.wait(lock, goes_on);
    if (stopping_ || claimed_ >= batches_) return;
    const std::size_t number = claimed_++;
    lock.unlock();
    make(number, worker);
    lock.lock();
    place(number).ready = true;
    lock.unlock();
    made_.notify_one();
  }
}

Minibatch* Loader::next() {
  while (Minibatch* batch = deliver()) {
    for (const std::string& reason : batch->bad) on_bad(reason);
    if (batch->samples == 0) continue;
    any_sample_ = true;
    return batch;
  }
  if (!any_sample_ && batches_ > 0) throw data_error(set_.path + ": no sample could be read");
  return nullptr;
}

// The consumer is done with the batch it got last.
void Loader::take_back() {
  if (delivered_ > 0) place(delivered_ - 1).batch->take_back();
}

Minibatch* Loader::deliver() {
  take_back();
  if (delivered_ == batches_) return nullptr;
  const std::int64_t asked_ns = options_.preparer ? options_.preparer->now() : 0;
  const std::size_t number = delivered_;
  if (threads_.empty()) {
    consumer_.free_ns = 0;
    make(number, consumer_);
    ++delivered_;
  } else {
    std::unique_lock<std::mutex> lock(mutex_);
    made_.wait(lock, [&] { return place(number).ready; });
    place(number).ready = false;
    ++delivered_;
    lock.unlock();
    room_.notify_all();
  }
  if (place(number).error) std::rethrow_exception(place(number).error);
  Minibatch& batch = *place(number).batch;
  if (options_.preparer && batch.samples > 0) options_.preparer->deliver(asked_ns, batch);
  return &batch;
}

void Loader::make(std::size_t number, Worker& worker) {
  Place& target = place(number);
  target.error = nullptr;
  try {
    fill(number, *target.batch, worker);
  } catch (...) {
    target.error = std::current_exception();
  }
}

// A thread that goes straight on begins when the other processor was done, not when this machine woke up.
void Loader::prepare(Minibatch& batch, Worker& worker) {
  const auto ended = [this] {
    const std::lock_guard<std::mutex> lock(mutex_);
    return stopping_;
  };
  worker.free_ns = options_.preparer->prepare(worker.number, worker.free_ns, batch, ended);
}

void Loader::fill(std::size_t number, Minibatch& batch, Worker& worker) {
  if (options_.preparer && worker.free_ns == 0) worker.free_ns = options_.preparer->now();
  batch.number = static_cast<std::int64_t>(epoch_ * batches_ + number);
  batch.samples = 0;
  batch.read_ms = batch.prep_ms = 0;
  batch.bad.clear();
  const std::size_t begin = number * options_.batch, end = std::min(begin + options_.batch, order_.size);
  for (std::size_t position = begin; position < end; ++position) {
    add_sample(order_.sample(position), batch, worker.scratch);
  }
  batch.read_ms *= options_.time_scale;
  batch.prep_ms *= options_.time_scale;
  if (options_.preparer && batch.samples > 0) prepare(batch, worker);
}

// The randomness of a sample depends on nothing but (seed, epoch, sample): results are the same for any number of
// workers.
void Loader::add_sample(std::size_t sample, Minibatch& batch, Scratch& scratch) {
  Random random(mix64(options_.seed, epoch_, sample));
  Stopwatch watch;
  try {
    set_.read(sample, random, scratch);
    batch.read_ms += watch.lap_ms();
    if (!options_.preparer) set_.prepare(sample, random, scratch, batch, batch.samples);
    batch.prep_ms += watch.lap_ms();
    ++batch.samples;
  } catch (const Error& error) {
    if (!options_.skip_bad || error.code() != ExitCode::data) throw;
    batch.bad.push_back(error.what());
  }
}

}  // namespace wattline::trainstep
