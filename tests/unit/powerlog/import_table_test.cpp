// SPDX-License-Identifier: Apache-2.0
// Units and columns of imported tables.
#include "import_case.hpp"
#include "powerlog/column_units.hpp"

using namespace wattline;
using Case = test::ImportCase;
using Format = powerlog::ImportFormat;
using Lines = std::vector<std::string>;

TEST_CASE("a column whose name states no power is refused", "[import]") {
  for (const char* name :
       {"VA",    "S (VA)", "Q_var",   "Energy (kWh)",   "mWh",        "Wh total", "E [W/h]", "energy_j",
        "P dBm", "load %", "A",       "current_a",      "voltage_mv", "V",        "Power A", "Power factor",
        "PF",    "MW",     "powermW", "Apparent power", "Voltage"}) {
    CAPTURE(name);
    const auto code = test::refusal_of([&] { powerlog::watts_of_column("file", name); });
    CHECK(code == ExitCode::data);
  }
}

TEST_CASE("a column in watts, or in no stated unit, is read", "[import]") {
  const auto watts = [](const char* name) { return powerlog::watts_of_column("file", name); };
  for (const char* name : {"W", "w", "Power [W] @ 12 V", "Power W (10 s)", "Total Power", "Leistung", "A power (W)",
                           "PowerW", "power_watts", "System Watts", "Apparent power (W)"}) {
    CAPTURE(name);
    CHECK(watts(name) == 1);
  }
  CHECK(watts("CPU power (mW)") == 1e-3);
  CHECK(watts("power_mw") == 1e-3);
  CHECK(watts("P \u00b5W") == 1e-6);
  CHECK(watts("P/kW") == 1e3);
}

TEST_CASE("the message about a column names it and the unit", "[import]") {
  Case c(Format::meter);
  c.options.rows.columns = {"t", "Energy (Wh)"};
  c.file("t,Energy (Wh)\n1,2\n");
  CHECK_THROWS_WITH(powerlog::import_power(c.options, c.tool.context),
                    Catch::Matchers::ContainsSubstring("column 'Energy (Wh)': 'Wh' is no unit of power"));
}

TEST_CASE("a column name with a comma stands in quotes", "[import]") {
  Case c(Format::meter);
  c.options.rows.columns = {"t", "\"Power", " total (mW)\""};  // as the option splits it
  CHECK(c.file("t,\"Power, total (mW)\"\n1,2000\n").times_and_powers(true) == Lines{"1.000000 2.0000"});
  c.options.rows.columns = {"t", "\"Power"};
  CHECK(c.refused() == ExitCode::usage);
}

TEST_CASE("lines with a # may stand before the header, or the last be it", "[import]") {
  Case c(Format::meter);
  c.options.rows.columns = {"t", "W"};
  for (const char* text : {"# meter 1\n# begin\nt,W\n1,2\n", "# meter 1\n# t,W\n1,2\n", "#t,W\n1,2\n"}) {
    CAPTURE(text);
    CHECK(c.file(text).times_and_powers(true) == Lines{"1.000000 2.0000"});
  }
  c.options.rows.columns = {"#t", "W"};
  CHECK(c.times_and_powers(true).size() == 1);
}

TEST_CASE("a file of another format is refused with the format it has", "[import]") {
  const std::string tegrastats = "11-27-2026 08:00:00 RAM 1/2MB CPU [1%@9] VDD_IN 1W/1W\n";
  const std::string jtop = "time,CPU1,power cur\n2024-06-09 20:18:17.5,64,8210\n";
  const std::string pmic = "   A_A current(0)=1A\n   A_V volt(1)=1V\n";
  const auto problem = [](Format format, const std::string& text) -> std::string {
    Case c(format);
    if (format == Format::meter) c.options.rows.columns = {"time", "power cur"};
    try {
      powerlog::import_power(c.file(text).options, c.tool.context);
    } catch (const Error& error) {
      return std::string(error.what()) + "; " + error.hint();
    }
    return "";
  };
  using Catch::Matchers::ContainsSubstring;
  for (const Format format : {Format::jtop, Format::meter, Format::pmic}) {
    CHECK_THAT(problem(format, tegrastats), ContainsSubstring("looks like tegrastats, not"));
  }
  for (const Format format : {Format::tegrastats, Format::meter, Format::pmic}) {
    CHECK_THAT(problem(format, jtop), ContainsSubstring("; powerlog import jtop reads it"));
  }
  for (const Format format : {Format::tegrastats, Format::meter, Format::jtop}) {
    CHECK_THAT(problem(format, pmic), ContainsSubstring("looks like pmic, not"));
  }
}
