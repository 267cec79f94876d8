// SPDX-License-Identifier: Apache-2.0
#include "platform/board/detect_board.hpp"

#include <algorithm>

#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "platform/board/boards.hpp"

namespace wattline::platform {

namespace {

// /proc/device-tree is a link to this; under --root only this one exists.
const char* const kDeviceTree = "/sys/firmware/devicetree/base/";

bool contains_any(const std::string& text, const std::vector<std::string>& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](const std::string& part) { return text.find(part) != std::string::npos; });
}

// "nvidia,p3737-0000+p3701-0005-super" -> "p3701-0005": the last p-number is the module.
std::string module_of(const std::string& entry) {
  const std::size_t start = entry.rfind("p3") != std::string::npos ? entry.rfind("p3") : entry.rfind("p2");
  if (start == std::string::npos || entry.size() < start + 10 || entry[start + 5] != '-') return "";
  return entry.substr(start, 10);
}

std::string id_by(const std::string& text, std::vector<std::string> BoardFacts::*words) {
  for (const BoardFacts& known : boards()) {
    if (contains_any(text, known.*words)) return known.id;
  }
  return "";
}

void identify(Board& board) {
  for (const std::string& entry : board.compatible) {
    if (contains_any(entry, {"nvidia,tegra"})) board.soc = entry.substr(std::string("nvidia,").size());
    board.super = board.super || contains_any(entry, {"-super"});
    if (board.module.empty()) board.module = module_of(entry);
    if (board.id.empty()) board.id = id_by(entry, &BoardFacts::part_numbers);
  }
  if (board.id.empty()) board.id = id_by(board.name, &BoardFacts::model_words);
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
