// SPDX-License-Identifier: Apache-2.0
#include "cachestat/worker_threads.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/not_copyable.hpp"

namespace wattline::cachestat {

namespace {

class ThreadPool : NotCopyable {
 public:
  ThreadPool(unsigned limit, MakeWork make_work, Collect collect)
      : limit_(limit), make_work_(std::move(make_work)), collect_(std::move(collect)) {}
  ~ThreadPool();

  void submit(Batch batch);
  void finish();

 private:
  void enqueue(Batch batch);
  bool start_thread();
  // Collects until no more than `left` batches are on the way.
  void drain(std::size_t left);
  void serve();
  void work_alone(Batch& batch);
  std::size_t limit_;
  MakeWork make_work_;
  Collect collect_;
  std::optional<Batch> held_;  // one is held back: if it stays the only one, no thread is needed
  std::vector<std::thread> threads_;
  std::size_t in_flight_ = 0;  // submitted and not collected; of the calling thread alone
  std::mutex mutex_;           // guards what follows
  std::condition_variable has_todo_, has_done_;
  std::deque<Batch> todo_, done_;
  bool closed_ = false;
};

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
    todo_.clear();
  }
  has_todo_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadPool::submit(Batch batch) {
  if (held_) enqueue(std::move(*held_));
  held_ = std::move(batch);
}

void ThreadPool::finish() {
  if (held_ && threads_.empty()) {
    work_alone(*held_);
  } else if (held_) {
    enqueue(std::move(*held_));
  }
  held_.reset();
  drain(0);
}

void ThreadPool::work_alone(Batch& batch) {
  make_work_()(batch);
  collect_(batch);
}

// Where no more threads are to be had (ulimit -u, a control group), those that there are do the work.
bool ThreadPool::start_thread() {
  try {
    threads_.emplace_back([this] { serve(); });
  } catch (const std::system_error&) {
    limit_ = std::max<std::size_t>(threads_.size(), 1);
  }
  return !threads_.empty();
}

// Threads are started as work comes.
void ThreadPool::enqueue(Batch batch) {
  drain(2 * limit_ - 1);
  if (in_flight_ >= threads_.size() && threads_.size() < limit_ && !start_thread()) return work_alone(batch);
  ++in_flight_;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    todo_.push_back(std::move(batch));
  }
  has_todo_.notify_one();
}

void ThreadPool::drain(std::size_t left) {
  for (;;) {
    std::deque<Batch> done;
    {
      std::unique_lock<std::mutex> lock(mutex_);
      if (in_flight_ > left) has_done_.wait(lock, [this] { return !done_.empty(); });
      done.swap(done_);
    }
    for (const Batch& batch : done) collect_(batch);
    in_flight_ -= done.size();
    if (in_flight_ <= left) return;
  }
}

void ThreadPool::serve() {
  const Work work = make_work_();
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    has_todo_.wait(lock, [this] { return closed_ || !todo_.empty(); });
    if (closed_) return;
    Batch batch = std::move(todo_.front());
    todo_.pop_front();
    lock.unlock();
    work(batch);
    lock.lock();
    done_.push_back(std::move(batch));
    has_done_.notify_one();
  }
}

}  // namespace

Workers work_in_threads(unsigned count, MakeWork make_work, Collect collect) {
  const auto pool = std::make_shared<ThreadPool>(count, std::move(make_work), std::move(collect));
  return {[pool](Batch batch) { pool->submit(std::move(batch)); }, [pool] { pool->finish(); }};
}

}  // namespace wattline::cachestat
