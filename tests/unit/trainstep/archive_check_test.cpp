// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/archive_check.hpp"

#include <zlib.h>

#include <cstdint>

#include "base/error.hpp"
#include "catch.hpp"
#include "sysfs_tree.hpp"
#include "trainstep/net/checkpoint.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

struct Archive {
  test::SysfsTree folder;
  std::string bytes;

  void check() {
    folder.raw_file("/a.pt", bytes);
    check_archive(folder.at("/a.pt").string());
  }
  void check_refused(const std::string& entry) {
    CHECK_THROWS_WITH(check(), Catch::EndsWith("a.pt: is damaged, the checksum of " + entry + " is another one"));
  }
};

std::string little_endian(std::uint64_t value, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
  return bytes;
}

std::uint64_t crc(const std::string& text) {
  return ::crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size()));
}

// One entry, "e", with all its places and sizes in zip64 fields.
std::string zip64_with(const std::string& content, std::uint64_t checksum) {
  const std::string all_ones = little_endian(0xffffffff, 4), none = little_endian(0, 4);
  const std::string local = "PK\3\4" + std::string(22, '\0') + little_endian(1, 2) + little_endian(0, 2) + "e";
  const std::string field = little_endian(1, 2) + little_endian(24, 2) + little_endian(content.size(), 8) +
                            little_endian(content.size(), 8) + little_endian(0, 8);
  const std::string entry = "PK\1\2" + std::string(12, '\0') + little_endian(checksum, 4) + all_ones + all_ones +
                            little_endian(1, 2) + little_endian(field.size(), 2) + std::string(10, '\0') + all_ones +
                            "e" + field;
  const std::string front = local + content + entry;
  const std::string end64 = "PK\6\6" + std::string(36, '\0') + little_endian(entry.size(), 8) +
                            little_endian(local.size() + content.size(), 8);
  const std::string locator = "PK\6\7" + none + little_endian(front.size(), 8) + little_endian(1, 4);
  return front + end64 + locator + "PK\5\6" + std::string(8, '\0') + all_ones + all_ones + little_endian(0, 2);
}

}  // namespace

TEST_CASE("a checkpoint of which one byte is another one is refused") {
  test::SysfsTree folder;
  const std::string file = folder.at("/c.pt").string();
  TrainerOptions lenet;
  lenet.network.name = "lenet";
  const Trainer trainer(lenet);
  write_checkpoint(file, {{{"seed", "1"}}, 2, 3, 4}, &trainer);
  CHECK(read_checkpoint(file).steps == 3);
  std::string bytes = folder.read("/c.pt");
  bytes[bytes.size() / 2] = static_cast<char>(~bytes[bytes.size() / 2]);
  folder.raw_file("/c.pt", bytes);
  CHECK_THROWS_WITH(read_checkpoint(file), Catch::Contains("is damaged, the checksum of "));
}

TEST_CASE("places and sizes beyond four gigabytes are read where zip files have them") {
  Archive archive;
  archive.bytes = zip64_with("weights", crc("weights"));
  CHECK_NOTHROW(archive.check());
  archive.bytes = zip64_with("weighty", crc("weights"));
  archive.check_refused("e");
}

TEST_CASE("an entry without a checksum, and what is no zip file, is not judged") {
  Archive archive;
  archive.bytes = zip64_with("weights", 0);
  CHECK_NOTHROW(archive.check());
  for (const std::string& text :
       {std::string(), std::string("text"), std::string("PK\5\6"), "PK\5\6" + std::string(18, '\xff')}) {
    archive.bytes = text;
    CHECK_NOTHROW(archive.check());
  }
}

TEST_CASE("no cut and no changed byte of an archive makes its check fail in any other way") {
  const std::string whole = zip64_with("weights", crc("weights"));
  Archive archive;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    archive.bytes = whole;
    archive.bytes[i] = '\xff';
    try {
      archive.check();
    } catch (const Error&) {
    }
    archive.bytes = whole.substr(0, i);
    CHECK_NOTHROW(archive.check());
  }
}
