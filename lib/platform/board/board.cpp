// SPDX-License-Identifier: Apache-2.0
#include "platform/board/board.hpp"

#include "base/parse.hpp"
#include "io/attribute.hpp"

namespace wattline::platform {

namespace {

// /proc/device-tree is a link to this; below another root only this one exists.
const char* const kDeviceTree = "/sys/firmware/devicetree/base/";

// Module part numbers as they occur in `compatible` (NVIDIA nvpower.sh, meta-tegra machine files).
constexpr struct {
  const char* part;
  const char* id;
} kModules[] = {
    {"p3834", "thor"},
    {"p3971", "thor"},
    {"p3701", "agx-orin"},
    {"p3767-0003", "orin-nano"},
    {"p3767-0004", "orin-nano"},
    {"p3767-0005", "orin-nano"},
    {"p3767", "orin-nx"},
    {"p3668", "xavier-nx"},
    {"p2888", "agx-xavier"},
    {"p2972", "agx-xavier"},
    {"p3448", "nano"},
    {"p3450", "nano"},
    {"p3636", "tx2-nx"},
    {"p3509-0000+p3636", "tx2-nx"},
    {"p3310", "tx2"},
    {"p3489", "tx2"},
    {"p2771", "tx2"},
    {"p2180", "tx1"},
    {"p2371", "tx1"},
    {"raspberrypi,5", "rpi5"},
};

// Names in `model` of device trees whose `compatible` lacks the part number.
constexpr struct {
  const char* words;
  const char* id;
} kModels[] = {
    {"AGX Thor", "thor"},
    {"AGX Orin", "agx-orin"},
    {"Orin Jetson-Small", "agx-orin"},
    {"Orin Nano", "orin-nano"},
    {"Orin NX", "orin-nx"},
    {"Xavier NX", "xavier-nx"},
    {"Jetson-AGX", "agx-xavier"},
    {"AGX Xavier", "agx-xavier"},
    {"TX2 NX", "tx2-nx"},
    {"quill", "tx2"},
    {"TX2", "tx2"},
    {"Jetson Nano", "nano"},
    {"TX1", "tx1"},
    {"Raspberry Pi 5", "rpi5"},
};

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

// "nvidia,p3737-0000+p3701-0005-super" -> "p3701-0005": the last p-number is the module.
std::string module_of(const std::string& entry) {
  const std::size_t start = entry.rfind("p3") != std::string::npos ? entry.rfind("p3") : entry.rfind("p2");
  if (start == std::string::npos || entry.size() < start + 10 || entry[start + 5] != '-') return "";
  return entry.substr(start, 10);
}

void identify(Board& board) {
  for (const std::string& entry : board.compatible) {
    if (contains(entry, "nvidia,tegra")) board.soc = entry.substr(std::string("nvidia,").size());
    board.super = board.super || contains(entry, "-super");
    if (board.module.empty()) board.module = module_of(entry);
    for (const auto& known : kModules) {
      if (board.id.empty() && contains(entry, known.part)) board.id = known.id;
    }
  }
  for (const auto& known : kModels) {
    if (board.id.empty() && contains(board.name, known.words)) board.id = known.id;
  }
}

// "# R35 (release), REVISION: 4.1, GCID: ..."
std::optional<Release> read_release(const io::Root& root) {
  const auto text = io::read_text(root.path("/etc/nv_tegra_release"));
  if (!text) return std::nullopt;
  const std::size_t r = text->find('R');
  const std::size_t revision = text->find("REVISION:");
  if (r == std::string::npos || revision == std::string::npos) return std::nullopt;
  const auto major = to_int64(std::string_view(*text).substr(r + 1, text->find(' ', r) - r - 1));
  if (!major) return std::nullopt;
  const std::size_t start = revision + 9;
  const std::string_view rest = std::string_view(*text).substr(start, text->find(',', start) - start);
  return Release{static_cast<int>(*major), std::string(trim(rest))};
}

}  // namespace

std::string to_string(const Release& release) {
  return "r" + std::to_string(release.major) + "." + release.revision;
}

Board detect_board(const io::Root& root) {
  Board board;
  const std::string compatible = io::read_text(root.path(std::string(kDeviceTree) + "compatible")).value_or("");
  for (const std::string_view entry : split(compatible, '\0')) board.compatible.emplace_back(entry);
  board.name = io::read_text(root.path(std::string(kDeviceTree) + "model")).value_or("");
  board.l4t = read_release(root);
  identify(board);
  if (board.id.empty()) board.id = "generic";
  if (board.name.empty()) board.name = board.id;
  return board;
}

}  // namespace wattline::platform
