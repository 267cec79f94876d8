// SPDX-License-Identifier: Apache-2.0
#include "jetsim/jetsim.hpp"

#include <map>

#include "base/error.hpp"
#include "cli/options.hpp"

namespace wattline::jetsim {

namespace {

CLI::App& verb(CLI::App& app, Options& options, const std::string& name, const std::string& purpose) {
  CLI::App* sub = app.add_subcommand(name, purpose);
  sub->callback([&options, name] { options.verb = name; });
  sub->fallthrough();
  return *sub;
}

void declare_mount(CLI::App& app, Options& options) {
  CLI::App& sub = verb(app, options, "mount", "Serve an emulated board below a directory");
  sub.add_option("directory", options.directory, "Empty directory to mount on; made when it is missing")->required();
  sub.add_option("--board", options.board, "Board, as in agx-orin")->required();
  sub.add_option("--kernel", options.kernel, "Kernel generation to behave like, instead of the board's own");
  sub.add_option("--load", options.load, "idle, or host: follow this machine's processors")
      ->check(CLI::IsMember({"idle", "host"}))
      ->capture_default_str();
  sub.add_option("--time-scale", options.time_scale, "Emulated seconds per second")
      ->check(CLI::Range(0.01, 10000.0))
      ->capture_default_str();
  sub.add_option("--seed", options.seed, "Seed of everything that is random")->capture_default_str();
  sub.add_flag("--ideal-sensors", options.ideal_sensors, "Sensors whose readings add up to the true energy");
  sub.add_flag("-f,--foreground", options.foreground, "Stay in the foreground");
}

void declare_others(CLI::App& app, Options& options) {
  CLI::App& umount = verb(app, options, "umount", "Take an emulated board down");
  umount.add_option("directory", options.directory, "Where it is mounted")->required();
  umount.add_flag("-z,--lazy", options.lazy, "Detach even while files are open");
  CLI::App& fault = verb(app, options, "fault", "Switch faults on, or list those there are");
  fault.add_option("directory", options.directory, "Where the board is mounted");
  fault.add_option("fault", options.faults, "NAME or NAME:ARGUMENT");
  fault.add_flag("--clear", options.clear, "Switch all faults off first");
  fault.add_flag("--list", options.list, "List the faults there are, and with a directory those that are on");
  CLI::App& ledger = verb(app, options, "ledger", "Print the true energy of every rail");
  ledger.add_option("directory", options.directory, "Where the board is mounted")->required();
  ledger.add_option("--from", options.from_s, "From this mono_s on (default: the mount)");
  ledger.add_option("--to", options.to_s, "Until this mono_s (default: now)");
}

void declare_workload(CLI::App& sub, Options& options) {
  sub.add_option("--workload", options.workload, "Network, as in resnet18")->required();
  sub.add_option("--batch", options.batch, "Samples per minibatch (default: the workload's own)")
      ->check(CLI::Range(1, 4096));
  cli::declare_rows(sub, options.rows);
}

void declare_workloads(CLI::App& app, Options& options) {
  CLI::App& step = verb(app, options, "step", "Run an emulated training on the board of --root; a row per minibatch");
  declare_workload(step, options);
  step.add_option("--epochs", options.epochs, "Epochs to train")->check(CLI::Range(1, 1000000))->capture_default_str();
  step.add_option("--max-steps", options.max_steps, "End an epoch after N counted minibatches")
      ->check(CLI::Range(1, 1000000000));
  cli::add_duration(step, "--stabilize", options.stabilize_ns, "Count minibatches from this long after the first");
  step.add_option("--first-factor", options.first_factor, "The first minibatch takes N times as long as the others")
      ->check(CLI::Range(1.0, 10000.0));
  step.add_option("--epochs-out", options.epochs_out, "Write a row per epoch to FILE");
  step.add_option("--seed", options.seed, "Seed of the run's noise")->capture_default_str();
  CLI::App& truth = verb(app, options, "truth", "Print time and power of every mode, without noise");
  truth.add_option("--board", options.board, "Board, as in agx-orin")->required();
  declare_workload(truth, options);
}

}  // namespace

void declare(CLI::App& app, Options& options) {
  app.require_subcommand(1);
  declare_mount(app, options);
  declare_others(app, options);
  declare_workloads(app, options);
}

int run(const Options& options, cli::Context& context) {
  using Verb = int (*)(const Options&, cli::Context&);
  static const std::map<std::string, Verb> verbs{{"mount", mount},   {"umount", unmount}, {"fault", fault},
                                                 {"ledger", ledger}, {"step", step},      {"truth", truth}};
  return verbs.at(options.verb)(options, context);
}

}  // namespace wattline::jetsim
