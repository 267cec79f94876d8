// SPDX-License-Identifier: Apache-2.0
// The CSV files of Alumet.
#include "import_case.hpp"

using namespace wattline;
using Case = test::ImportCase;
using Format = powerlog::ImportFormat;
using Lines = std::vector<std::string>;

namespace {

const std::string kColumns = "metric;timestamp;value;resource_kind;resource_id;consumer_kind;consumer_id;";
const std::string kAlumetHeader = kColumns + "__late_attributes\n";
std::string at(int second) {
  return "2026-11-27T08:00:0" + std::to_string(second) + ".5Z";
}

}  // namespace

TEST_CASE("Alumet's voltage and current of a channel become the power of its rail", "[import]") {
  Case c(Format::alumet);
  c.file(kColumns + "ina_channel_id;ina_channel_label;__late_attributes\n" +  //
         "input_current_mA;" + at(1) + ";800;local_machine;;local_machine;;1;VDD_IN;\n" + "input_voltage_mV;" + at(1) +
         ";5000;local_machine;;local_machine;;1;VDD_IN;\n" + "mem_free_kB;" + at(1) +
         ";884572160;local_machine;;local_machine;;;;\n");
  CHECK(c.run() == Lines{"1795766401.500000 NA VDD_IN part 5.000 0.8000 4.0000 NA measured",
                         "1795766401.500000 NA TOTAL total NA NA 4.0000 NA measured"});
  CHECK(c.said("left out: mem_free_kB"));
}

TEST_CASE("a label may stand among the attributes that Alumet did not know at its start", "[import]") {
  Case c(Format::alumet);
  c.file(kAlumetHeader + "input_power_mW;" + at(1) +
         ";4000;local_machine;;local_machine;;ina_channel_id=1, ina_channel_label=VDD_IN\n");
  CHECK(c.run() == Lines{"1795766401.500000 NA VDD_IN part NA NA 4.0000 NA measured",
                         "1795766401.500000 NA TOTAL total NA NA 4.0000 NA measured"});
}

TEST_CASE("the board's rule gives TOTAL of Alumet's rails", "[import]") {
  Case c(Format::alumet);
  c.options.board = "nano";
  c.file(kAlumetHeader + "input_power_mW;" + at(1) +
         ";4000;local_machine;;local_machine;;ina_channel_label=POM_5V_IN\n");
  CHECK(c.run() == Lines{"1795766401.500000 NA POM_5V_IN part NA NA 4.0000 NA measured",
                         "1795766401.500000 NA TOTAL total NA NA 4.0000 NA measured"});
}

TEST_CASE("an energy counts as the mean power since the row before", "[import]") {
  Case c(Format::alumet);
  const auto row = [](int second, const char* value) {
    return "rapl_consumed_energy_J;" + at(second) + ";" + value + ";cpu_package;0;local_machine;;domain=package\n";
  };
  c.file(kAlumetHeader + row(1, "7") + row(3, "12"));
  CHECK(c.run() ==
        Lines{"1795766401.500000 NA rapl_consumed_energy_cpu_package_0_package outside NA NA NA NA measured",
              "1795766403.500000 NA rapl_consumed_energy_cpu_package_0_package outside NA NA 6.0000 NA measured"});
}

TEST_CASE("rows of several sources are put in the order of their times", "[import]") {
  Case c(Format::alumet);
  c.file(kAlumetHeader + "nvml_instant_power_mW;" + at(2) + ";2000;gpu;0;process;42;\n" + "total_W;" + at(1) +
         ";3;local_machine;;local_machine;;\n" + "total_W;" + at(3) + ";bad;local_machine;;local_machine;;\n");
  CHECK(c.run() == Lines{"1795766401.500000 NA total outside NA NA 3.0000 NA measured",
                         "1795766402.500000 NA nvml_instant_power_gpu_0_process_42 outside NA NA 2.0000 NA measured"});
  CHECK(c.said("1 values that are no number left out"));
  CHECK(c.tool.context.partial);
}

TEST_CASE("a file of Alumet without units in its metrics says how to get them", "[import]") {
  Case c(Format::alumet);
  c.file(kAlumetHeader + "input_power;" + at(1) + ";4000;local_machine;;local_machine;;\n");
  CHECK_THROWS_WITH(powerlog::import_power(c.options, c.tool.context),
                    Catch::Matchers::ContainsSubstring("no metric of power or energy"));
}
