// SPDX-License-Identifier: Apache-2.0
#include "platform/load/container_name.hpp"

#include <algorithm>
#include <boost/property_tree/json_parser.hpp>
#include <cctype>
#include <sstream>

#include "base/parse.hpp"
#include "io/attribute.hpp"

namespace wattline::platform {

namespace {

constexpr std::size_t kIdDigits = 64, kShownDigits = 12;

bool is_id(std::string_view text) {
  return text.size() == kIdDigits &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isxdigit(c) != 0; });
}

std::optional<std::string_view> between(std::string_view text, std::string_view begin, std::string_view end) {
  const bool fits = text.size() > begin.size() + end.size();
  if (!fits || text.substr(0, begin.size()) != begin || !ends_with(text, end)) return std::nullopt;
  return text.substr(begin.size(), text.size() - begin.size() - end.size());
}

// systemd writes what may not be in the name of a unit as \xHH.
std::string without_escapes(std::string_view name) {
  constexpr std::size_t kEscape = 4;
  constexpr int kHexadecimal = 16;
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const std::string escape(name.substr(i, kEscape));
    const bool whole = escape.size() == kEscape && escape.substr(0, 2) == "\\x" && std::isxdigit(escape[2]) != 0 &&
                       std::isxdigit(escape[3]) != 0;
    text += whole ? static_cast<char>(std::stoi(escape.substr(2), nullptr, kHexadecimal)) : name[i];
    if (whole) i += kEscape - 1;
  }
  return text;
}

std::string docker_name(const io::Root& root, const std::string& id) {
  std::istringstream text(io::read_text(root.path("/var/lib/docker/containers") / id / "config.v2.json").value_or(""));
  boost::property_tree::ptree config;
  try {
    boost::property_tree::read_json(text, config);
  } catch (const boost::property_tree::json_parser_error&) {
    return "";
  }
  const std::string name = config.get("Name", "");
  return name.substr(std::min(name.find_first_not_of('/'), name.size()));
}

// conmon, which watches a container of Podman: conmon ... -c ID ... -n NAME ...
std::string podman_name(const io::Root& root, const std::string& id) {
  const fs::path proc = root.path("/proc");
  for (const std::string& pid : io::list_directory(proc)) {
    if (!to_int64(pid) || io::read_text(proc / pid / "comm") != "conmon") continue;
    const std::string text = io::read_text(proc / pid / "cmdline").value_or("");
    const auto words = split(std::string_view(text), '\0');
    const auto after = [&](char letter) {
      const auto found = std::find(words.begin(), words.end(), std::string{'-', letter});
      return found == words.end() || std::next(found) == words.end() ? std::string() : std::string(*std::next(found));
    };
    if (after('c') == id) return after('n');
  }
  return "";
}

}  // namespace

// docker-ID.scope, libpod-ID.scope, crio-ID.scope, cri-containerd-ID.scope; ID alone with the driver cgroupfs.
// libpod-conmon-ID.scope has the program that watches a container, and no container.
std::optional<ContainerLabel> container_of(std::string_view folder) {
  if (const auto name = between(folder, "lxc.payload.", "")) return ContainerLabel{std::string(*name), false};
  if (const auto name = between(folder, "machine-", ".scope")) return ContainerLabel{without_escapes(*name), false};
  constexpr std::string_view kScope = ".scope";
  std::string_view id = folder;
  if (ends_with(id, kScope)) id.remove_suffix(kScope.size());
  const std::size_t dash = id.rfind('-');
  if (dash != std::string_view::npos) id.remove_prefix(dash + 1);
  if (!is_id(id) || folder.find("conmon-") != std::string_view::npos) return std::nullopt;
  return ContainerLabel{std::string(id), true};
}

std::string container_name(const io::Root& root, const std::string& id) {
  std::string name = docker_name(root, id);
  if (name.empty()) name = podman_name(root, id);
  return name.empty() ? id.substr(0, kShownDigits) : name;
}

}  // namespace wattline::platform
