// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/units.hpp"
#include "catch.hpp"
#include "fake_clock.hpp"
#include "jetsim/board/emulated_disks.hpp"
#include "jetsim/disk/disk_counters.hpp"
#include "jetsim/disk/disk_queue.hpp"
#include "jetsim/disk/medium.hpp"
#include "jetsim/disk/recent_use.hpp"
#include "jetsim/served/board_tree.hpp"

using namespace wattline;
using namespace wattline::jetsim;

namespace {

constexpr std::uint64_t kDiskMiB = 1 << 20;

// 8 ms, 100 MB/s: a million bytes take 10 ms.
MediumProfile slow_disk(int queue) {
  return {"test", 8 * kMillisecondNs, 100'000'000, queue, "sd"};
}

// When each of these requests ends, in the order in which they end.
std::vector<std::int64_t> ends_ms(const MediumProfile& profile, const std::vector<DiskRequest>& requests) {
  Medium medium(profile);
  for (const DiskRequest& request : requests) medium.submit(request);
  std::vector<std::int64_t> ends;
  while (medium.next_event_ns() != Medium::kNever) {
    for (const ServedRequest& served : medium.advance(medium.next_event_ns()))
      ends.push_back(served.end_ns / kMillisecondNs);
  }
  return ends;
}

const MediumProfile& profile_of(const std::string& name) {
  for (const MediumProfile& profile : medium_profiles()) {
    if (profile.name == name) return profile;
  }
  throw std::out_of_range(name);
}

// Random reads of 4 KiB per second with so many in flight, over a thousand reads.
double reads_per_s(const MediumProfile& profile, int in_flight) {
  constexpr int kReads = 1000;
  Medium medium(profile);
  std::uint64_t submitted = 0;
  const auto submit = [&](std::int64_t now_ns) {
    ++submitted;
    medium.submit({submitted, submitted, 0, 4096, now_ns});
  };
  while (submitted < static_cast<std::uint64_t>(in_flight)) submit(0);
  std::int64_t end_ns = 0;
  for (int served = 0; served < kReads;) {
    for (const ServedRequest& one : medium.advance(medium.next_event_ns())) {
      ++served;
      submit(end_ns = one.end_ns);
    }
  }
  return 1e9 * kReads / static_cast<double>(end_ns);
}

}  // namespace

TEST_CASE("A read takes the access and the transfer") {
  CHECK(ends_ms(slow_disk(1), {{1, 1, 0, 1'000'000, 0}}) == std::vector<std::int64_t>{18});
}

TEST_CASE("A read that continues the one before it needs no access") {
  const std::vector<DiskRequest> sequential{{1, 1, 0, 1'000'000, 0}, {2, 1, 1'000'000, 1'000'000, 0}};
  CHECK(ends_ms(slow_disk(1), sequential) == std::vector<std::int64_t>{18, 28});
  const std::vector<DiskRequest> other_file{{1, 1, 0, 1'000'000, 0}, {2, 2, 1'000'000, 1'000'000, 0}};
  CHECK(ends_ms(slow_disk(1), other_file) == std::vector<std::int64_t>{18, 36});
  const std::vector<DiskRequest> backwards{{1, 1, 1'000'000, 1'000'000, 0}, {2, 1, 0, 1'000'000, 0}};
  CHECK(ends_ms(slow_disk(1), backwards) == std::vector<std::int64_t>{18, 36});
}

TEST_CASE("Reads in the queue are accessed together, and share the bandwidth") {
  const std::vector<DiskRequest> three{{1, 1, 0, 1'000'000, 0}, {2, 2, 0, 1'000'000, 0}, {3, 3, 0, 1'000'000, 0}};
  CHECK(ends_ms(slow_disk(3), three) == std::vector<std::int64_t>{18, 28, 38});
  // The third one waits for a place until 18 ms, and for its access until 26 ms.
  CHECK(ends_ms(slow_disk(2), three) == std::vector<std::int64_t>{18, 28, 38});
  CHECK(ends_ms(slow_disk(1), three) == std::vector<std::int64_t>{18, 36, 54});
}

TEST_CASE("A short read overtakes a long one only until the bus") {
  const std::vector<DiskRequest> reads{{1, 1, 0, 1'000'000, 0}, {2, 2, 0, 100'000, 1 * kMillisecondNs}};
  CHECK(ends_ms(slow_disk(2), reads) == std::vector<std::int64_t>{18, 19});
}

TEST_CASE("An idle medium starts when a read arrives, and a busy one when a place is free") {
  Medium medium(slow_disk(1));
  medium.submit({1, 1, 0, 1'000'000, 0});
  CHECK(medium.next_event_ns() == 8 * kMillisecondNs);
  CHECK(medium.advance(17 * kMillisecondNs).empty());
  REQUIRE(medium.advance(100 * kMillisecondNs).size() == 1);
  CHECK(medium.next_event_ns() == Medium::kNever);
  medium.submit({2, 2, 0, 1'000'000, 90 * kMillisecondNs});  // known late
  const auto late = medium.advance(200 * kMillisecondNs);
  REQUIRE(late.size() == 1);
  CHECK(late[0].end_ns == 108 * kMillisecondNs);
  medium.submit({3, 3, 0, 1'000'000, 100 * kMillisecondNs});  // before the last one had ended
  const auto waited = medium.advance(200 * kMillisecondNs);
  REQUIRE(waited.size() == 1);
  CHECK(waited[0].end_ns == 126 * kMillisecondNs);
}

TEST_CASE("The media read as many blocks per second as their sources say") {
  CHECK(reads_per_s(profile_of("hdd"), 1) == Approx(124).epsilon(0.01));
  CHECK(reads_per_s(profile_of("hdd"), 8) == Approx(124).epsilon(0.01));
  CHECK(reads_per_s(profile_of("sd"), 1) == Approx(1500).epsilon(0.01));
  CHECK(reads_per_s(profile_of("emmc"), 2) == Approx(11000).epsilon(0.01));
  CHECK(reads_per_s(profile_of("ssd"), 1) == Approx(10000).epsilon(0.01));
  CHECK(reads_per_s(profile_of("ssd"), 10) == Approx(97000).epsilon(0.05));
  CHECK(reads_per_s(profile_of("nvme"), 1) == Approx(17000).epsilon(0.01));
  CHECK(reads_per_s(profile_of("nvme"), 15) == Approx(250000).epsilon(0.03));
}

std::string text_of(const DiskCounters::Values& now) {
  return fmt::format("{} reads, {} sectors, {} ms; {} in flight, busy {} ms, weighted {} ms", now.reads, now.sectors,
                     now.read_ms, now.in_flight, now.busy_ms, now.weighted_ms);
}

TEST_CASE("Counters of a disk grow as the kernel's do") {
  DiskCounters counters;
  counters.begin(100 * kMillisecondNs);
  counters.begin(105 * kMillisecondNs);
  counters.end(110 * kMillisecondNs, 100 * kMillisecondNs, 4096);
  CHECK(text_of(counters.values(112 * kMillisecondNs)) ==
        "1 reads, 8 sectors, 10 ms; 1 in flight, busy 12 ms, weighted 17 ms");
  counters.end(120 * kMillisecondNs, 105 * kMillisecondNs, 8192);
  // Idle time is no busy time.
  CHECK(text_of(counters.values(500 * kMillisecondNs)) ==
        "2 reads, 24 sectors, 25 ms; 0 in flight, busy 20 ms, weighted 25 ms");
}

TEST_CASE("A read that is answered late is known to be so once, and an access of no bytes is not counted") {
  DiskQueue queue(slow_disk(1));
  const auto submit = [&](std::uint64_t offset, std::uint64_t bytes) {
    const auto read = std::make_shared<DiskRead>();  // no file: nothing is read
    read->answer = [](const auto&) {};
    queue.submit({0, 1, offset, bytes, 0}, read);
  };
  submit(5, 0);
  queue.advance(10 * kMillisecondNs);  // 2 ms after the access
  CHECK(queue.take_lateness_ns() == 2 * kMillisecondNs);
  CHECK(queue.take_lateness_ns() == 0);
  CHECK(queue.counters(10 * kMillisecondNs).reads == 0);
  submit(100, 512);
  queue.advance(100 * kMillisecondNs);
  CHECK(queue.counters(100 * kMillisecondNs).reads == 1);
  CHECK(queue.next_event_ns() == Medium::kNever);
}

TEST_CASE("What was used least recently comes first") {
  RecentUse recent;
  recent.read(1, 0, 3 * kDiskMiB);
  recent.read(2, 0, 1000);
  recent.use(1);
  CHECK(recent.bytes() == 3 * kDiskMiB + 1000);
  CHECK(recent.take_oldest()->file == 2);
  CHECK(recent.take_oldest()->index == 0);
  recent.read(1, kDiskMiB, 10);  // the page cache had lost some of it
  CHECK(recent.bytes() == 2 * kDiskMiB);
  CHECK(recent.take_oldest()->index == 2);
  CHECK(recent.take_oldest()->index == 1);
  CHECK(!recent.take_oldest());
  CHECK(recent.bytes() == 0);
}

TEST_CASE("What could not be evicted counts as just used") {
  RecentUse recent;
  recent.read(1, 0, kDiskMiB);
  recent.read(2, 0, kDiskMiB);
  auto kept = recent.take_oldest();
  REQUIRE(kept->file == 1);
  kept->bytes = 4096;
  recent.put_back(*kept);
  CHECK(recent.bytes() == kDiskMiB + 4096);
  CHECK(recent.take_oldest()->file == 2);
  recent.forget(1);
  CHECK(recent.bytes() == 0);
  CHECK(recent.chunks() == 0);
}

TEST_CASE("Disks get the next free name of their kind, and end with their holder") {
  EmulatedDisks disks;
  const auto first = disks.attach("sd", "0:50", 1000);
  auto second = disks.attach("sd", "0:51", 1000);
  const auto flash = disks.attach("nvme", "0:52", 1000);
  CHECK(first->name == "sda");
  CHECK(second->name == "sdb");
  CHECK(flash->name == "nvme1n1");
  CHECK(disks.attach("tape", "0:53", 1000) == nullptr);
  second.reset();
  CHECK(disks.diskstats_text().find("sdb") == std::string::npos);
  CHECK(disks.attach("sd", "0:54", 1000)->name == "sdb");
}

TEST_CASE("A disk of a board shows in its files as long as its control file is open") {
  test::FakeClock clock;
  EmulatedMachineOptions options;
  options.board = "orin-nano";
  EmulatedMachine machine(options, clock);
  BoardTree board(machine, 0);
  Tree& tree = board.tree();
  auto file = tree.find("/run/jetsim/disks")->open();
  CHECK(file->write("counters 1 2 3 4 5 6\n") == EINVAL);
  CHECK(file->write("attach sd 57 1024\n") == EINVAL);
  REQUIRE(file->write("attach sd 0:57 1024\n") == 0);
  REQUIRE(file->write("counters 1 8 3 0 5 6\n") == 0);
  CHECK(file->write("counters 1 8 3 0 5\n") == EINVAL);
  std::string text;
  REQUIRE(file->read(text) == 0);
  CHECK(text == "disk sda\n");
  REQUIRE(tree.find("/sys/devices/virtual/block/sda/stat")->read(text) == 0);
  CHECK(text == "1 0 8 3 0 0 0 0 0 5 6\n");
  CHECK(tree.find("/sys/class/block/sda")->text == "../../devices/virtual/block/sda");
  CHECK(tree.find("/sys/dev/block/0:57") != nullptr);
  REQUIRE(tree.find("/proc/diskstats")->read(text) == 0);
  CHECK(text.find("   0      57 sda 1 0 8 3 0 0 0 0 0 5 6\n") != std::string::npos);
  file.reset();
  CHECK(tree.find("/sys/devices/virtual/block/sda") == nullptr);
  CHECK(tree.find("/sys/dev/block/0:57") == nullptr);
}
