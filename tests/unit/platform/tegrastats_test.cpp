// SPDX-License-Identifier: Apache-2.0
// One line of each generation's shape, composed for these tests from the documented tokens.
#include "platform/load/tegrastats.hpp"

#include <cmath>

#include "catch.hpp"

using namespace wattline;
using platform::parse_tegrastats;

TEST_CASE("r32 lines: rails in mW without a unit, no time", "[tegrastats]") {
  const auto line = parse_tegrastats(
      "RAM 2448/3956MB (lfb 4x2MB) SWAP 12/1978MB (cached 1MB) IRAM 0/252kB(lfb 252kB) "
      "CPU [27%@1479,20%@1479,off,35%@1479] EMC_FREQ 4%@1600 GR3D_FREQ 99%@921 APE 25 PLL@41C CPU@45.5C "
      "PMIC@100C GPU@43C AO@50C thermal@44.25C POM_5V_IN 8949/4211 POM_5V_GPU 3227/1050 POM_5V_CPU 3148/1100");
  REQUIRE(line);
  CHECK_FALSE(line->time.stamp);
  REQUIRE(line->rails.size() == 3);
  CHECK(line->rails[0].rail == "POM_5V_IN");
  CHECK(line->rails[0].power_w == Approx(8.949));
  CHECK(line->load.cpus_online == 3);
  CHECK(line->load.cpu_pct == Approx(82.0 / 3));
  CHECK(line->load.core_khz[0] == Approx(1479000));
  CHECK(line->load.gpu_pct == 99);
  CHECK(line->load.gpu_hz == Approx(921e6));
  CHECK(line->load.emc_pct == 4);
  CHECK(line->load.emc_hz == Approx(1600e6));
  CHECK(line->load.ram_used_b == Approx(2448.0 * 1024 * 1024));
  CHECK(line->load.swap_used_b == Approx(12.0 * 1024 * 1024));
  CHECK(line->load.temp_max_c == 50);
}

TEST_CASE("r35 lines: time in front, mW, two GPU clocks", "[tegrastats]") {
  ::setenv("TZ", "UTC", 1);
  const auto line = parse_tegrastats(
      "06-09-2024 20:18:17 RAM 3013/30535MB (lfb 6x4MB) SWAP 0/15267MB (cached 0MB) CPU [0%@729,2%@729,off,off] "
      "EMC_FREQ 0%@2133 GR3D_FREQ 12%@[305,305] VIC_FREQ 115 APE 174 CV0@-256C CPU@47.5C Tboard@36C SOC2@44.2C "
      "VDD_GPU_SOC 1995mW/1990mW VDD_CPU_CV 0mW/10mW VIN_SYS_5V0 2420mW/2420mW VDDQ_VDD2_1V8AO 302mW/302mW");
  REQUIRE(line);
  REQUIRE(line->time.stamp);
  CHECK(line->time.stamp->is_local);
  CHECK(line->time.stamp->seconds == 1717964297);
  REQUIRE(line->rails.size() == 4);
  CHECK(line->rails[1].power_w == 0);
  CHECK(line->load.gpu_hz == Approx(305e6));
  CHECK(line->load.temp_max_c == Approx(47.5));
  CHECK(line->load.zone_temps.find("CV0=-256.0") == std::string::npos);
}

TEST_CASE("r36 lines of users without root lack the EMC; r39 lines have a third figure", "[tegrastats]") {
  const auto user = parse_tegrastats(
      "06-09-2025 20:18:17 RAM 1710/7620MB (lfb 1x512kB) CPU [0%@729,off] GR3D_FREQ 0% cpu@45.6C "
      "VDD_IN 4761mW/4761mW VDD_CPU_GPU_CV 515mW/515mW VDD_SOC 1428mW/1428mW");
  REQUIRE(user);
  CHECK(std::isnan(user->load.emc_pct));
  CHECK(user->load.gpu_pct == 0);
  CHECK(user->rails[0].power_w == Approx(4.761));
  const auto thor = parse_tegrastats(
      "11-01-2025 10:00:00 RAM 4000/125772MB (lfb 2x4MB) CPU [1%@972,0%@972] GR3D_FREQ @[1574,1575,1576] "
      "cpu@52.9C/52.9C VDD_GPU 3000mW/2900mW/9000mW VDD_CPU_SOC_MSS 6000mW/6000mW/7000mW VIN 19780mW/19780mW/20000mW");
  REQUIRE(thor);
  CHECK(thor->rails[2].power_w == Approx(19.78));
  CHECK(thor->load.gpu_hz == Approx(1574e6));
  CHECK(std::isnan(thor->load.gpu_pct));
  CHECK(thor->load.temp_max_c == Approx(52.9));
}

TEST_CASE("a GPU's clocks are read with and without a share, also those of one that is off", "[tegrastats]") {
  const auto with_gpu = [](const std::string& gpu) {
    return parse_tegrastats("RAM 1710/7620MB (lfb 1x512kB) CPU [0%@729,off] GR3D_FREQ " + gpu + " cpu@45.6C")->load;
  };
  CHECK(with_gpu("0%@[1300,1300]").gpu_pct == 0);
  CHECK(with_gpu("0%@[1300,1300]").gpu_hz == Approx(1300e6));
  CHECK(std::isnan(with_gpu("@[0,0,0]").gpu_pct));
  CHECK(with_gpu("@[0,0,0]").gpu_hz == 0);
}

TEST_CASE("what is not a line of tegrastats is none", "[tegrastats]") {
  CHECK_FALSE(parse_tegrastats(""));
  CHECK_FALSE(parse_tegrastats("Jul 01 12:00:00 host kernel: eth0 up"));
  CHECK(parse_tegrastats("RAM 1/2MB CPU [@@@,%%,] GR3D_FREQ @[ VDD_IN 5mW/ x@yC"));  // garbage does no harm
}

TEST_CASE("a torn line and the next one in one line are none", "[tegrastats]") {
  const std::string whole = "04-10-2025 15:18:02 RAM 1/2MB CPU [1%@9] VDD_IN 5765mW/5765mW";
  CHECK(parse_tegrastats(whole));
  CHECK_FALSE(parse_tegrastats(whole.substr(0, 50) + whole));
}

TEST_CASE("lines that journald or Docker wrote as JSON have their times, colours and last rails", "[tegrastats]") {
  const std::string body = "RAM 1/2MB CPU [1%@9] VDD_IN 5765mW/5765mW VDD_SOC 1497mW/1497mW";
  for (const std::string& text :
       {R"({"MESSAGE":")" + body +
            R"(","_PID":"697","__MONOTONIC_TIMESTAMP":"4640078744","__REALTIME_TIMESTAMP":"1744298282512000"})",
        R"({"__REALTIME_TIMESTAMP" : "1744298282512000", "MESSAGE" : "04-10-2025 15:18:02 )" + body + R"("})",
        R"({"log":"\u001b[32m)" + body +
            R"(\u001b[0m\r\n","stream":"stdout","time":"2025-04-10T15:18:02.512000000Z"})"}) {
    INFO(text);
    const auto line = parse_tegrastats(text);
    REQUIRE(line);
    REQUIRE(line->time.stamp);
    CHECK(line->time.stamp->seconds == Approx(1744298282.512).epsilon(1e-12));
    REQUIRE(line->rails.size() == 2);
    CHECK(line->rails[1].power_w == Approx(1.497));
    CHECK(line->not_understood.empty());
  }
  CHECK_FALSE(parse_tegrastats(R"({"MESSAGE":null,"MESSAGE":")"));
  CHECK_FALSE(parse_tegrastats(R"({"log":"\u00)"));
}

TEST_CASE("a rail name is told from words of other programs", "[tegrastats]") {
  const auto rails_of = [](const std::string& text) {
    std::string rails;
    const auto line = parse_tegrastats("RAM 1/2MB CPU [1%@9] " + text);
    for (const auto& power : line->rails) {
      rails += power.rail + "=" + std::to_string(static_cast<int>(std::lround(power.power_w * 1e3))) + " ";
    }
    return rails;
  };
  CHECK(rails_of("VDD_IN 5765mW NC 1W/1W NC 2W/2W") == "VDD_IN=5765 NC=1000 NC_2=2000 ");
  CHECK(rails_of("VDD_CPU_CV -398mW/-398mW Epoch 1/100 EPOCH 1/100 loss 3W") == "VDD_CPU_CV=-398 ");
  CHECK(rails_of("GPU 1549/1549 SYS5V 2080/2080 Epoch 1/100") == "GPU=1549 SYS5V=2080 ");
  CHECK(rails_of("VDD_IN 5765m") == "");
  for (const char* value : {"57mW/5", "NAmW/NAmW", "nanmW", "5 mW/5 mW"}) {
    CAPTURE(value);
    const auto line = parse_tegrastats(std::string("RAM 1/2MB CPU [1%@9] VDD_IN ") + value + " VDD_B 7mW/7mW");
    REQUIRE(line->not_understood.size() == 1);
    CHECK(line->not_understood[0].substr(0, 6) == "VDD_IN");
    CHECK(line->rails.size() == 1);
  }
}

namespace {
const std::string kBody = " RAM 1/2MB CPU [1%@9] VDD_IN 5765mW/5765mW";

WrittenTime time_of(const std::string& prefix) {
  const auto line = parse_tegrastats(prefix + kBody);
  REQUIRE(line);
  return line->time;
}

double seconds_of(const std::string& prefix) {
  CAPTURE(prefix);
  const WrittenTime time = time_of(prefix);
  REQUIRE(time.stamp);
  return time.stamp->seconds;
}
}  // namespace

TEST_CASE("the clock in front of a line may have AM or PM, a zone or its date behind it", "[tegrastats]") {
  CHECK(seconds_of("11/27/2026 08:00:00 PM") == 1795809600);
  CHECK(seconds_of("11/27/2026 12:00:00 AM") == 1795737600);
  CHECK(seconds_of("Fri 2026-11-27 08:00:00 UTC") == 1795766400);
  CHECK_FALSE(time_of("Fri 2026-11-27 08:00:00 UTC").stamp->is_local);
  CHECK(seconds_of("Fri 2026-11-27 08:00:00 +01 board tegrastats[7]:") == 1795762800);
  CHECK(seconds_of("Fri Nov 27 08:00:00 AM UTC 2026") == 1795766400);
  CHECK(seconds_of("[Fri Nov 27 08:00:00 2026]") == 1795766400);
  CHECK(seconds_of("27.11.2026 08:00:00") == 1795766400);
  CHECK(seconds_of("1729997998,123") == 1729997998.123);
}

TEST_CASE("seconds since boot in front of a line are its time where it has no other", "[tegrastats]") {
  CHECK(seconds_of("[ 1234.567]") == 1234.567);
  CHECK(seconds_of("12.345678") == 12.345678);  // ts -s %.s
  for (const char* number : {"0.5", "12"}) {    // of seconds, or of lines: it is named
    CHECK_FALSE(time_of(number).stamp);
    CHECK(time_of(number).problem == TimeProblem::other);
    CHECK(time_of(number).text == number);
  }
  CHECK(seconds_of("[12345.678901] board tegrastats[697]:") == 12345.678901);
  CHECK(seconds_of("[ 1234.567] 11-27-2026 08:00:00") == 1795766400);
  CHECK_FALSE(time_of("[697] 12:").stamp);
}

TEST_CASE("a time in front of a line that cannot be read is kept with the reason", "[tegrastats]") {
  CHECK(time_of("Nov 27 08:00:00 board tegrastats[697]:").problem == TimeProblem::no_year);
  CHECK(time_of("Fri 2026-11-27 08:00:00 PST").problem == TimeProblem::unclear_zone);
  CHECK(time_of("2026-11-27 08:00:00 CET board").text == "2026-11-27 08:00:00 CET");
  CHECK(time_of("08:00:00").problem == TimeProblem::other);
  CHECK(time_of("2026-11-27 8h00").problem == TimeProblem::other);
  CHECK(time_of("Nov 27 08:00:00 board tegrastats[697]: 11-27-2026 08:00:00").problem == TimeProblem::none);
  CHECK(time_of("worker 12 step 1/100 loss 3.2:").problem == TimeProblem::none);
}
