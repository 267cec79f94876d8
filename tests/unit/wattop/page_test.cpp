// SPDX-License-Identifier: Apache-2.0
#include "wattop/page.hpp"

#include "catch.hpp"
#include "wattop_rows.hpp"

using namespace wattline;
using namespace wattline::wattop;
using Catch::Matchers::ContainsSubstring;
using test::a_board;
using test::a_load_row;
using test::a_power_row;
using test::text_of;

namespace {

// The line that begins with this word.
std::string line_of(const std::string& text, const std::string& word) {
  const std::size_t start = ("\n" + text).find("\n" + word);
  if (start == std::string::npos) return "";
  return text.substr(start, text.find('\n', start) - start);
}

std::string text_of_page(const BoardModel& model, const PageLook& look = {}) {
  return text_of(page(model.state(), look));
}

}  // namespace

TEST_CASE("a page has a line for each quantity, with the numbers of the rows") {
  const std::string text = text_of_page(a_board());
  CHECK_THAT(line_of(text, "wattop"), ContainsSubstring("A Board  L4T r36.4.3"));
  CHECK(line_of(text, "mode") == "mode     4c/1190400k/905250k/2133000k, clocks pinned");
  CHECK(line_of(text, "energy").substr(0, 14) == "energy   10.0 ");
  CHECK_THAT(line_of(text, "energy"), ContainsSubstring(" (TOTAL) in 0:01"));
  CHECK_THAT(line_of(text, "TOTAL"), ContainsSubstring(" 10.00 W [|||"));
  CHECK_THAT(line_of(text, "CPU"), ContainsSubstring(" 25.0 % [") && ContainsSubstring(" 1190 of 1190 MHz"));
  CHECK_THAT(line_of(text, "GPU"), ContainsSubstring(" 99.5 % [") && ContainsSubstring("  905 of 905 MHz"));
  CHECK(line_of(text, "cores") == "cores %    100    -    0");
  CHECK(line_of(text, "temp") == "temp     51.0 C hottest;  gpu 51.0  cpu 40.5");
  CHECK(line_of(text, "throttle") == "throttle over-current events 3, under-voltage NA");
  CHECK(line_of(text, "events") == "events   none so far");
}

TEST_CASE("what is not known is NA") {
  const std::string text = text_of_page(BoardModel());
  CHECK(line_of(text, "mode") == "mode     NA");
  CHECK(line_of(text, "wattop").substr(0, 10) == "wattop  NA");
  CHECK_THAT(line_of(text, "CPU"), ContainsSubstring("NA % [") && ContainsSubstring("NA of NA MHz"));
  CHECK(line_of(text, "temp") == "temp     NA C");
  CHECK(line_of(text, "fan") == "fan      NA %, NA rpm");
  CHECK(line_of(text, "disk") == "disk     read NA MB/s, NA ms; write NA MB/s, NA ms; busy NA %");
  BoardModel model = a_board();
  model.take(a_power_row(2, "TOTAL", std::nullopt));
  CHECK_THAT(line_of(text_of_page(model), "TOTAL"), ContainsSubstring(" NA W ["));
}

TEST_CASE("the total comes first, the other rails in the chosen order") {
  BoardModel model = a_board();
  model.take(a_power_row(1, "A_RAIL", 1));
  model.take(a_power_row(1, "B_RAIL", 9));
  const auto names_by = [&](RailOrder order) {
    PageLook look;
    look.order = order;
    std::string names;
    for (const StyledLine& line : power_lines(model.state(), look)) names += line.plain().substr(0, 1);
    return names;
  };
  CHECK(names_by(RailOrder::board) == "eTVAB");
  CHECK(names_by(RailOrder::power) == "eTBVA");
  CHECK(names_by(RailOrder::name) == "eTABV");
}

TEST_CASE("a page fits into 80 columns and 24 lines, and into any other size") {
  BoardModel model = a_board();
  for (int i = 0; i < 9; ++i) model.take(a_power_row(1, "VDD_RAIL_WITH_A_LONG_NAME_" + std::to_string(i), 1));
  LoadSample row = a_load_row(2);
  row.load.core_pct.assign(64, 50);
  row.load.core_khz.assign(64, 1190400);
  row.load.oc_events = 9;
  model.take(row);
  for (const std::size_t width : {1, 20, 79, 80, 200}) {
    for (const std::size_t height : {2, 5, 24, 60}) {
      PageLook look;
      look.width = width;
      look.height = height;
      look.keys = true;
      look.charset = width % 2 == 0 ? Charset::utf8 : Charset::ascii;
      const auto lines = page(model.state(), look);
      CHECK(lines.size() <= height);
      for (const StyledLine& line : lines) CHECK(line.columns() <= width);
    }
  }
  PageLook look;
  look.height = 24;
  look.keys = true;
  const std::string text = text_of_page(model, look);
  for (const char* kept :
       {"wattop", "mode", "energy", "TOTAL", "CPU", "GPU", "EMC", "memory", "temp", "throttle", "q quit"})
    CHECK_FALSE(line_of(text, kept).empty());
  CHECK_THAT(text, ContainsSubstring("over-current throttling: 6 more"));
}

TEST_CASE("without the power or the load, the reason stands in its place, in whole words") {
  BoardModel model;
  model.take(a_load_row(1));
  model.set_power_problem("no power sensor was found in any of the places where a board of this kind has them");
  model.set_load_problem("loadlog ended");
  const std::string text = text_of_page(model);
  CHECK_THAT(text, ContainsSubstring("power    no power sensor was found in any of the places where a board of this\n"
                                     "         kind has them\n"));
  CHECK_THAT(text, ContainsSubstring("load     loadlog ended\n"));
}

TEST_CASE("help takes the place of the quantities") {
  PageLook look;
  look.help = true;
  const std::string text = text_of_page(a_board(), look);
  CHECK_THAT(text, ContainsSubstring("count joules from now on"));
  CHECK(text.find("EMC") == std::string::npos);
}

TEST_CASE("emulated rows are said to be, and a paused screen is") {
  BoardModel model;
  LoadSample row = a_load_row(1);
  row.source = "emulated";
  model.take(row);
  PageLook look;
  look.paused = true;
  const std::string title = line_of(text_of_page(model, look), "wattop");
  CHECK_THAT(title, ContainsSubstring("  emulated ") && ContainsSubstring(" paused "));
}

TEST_CASE("capped clocks and the distance to trip points stand beside their values") {
  wattop::BoardModel model;
  io::Meta meta{{"clocks_capped", "gpu"}, {"zone.cpu.trip_c", "50.0"}, {"zone.cpu.trip_type", "hot"}};
  meta.emplace_back("zone.gpu.trip_c", "50.0");
  meta.emplace_back("zone.gpu.trip_type", "passive");
  model.take_load_meta(meta);
  model.take(test::a_load_row(0));
  const std::string text = text_of(page(model.state(), PageLook{}));
  CHECK_THAT(line_of(text, "GPU"), ContainsSubstring(" MHz capped"));
  CHECK_THAT(line_of(text, "CPU"), !ContainsSubstring("capped"));
  CHECK(line_of(text, "trip") == "trip     gpu 1.0 C above 50.0 (passive), cpu 9.5 C below 50.0 (hot)");
  CHECK(line_of(text_of(page(BoardReadings{}, PageLook{})), "trip") == "trip     NA");
}

TEST_CASE("the programs have their cores, power and bounds, and NA where these are not known") {
  BoardModel model = a_board();
  CHECK(line_of(text_of_page(model), "programs") == "programs NA");
  model.take(wattop::ProgramSample{{1001, 1}, true, false, "train.py 4242", "train.py 4242", 1.5, "measured"});
  model.take(wattop::ProgramSample{{1001, 1}, false, false, "trainer", "trainer", 1.4, "measured"});
  for (const auto unit : {ProgramUnit::processes, ProgramUnit::groups}) model.divide_power(unit);
  PageLook look;
  CHECK_THAT(text_of_page(model),
             ContainsSubstring("train.py 4242              1.50      NA      NA      NA       NA"));
  look.unit = ProgramUnit::groups;
  CHECK_THAT(text_of_page(model, look), ContainsSubstring("trainer                    1.40"));
  BoardReadings state = model.state();
  state.processes = {{"train.py 4242", 1.5, 6, 5.25, 6.75, 60}};
  CHECK_THAT(text_of(page(state, PageLook())), ContainsSubstring("1.50    6.00    5.25    6.75       60"));
  state.program_problem = "loadlog programs ended with status 70";
  CHECK(line_of(text_of(page(state, PageLook())), "programs") == "programs loadlog programs ended with status 70");
}
