// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/journal.hpp"

#include <cmath>
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
  profile.steps = {3, {0, 1, ms, true}};
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

TEST_CASE("a run that trains beside inference has times of both and quantiles of the latency") {
  Profile profile;
  for (int window = 0; window <= 100; ++window) {
    StepTiming step{double(window), window + 0.5, window % 2 == 0 ? 80 : NAN, true};  // every other one trains nothing
    step.infer_ms = 20;
    step.latency_ms = 100 + window;
    profile.steps.push_back(step);
  }
  const io::RowKind row_kind = profile_kind({});
  Row row = to_row(row_kind, {}, profile);
  const RowView view(row_kind, row);
  CHECK(view.text("minibatch_ms") == "80.000");
  CHECK(view.text("infer_ms") == "20.000");
  CHECK(view.text("latency_p50_ms") == "150.000");
  CHECK(view.text("latency_p99_ms") == "199.000");
  CHECK(view.text("stall_ms") == "NA");
  CHECK(view.text("steps") == "101");
}

TEST_CASE("if nothing is trained, a minibatch is one of the inference") {
  Profile profile;
  profile.steps = {{0, 1, NAN, true}};
  profile.steps.front().infer_ms = 20;
  CHECK(*profile.minibatch_ms() == 20);
}

TEST_CASE("a row has its mode as a text, or the mode of the input as it was given") {
  Profile profile;
  profile.mode = {4, 1190400, 905250000, 1600000000};
  const io::RowKind own = profile_kind({"id"}), given = profile_kind({"id", "mode"});
  Row row = to_row(own, {"7"}, profile), named = to_row(given, {"7", "MAXN"}, profile);
  CHECK(RowView(own, row).text("mode") == "4c/1190400k/905250k/1600000k");
  CHECK(RowView(given, named).text("mode") == "MAXN");
  CHECK(named.size() == given.columns.size());
  CHECK(RowView(given, named).text("source") == "measured");
  CHECK(io::header_line(given).find("mode", io::header_line(given).find("mode") + 1) == std::string::npos);
}

TEST_CASE("folders are named by the mode and what else is swept; finished ones are kept, unfinished ones used again") {
  Out out;
  Folders folders(out.path);
  const std::string name = folder_name({4, 1190400, 905250000, 1600000000}, {});
  CHECK(name == "4_1190400_905250000_1600000000");
  CHECK(folders.make(name) == name);
  CHECK(folders.make(name) == name);
  folders.keep(name);
  CHECK(folders.make(name) == name + ".2");
  CHECK(folder_name({}, {{"workers", "4"}, {"data", "../a b"}}) == "NA_NA_NA_NA_workers=4_data=.._a_b");
}

TEST_CASE("a row keeps an empty first or last carried column") {
  const io::RowKind kind = profile_kind({"note", "workers", "tail"});
  const Row row = to_row(kind, {"", "4", ""}, Profile());
  REQUIRE(row.size() == kind.columns.size());
  CHECK(row[0].empty());
  CHECK(row[1] == "4");
  CHECK(row[2].empty());
}
