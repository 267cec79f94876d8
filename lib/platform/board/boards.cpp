// SPDX-License-Identifier: Apache-2.0
// Sources that all blocks share. Part numbers: NVIDIA's nvpower.sh and meta-tegra's machine files. Rails: NVIDIA
// Jetson Linux Developer Guide, "Software-Based Power Consumption Modeling", and the module data sheets. Memory
// clocks: rates that published runs of the board set and read back, or that NVIDIA's mode files name; one counts as set
// only when it was read back from the running machine. Power labels: the data sheets.
#include "platform/board/boards.hpp"

#include <algorithm>

namespace wattline::platform {

namespace {

void set_sizes(BoardFacts& board, int cuda_cores, int memory_bits) {
  board.cuda_cores = cuda_cores;
  board.memory_bits = memory_bits;
}

// Its firmware lists the memory clocks.
BoardFacts thor() {
  BoardFacts board{"thor"};
  set_sizes(board, 2560, 256);
  board.part_numbers = {"p3834", "p3971"};
  board.model_words = {"AGX Thor"};
  board.rails = {{"VDD_GPU"}, {"VDD_CPU_SOC_MSS"}, {"VIN_SYS_5V0"}};
  return board;
}

BoardFacts agx_orin() {
  BoardFacts board{"agx-orin"};
  set_sizes(board, 2048, 256);
  board.part_numbers = {"p3701"};
  board.model_words = {"AGX Orin", "Orin Jetson-Small"};
  board.emc_hz = {204000000, 665600000, 2133000000, 3199000000};
  // VDDQ inside VIN_SYS_5V0: NVIDIA forum 223111 and energymon's default rails.
  board.rails = {{"VDD_GPU_SOC"}, {"VDD_CPU_CV"}, {"VIN_SYS_5V0"}, {"VDDQ_VDD2_1V8AO", "VIN_SYS_5V0"}};
  return board;
}

// The one INA3221 of Xavier NX, Orin NX and Orin Nano modules measures their whole input.
void set_module_rails(BoardFacts& board) {
  board.rails = {{"VDD_IN"}, {"VDD_CPU_GPU_CV", "VDD_IN"}, {"VDD_SOC", "VDD_IN"}};
  board.jtop_total_is_input = true;
}

BoardFacts orin_nano() {
  BoardFacts board{"orin-nano"};
  set_sizes(board, 1024, 128);
  board.part_numbers = {"p3767-0003", "p3767-0004", "p3767-0005"};
  board.model_words = {"Orin Nano"};
  board.emc_hz = {204000000, 665600000, 2133000000};
  board.super_emc_hz = {204000000, 665600000, 2133000000, 3199000000};
  set_module_rails(board);
  return board;
}

BoardFacts orin_nx() {
  BoardFacts board{"orin-nx"};
  set_sizes(board, 1024, 128);
  board.part_numbers = {"p3767"};
  board.model_words = {"Orin NX"};
  board.emc_hz = {204000000, 665600000, 2133000000, 3199000000};
  set_module_rails(board);
  return board;
}

// Memory clocks: the maximum and the values of its modes are published, the lower steps are not (medium confidence).
BoardFacts xavier_nx() {
  BoardFacts board{"xavier-nx"};
  set_sizes(board, 384, 128);
  board.part_numbers = {"p3668"};
  board.model_words = {"Xavier NX"};
  board.emc_hz = {204000000, 408000000, 665600000, 800000000, 1065600000, 1331200000, 1600000000, 1866000000};
  set_module_rails(board);
  return board;
}

// Memory clocks: as for Xavier NX.
BoardFacts agx_xavier() {
  BoardFacts board{"agx-xavier"};
  set_sizes(board, 512, 256);
  board.part_numbers = {"p2888", "p2972"};
  board.model_words = {"Jetson-AGX", "AGX Xavier"};
  board.emc_hz = {204000000,  408000000,  665600000,  800000000, 1065600000,
                  1331200000, 1600000000, 1866000000, 2133000000};
  board.rails = {{"GPU"}, {"CPU"}, {"SOC"}, {"CV"}, {"VDDRQ"}, {"SYS5V"}};
  board.maxn_w = 65;
  return board;
}

// Both TX2 modules: cpu0, 3, 4, 5 are Cortex-A57, cpu1 and 2 Denver (the vendor's mode files name them so).
const std::vector<int> kDenverCores{1, 2};
const std::vector<std::int64_t> kTx2EmcHz{40800000,  68000000,   102000000,  204000000,  408000000, 665600000,
                                          800000000, 1062400000, 1331200000, 1600000000, 1866000000};

BoardFacts tx2_nx() {
  BoardFacts board{"tx2-nx"};
  set_sizes(board, 256, 128);
  board.part_numbers = {"p3636"};
  board.model_words = {"TX2 NX"};
  board.emc_hz = kTx2EmcHz;
  board.rails = {{"VDD_IN"}, {"VDD_CPU_GPU", "VDD_IN"}, {"VDD_SOC", "VDD_IN"}};
  board.jtop_total_is_input = true;
  board.last_cores = kDenverCores;
  return board;
}

BoardFacts tx2() {
  BoardFacts board{"tx2"};
  set_sizes(board, 256, 128);
  board.part_numbers = {"p3310", "p3489", "p2771"};
  board.model_words = {"quill", "TX2"};
  board.emc_hz = kTx2EmcHz;
  board.rails = {{"VDD_IN"},
                 {"VDD_SYS_GPU", "VDD_IN"},
                 {"VDD_SYS_SOC", "VDD_IN"},
                 {"VDD_4V0_WIFI", "VDD_IN"},
                 {"VDD_SYS_CPU", "VDD_IN"},
                 {"VDD_SYS_DDR", "VDD_IN"}};
  board.last_cores = kDenverCores;
  return board;
}

const std::vector<std::int64_t> kTegra210EmcHz{204000000,  408000000,  665600000, 800000000,
                                               1065600000, 1331200000, 1600000000};

// Some images swap the labels of the first two channels; channel 1 is the input (jetson_stats issue 51).
BoardFacts nano() {
  BoardFacts board{"nano"};
  set_sizes(board, 128, 64);
  board.part_numbers = {"p3448", "p3450"};
  board.model_words = {"Jetson Nano"};
  board.emc_hz = kTegra210EmcHz;
  board.rails = {{"POM_5V_IN"}, {"POM_5V_GPU", "POM_5V_IN"}, {"POM_5V_CPU", "POM_5V_IN"}};
  board.channel_labels = {"POM_5V_IN", "POM_5V_GPU", "POM_5V_CPU"};
  board.maxn_w = 10;
  return board;
}

// Memory clocks: as for the Nano, which has the same SoC.
BoardFacts tx1() {
  BoardFacts board{"tx1"};
  set_sizes(board, 256, 64);
  board.part_numbers = {"p2180", "p2371"};
  board.model_words = {"TX1"};
  board.emc_hz = kTegra210EmcHz;
  board.rails = {{"VDD_IN"}, {"VDD_GPU", "VDD_IN"}, {"VDD_CPU", "VDD_IN"}};
  return board;
}

BoardFacts raspberry_pi_5() {
  BoardFacts board{"rpi5"};
  board.part_numbers = {"raspberrypi,5"};
  board.model_words = {"Raspberry Pi 5"};
  return board;
}

BoardFacts raspberry_pi_4() {
  BoardFacts board{"rpi4"};
  board.part_numbers = {"raspberrypi,4"};
  board.model_words = {"Raspberry Pi 4"};
  return board;
}

}  // namespace

std::string BoardFacts::input_rail() const {
  const auto is_part = [](const BoardRail& rail) { return !rail.is_nested(); };
  const auto first = std::find_if(rails.begin(), rails.end(), is_part);
  return std::count_if(rails.begin(), rails.end(), is_part) == 1 ? first->name : "";
}

const std::vector<BoardFacts>& boards() {
  static const std::vector<BoardFacts> all{thor(),      agx_orin(),   orin_nano(),      orin_nx(),
                                           xavier_nx(), agx_xavier(), tx2_nx(),         tx2(),
                                           nano(),      tx1(),        raspberry_pi_5(), raspberry_pi_4()};
  return all;
}

const BoardFacts& facts_of(const std::string& id) {
  static const BoardFacts unknown{};
  const auto has_id = [&](const BoardFacts& board) { return board.id == id; };
  const auto found = std::find_if(boards().begin(), boards().end(), has_id);
  return found == boards().end() ? unknown : *found;
}

}  // namespace wattline::platform
