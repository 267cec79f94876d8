// SPDX-License-Identifier: Apache-2.0
#include "jetsim/disk/disk_view.hpp"

#include <algorithm>
#include <utility>

namespace wattline::jetsim {

DiskView::DiskView(const DiskOptions& options, Clock& clock)
    : source(options.source), queue(options.medium), clock_(clock) {
  if (options.memory_b == 0) return;
  bound.emplace(options.memory_b, options.directory, [this](std::uint64_t file) {
    const std::lock_guard<std::mutex> lock(names);
    return source.path_of(file);
  });
}

void DiskView::read(int fd, std::uint64_t file, std::uint64_t offset, std::size_t bytes, DiskAnswer answer) {
  const auto read = std::make_shared<DiskRead>();
  read->fd = fd;
  read->offset = static_cast<off_t>(offset);
  read->data.resize(bytes);
  read->answer = [this, file, answer = std::move(answer)](const std::shared_ptr<const SourceRead>& done) {
    if (!bound || done->length <= 0) return answer(done);
    bound->when_evicted([&memory = *bound, file, done, answer] {
      answer(done);
      memory.read(file, static_cast<std::uint64_t>(done->offset), static_cast<std::uint64_t>(done->length));
    });
  };
  const std::int64_t arrival_ns = clock_.mono_ns() - std::max<std::int64_t>(overhead_ns_, 0) - queue.take_lateness_ns();
  queue.submit({0, file, offset, bytes, arrival_ns}, read);
}

void DiskView::access(DiskAnswer answer) {
  constexpr std::uint64_t kNoFile = 0;
  read(source.fd(), kNoFile, ++accesses_, 0, std::move(answer));
}

}  // namespace wattline::jetsim
