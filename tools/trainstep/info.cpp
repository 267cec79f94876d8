// SPDX-License-Identifier: Apache-2.0
#include "trainstep/info.hpp"

#include <boost/filesystem/operations.hpp>

#include "trainstep/rows.hpp"
#include "trainstep/run_setup.hpp"

namespace wattline::trainstep {

namespace {

class Facts {
 public:
  Facts(cli::Context& context, const Options& options) : stream_(context, options.rows, info_rows()) {}
  void text(const std::string& name, const std::string& value, const char* unit = "text") {
    stream_.rows().text(name).text(value).text(unit).end_row();
  }
  void count(const std::string& name, std::int64_t value, const char* unit = "1") {
    text(name, std::to_string(value), unit);
  }

 private:
  cli::RowStream stream_;
};

// One sample of the right shape.
void count_operations(const Options& options, const Workload& workload, Trainer& trainer, Facts& facts) {
  const Dataset sample = workload.synthetic(options.data);
  LoaderOptions loading;
  loading.workers = 0;
  loading.batch = 1;
  Loader loader(sample, loading);
  loader.start(sequential_order(1), 0);
  trainer.load(*loader.next());
  const std::int64_t operations = trainer.count_multiply_adds();
  facts.count("multiply_adds", operations);
  facts.count("flops", 2 * operations);
}

void describe_data(const Dataset& set, Facts& facts) {
  facts.text("data", set.path);
  facts.count("samples", static_cast<std::int64_t>(set.size));
  if (set.classes > 0) facts.count("classes", set.classes);
  if (!set.file) return;
  std::int64_t bytes = 0, missing = 0;
  for (std::size_t i = 0; i < set.size; ++i) {
    boost::system::error_code error;
    const auto size = boost::filesystem::file_size(set.file(i), error);
    error ? ++missing : bytes += static_cast<std::int64_t>(size);
  }
  facts.count("bytes", bytes, "B");
  facts.count("mean_file", bytes / std::max<std::int64_t>(1, static_cast<std::int64_t>(set.size) - missing), "B");
  facts.count("missing_files", missing);
}

}  // namespace

int print_info(const Options& options, cli::Context& context) {
  const Workload& workload = workload_of(options);
  configure(options, Device::cpu);
  const auto trainer = make_trainer(options, workload, Device::cpu);
  Facts facts(context, options);
  facts.text("workload", workload.name);
  const std::vector<Trainer::Layer> layers = trainer->layers();
  std::int64_t depth = 0;
  for (const Trainer::Layer& layer : layers) depth += layer.depth;
  facts.count("layers", depth);
  facts.count("modules", static_cast<std::int64_t>(layers.size()));
  facts.count("parameters", trainer->parameters());
  count_operations(options, workload, *trainer, facts);
  for (const Trainer::Layer& layer : layers)
    facts.text("module " + layer.name, std::to_string(layer.parameters), layer.kind.c_str());
  if (!options.data.path.empty()) describe_data(open_dataset(workload, options.data, options.synthetic), facts);
  return to_int(ExitCode::ok);
}

}  // namespace wattline::trainstep
