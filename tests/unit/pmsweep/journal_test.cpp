// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/journal.hpp"

#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "catch.hpp"
#include "io/filesystem.hpp"
#include "pmsweep/folders.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;
using namespace wattline::pmsweep;

namespace {

struct Out {
  test::SysfsTree tree;
  std::string path = (tree.folder("/out"), tree.at("/out").string());
  std::string journal() const { return path + "/journal.tsv"; }
  std::string text() const {
    std::ifstream file(journal());
    std::stringstream buffer;
    buffer << file.rdbuf();
    return buffer.str();
  }
  void append(const std::string& text) const { std::ofstream(journal(), std::ios::app) << text; }
};

Entry entry(const std::string& key, double ms) {
  Profile profile;
  profile.mode = {4, 1190400, 905250000, 1600000000};
  profile.step_ms = {ms, ms, ms};
  profile.watts = {20, 21, 22};
  profile.verdict = {"invalid", "gap,mode"};
  return {key, "4_1190400_905250000_1600000000", "train", to_row(profile_kind({"data"}), {"a\tb"}, profile)};
}

io::RowKind kind() {
  return profile_kind({"data"});
}

}  // namespace

TEST_CASE("what was added is there when the journal is opened again") {
  Out out;
  {
    Journal journal(out.path, kind(), false);
    journal.add(entry("row 1\tx#1.1", 50));
    journal.add(entry("row 2#1.1", 60));
  }
  Journal journal(out.path, kind(), true);
  REQUIRE(journal.entries().size() == 2);
  REQUIRE(journal.find("row 1\tx#1.1") != nullptr);
  Entry found = *journal.find("row 1\tx#1.1");
  const RowView view(journal.kind(), found.row);
  CHECK(view.text("data") == "a\tb");
  CHECK(view.text("minibatch_ms") == "50.000");
  CHECK(view.text("energy_j") == "1.050000");
  CHECK(view.text("verdict") == "invalid");
  CHECK(view.text("verdict_rules") == "gap,mode");
  CHECK(view.point()->mode == PowerMode{4, 1190400, 905250000, 1600000000});
}

TEST_CASE("the latest entry of a key counts, in the first one's place") {
  Out out;
  Journal journal(out.path, kind(), false);
  journal.add(entry("a", 50));
  journal.add(entry("b", 60));
  journal.add(entry("a", 70));
  REQUIRE(journal.entries().size() == 2);
  CHECK(RowView(journal.kind(), journal.entries()[0].row).text("minibatch_ms") == "70.000");
}

TEST_CASE("a torn row and garbage of a power cut are as if they were not there") {
  Out out;
  {
    Journal journal(out.path, kind(), false);
    journal.add(entry("a", 50));
  }
  const std::string whole = out.text();
  for (const std::string& tail :
       {std::string("b\t4_11"), std::string(700, '\0'), std::string(9, '\0') + "\n", std::string("x\ty\n")}) {
    std::ofstream(out.journal(), std::ios::trunc) << whole;
    out.append(tail);
    {
      Journal journal(out.path, kind(), true);
      CHECK(journal.entries().size() == 1);
      journal.add(entry("b", 60));
    }
    Journal again(out.path, kind(), true);
    CHECK(again.entries().size() == 2);
  }
}

TEST_CASE("any cut of the journal leaves the rows before it and takes new ones") {
  Out out;
  {
    Journal journal(out.path, kind(), false);
    for (const char* key : {"a", "b", "c"}) journal.add(entry(key, 50));
  }
  const std::string whole = out.text();
  for (std::size_t length = 0; length <= whole.size(); length += 7) {
    std::ofstream(out.journal(), std::ios::trunc) << whole.substr(0, length);
    const auto lines =
        static_cast<std::size_t>(std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length), '\n'));
    Journal journal(out.path, kind(), true);
    CHECK(journal.entries().size() == (lines > 0 ? lines - 1 : 0));
  }
}

TEST_CASE("a sweep is never written over, nor resumed with other columns, nor by two at once") {
  Out out;
  {
    Journal journal(out.path, kind(), false);
    CHECK_THROWS_AS(Journal(out.path, kind(), true), Error);
  }
  CHECK_THROWS_AS(Journal(out.path, kind(), false), Error);
  CHECK_THROWS_AS(Journal(out.path, profile_kind({"workers"}), true), Error);
}

TEST_CASE("a flag is added and taken back word by word") {
  Entry one = entry("a", 50);
  const io::RowKind row_kind = kind();
  const RowView view(row_kind, one.row);
  CHECK(view.text("flag") == "ok");
  view.set_flag("neighbours", true);
  view.set_flag("clocks", true);
  CHECK(view.text("flag") == "clocks,neighbours");
  view.set_flag("clocks", false);
  view.set_flag("neighbours", false);
  CHECK(view.text("flag") == "ok");
}

TEST_CASE("a failed run has NA for what it did not measure") {
  Profile profile;
  profile.mode = {4, {}, {}, {}};
  profile.fail("a reason");
  Row row = to_row(profile_kind({}), {}, profile);
  const io::RowKind row_kind = profile_kind({});
  const RowView view(row_kind, row);
  CHECK(view.text("minibatch_ms") == "NA");
  CHECK(view.text("settle_reason") == "NA");
  CHECK(view.text("reason") == "a reason");
  CHECK_FALSE(view.point());
}

TEST_CASE("folders are named by the four values; finished ones are kept, unfinished ones used again") {
  Out out;
  Folders folders(out.path);
  const PowerMode mode{4, 1190400, 905250000, 1600000000};
  CHECK(folders.make(mode) == "4_1190400_905250000_1600000000");
  CHECK(folders.make(mode) == "4_1190400_905250000_1600000000");
  folders.keep("4_1190400_905250000_1600000000");
  CHECK(folders.make(mode) == "4_1190400_905250000_1600000000.2");
  CHECK(folder_name({}) == "NA_NA_NA_NA");
}

TEST_CASE("a row keeps an empty first or last carried column") {
  const io::RowKind kind = profile_kind({"note", "workers", "tail"});
  const Row row = to_row(kind, {"", "4", ""}, Profile());
  REQUIRE(row.size() == kind.columns.size());
  CHECK(row[0].empty());
  CHECK(row[1] == "4");
  CHECK(row[2].empty());
}
