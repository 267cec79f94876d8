// SPDX-License-Identifier: Apache-2.0
#include "dsgen/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace wattline::dsgen {

void parallel_for(std::size_t begin, std::size_t end, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{begin};
  std::mutex mutex;
  std::exception_ptr first;
  const auto loop = [&] {
    try {
      for (std::size_t i = next++; i < end; i = next++) work(i);
    } catch (...) {
      next = end;
      const std::lock_guard<std::mutex> lock(mutex);
      if (!first) first = std::current_exception();
    }
  };
  std::vector<std::thread> threads(
      std::min<std::size_t>(end - begin, std::max(1U, std::thread::hardware_concurrency())));
  try {
    for (std::thread& thread : threads) thread = std::thread(loop);
  } catch (...) {  // no thread or no memory; those that run must end before they are destroyed
    next = end;
    const std::lock_guard<std::mutex> lock(mutex);
    if (!first) first = std::current_exception();
  }
  for (std::thread& thread : threads) {
    if (thread.joinable()) thread.join();
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace wattline::dsgen
