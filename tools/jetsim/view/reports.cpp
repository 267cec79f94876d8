// SPDX-License-Identifier: Apache-2.0
#include "jetsim/view/reports.hpp"

#include <sys/socket.h>

#include <cstring>

#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "jetsim/view/access_rows.hpp"

namespace wattline::jetsim {

namespace {

// As ps(1) shows it: its name changes when it becomes another program.
std::string command_of(pid_t pid) {
  const auto name = io::read_text("/proc/" + std::to_string(pid) + "/comm");
  return name ? std::string(trim(*name)) : "";
}

}  // namespace

void Reports::add_to(ServerHooks& hooks) {
  if (files_.missing != nullptr) hooks.missed = [this](const char* path) { note_missing(path); };
  if (files_.record != nullptr) hooks.accessed = [this](const Access& access) { record(access); };
}

bool Reports::begun() {
  char byte = 0;
  if (!begun_) begun_ = ::recv(socket_.get(), &byte, 1, MSG_DONTWAIT) > 0;
  return begun_;
}

void Reports::note_missing(const std::string& path) {
  if (begun() && noted_.insert(path).second) files_.missing->write(path + "\n");
}

void Reports::record(const Access& access) {
  if (!begun()) return;
  const std::string command = command_of(access.pid);
  AccessRow row{mono_ns_(), access.pid, command, access.operation, access.path};
  if (access.text.data() != nullptr && access.error == 0) row.bytes = static_cast<std::int64_t>(access.text.size());
  if (access.text.data() != nullptr) row.value = access.text;
  if (access.error != 0) row.error = std::strerror(access.error);
  access_rows().write(*files_.record, row);
}

}  // namespace wattline::jetsim
