// SPDX-License-Identifier: Apache-2.0
// Subcommands that write a whole set by one function, as `dsgen idx`.
#pragma once
#include <memory>
#include <string>

#include "base/error.hpp"
#include "cli/subcommands.hpp"
#include "dsgen/manifest.hpp"
#include "dsgen/store.hpp"
#include "io/filesystem.hpp"

namespace wattline::dsgen {

// `declare` adds the options of the set to --out and those of rows; `write` writes it into the new folder.
template <class Set>
cli::Subcommand set_subcommand(const std::string& name, const std::string& purpose, void (*declare)(cli::App&, Set&),
                               WrittenFiles (*write)(const fs::path& folder, const Set&)) {
  struct Options {
    Destination destination;
    Set set;
  };
  const auto options = std::make_shared<Options>();
  const auto declare_all = [options, declare](cli::App& app) {
    declare_destination(app, options->destination);
    declare(app, options->set);
  };
  const auto run = [options, write](cli::Context& context) {
    Manifest manifest(context, options->destination);
    manifest.add(write(options->destination.folder, options->set));
    return to_int(ExitCode::ok);
  };
  return {name, purpose, declare_all, run};
}

}  // namespace wattline::dsgen
