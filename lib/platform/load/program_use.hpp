// SPDX-License-Identifier: Apache-2.0
// The CPU time that one program used: the processes of a process group, which is a command with the processes that it
// started, or those of a control group, such as a container or a service.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wattline::platform {

enum class ProgramKind { process, container, group };
constexpr const char* to_string(ProgramKind kind) {
  switch (kind) {
    case ProgramKind::process:
      return "process";
    case ProgramKind::container:
      return "container";
    case ProgramKind::group:
      break;
  }
  return "group";
}

struct ProgramUse {
  ProgramKind kind;
  std::string name;
  std::optional<std::int64_t> pid;        // of the leader of the process group
  std::optional<std::int64_t> processes;  // number of them
  double busy_cores;                      // mean since the look before
};

// The name of all others of a kind, in rows.
inline constexpr const char* kOtherPrograms = "other";

// The busiest first, at most `most` of them.
void keep_busiest(std::vector<ProgramUse>& programs, std::size_t most);

}  // namespace wattline::platform
