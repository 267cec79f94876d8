// SPDX-License-Identifier: Apache-2.0
// The directory under which a tool looks for the *machine's* files: /sys, machine-wide /proc, /etc, /var/lib,
// /run/wattline. Users' own paths and a process's own /proc entries never go through it.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "io/filesystem.hpp"

namespace wattline::io {

class RootFolder;

// Written by jetsim into the roots it serves, also where such a root is "/" for one command (`jetsim run`).
struct Emulation {
  std::string board;
  double time_scale = 1;            // emulated seconds per real second
  std::int64_t origin_mono_ns = 0;  // real CLOCK_MONOTONIC at which emulated and real time agree
};

class Root {
 public:
  // Throws unavailable when the directory does not exist.
  explicit Root(const fs::path& directory = "/");

  // Where an absolute machine path such as "/sys/class/hwmon" lies. While this object or a copy of it lives, the files
  // below a directory other than "/" are opened without leaving it (io/confined.hpp).
  fs::path path(const std::string& machine_path) const;
  // The inverse, for rows and messages: a path under the root as the machine would name it.
  std::string machine_path(const fs::path& path) const;

  const fs::path& directory() const { return directory_; }
  bool is_host() const { return directory_.native() == "/"; }
  // Whether the files describe the machine that this process runs on, with its services and drivers.
  bool is_own_machine() const { return is_host() && !emulation_; }
  const std::optional<Emulation>& emulation() const { return emulation_; }
  // Value of the `source` column for rows measured under this root.
  const char* source() const { return emulation_ ? "emulated" : "measured"; }

 private:
  fs::path directory_;
  std::shared_ptr<const RootFolder> folder_;
  std::optional<Emulation> emulation_;
};

}  // namespace wattline::io
