// SPDX-License-Identifier: Apache-2.0
#include "trainstep/info.hpp"

#include "base/error.hpp"
#include "io/filesystem.hpp"
#include "trainstep/language_facts.hpp"
#include "trainstep/libtorch.hpp"
#include "trainstep/rows.hpp"
#include "trainstep/run/named_values.hpp"
#include "trainstep/run_setup.hpp"

namespace wattline::trainstep {

namespace {

// Of one sample of the workload's shape. Empty for a TorchScript file that takes no such samples.
std::optional<ForwardCost> count_operations(const Options& options, const Workload& workload, Trainer& trainer,
                                            cli::Context& context) {
  const Dataset sample = workload.synthetic(options.data);
  Loader loader(sample, without_workers(1));
  loader.start(sequential_order(1), 0);
  trainer.load(*loader.next());
  try {
    return trainer.forward_cost();
  } catch (const Error& error) {
    if (options.network.script.empty()) throw;
    context.warn(error.what());
    return std::nullopt;
  }
}

void describe_operations(const std::optional<ForwardCost>& cost, NamedValues& facts) {
  const auto of = [&](auto part) { return cost ? std::optional((*cost).*part) : std::nullopt; };
  const auto multiply_adds = of(&ForwardCost::multiply_adds);
  facts.count("multiply_adds", multiply_adds);
  facts.count("flops", multiply_adds ? std::optional(2 * *multiply_adds) : std::nullopt);
  facts.count("tensor_core_multiply_adds", of(&ForwardCost::dense_multiply_adds));
  facts.count("operations", of(&ForwardCost::operations));
  facts.count("activation_bytes", of(&ForwardCost::activation_bytes), "B");
}

// Of a language model: what training and generating cost per token, where a sequence has as many tokens as a sample.
void describe_language(const Options& options, const Workload& workload, const Trainer& trainer, NamedValues& facts) {
  if (workload.samples != Samples::language || !options.network.script.empty()) return;
  const LanguageSizes sizes = language_sizes_of(options, workload);
  const std::int64_t sequence = workload.synthetic(options.data).fields[0].shape[0];
  const auto bytes = static_cast<std::int64_t>(sizeof(float));
  facts.count("blocks", sizes.layers);
  facts.count("width", sizes.width);
  facts.count("heads", sizes.heads);
  facts.count("kv_heads", sizes.kv_heads);
  facts.count("vocabulary", sizes.vocabulary);
  facts.count("context", sizes.context);
  facts.count("sample_tokens", sequence);
  facts.count("trained_parameters", trainer.trained_parameters());
  // The backward pass computes the gradients of the values and of the weights: twice the forward pass.
  const bool all = options.network.lora_rank == 0;
  const std::int64_t forward = sizes.flops(sequence, sequence);
  facts.count("training_flops_per_token", all ? std::optional(3 * forward / sequence) : std::nullopt);
  facts.count("decode_flops_per_token", sizes.flops(1, sequence));
  facts.count("weight_bytes", bytes * trainer.parameters(), "B");
  facts.count("kv_bytes_per_token", bytes * sizes.kv_per_token(), "B");
  facts.count("decode_bytes_per_token", bytes * (sizes.multiplied_weights() + sequence * sizes.kv_per_token()), "B");
}

void describe_data(const Dataset& set, NamedValues& facts) {
  facts.text("data", set.path);
  facts.count("samples", static_cast<std::int64_t>(set.size));
  if (set.classes > 0) facts.count("classes", set.classes);
  if (!set.file) return;
  std::int64_t bytes = 0, missing = 0;
  for (std::size_t i = 0; i < set.size; ++i) {
    sys::error_code error;
    const auto size = fs::file_size(set.file(i), error);
    error ? ++missing : bytes += static_cast<std::int64_t>(size);
  }
  facts.count("bytes", bytes, "B");
  facts.count("mean_file", bytes / std::max<std::int64_t>(1, static_cast<std::int64_t>(set.size) - missing), "B");
  facts.count("missing_files", missing);
}

}  // namespace

int print_info(const Options& options, cli::Context& context) {
  const Workload& workload = workload_of(options);
  check_data_options({workload.name}, options.data);
  need_libtorch(context);
  configure(options, Device::cpu);
  const auto trainer = make_trainer(options, workload, Device::cpu);
  cli::RowStream stream(context, options.rows, info_rows());
  NamedValues facts(stream.rows());
  facts.text("workload", name_of(options, workload));
  const std::vector<Layer> layers = trainer->layers();
  std::int64_t depth = 0;
  for (const Layer& layer : layers) depth += layer.depth;
  facts.count("layers", depth);
  facts.count("modules", static_cast<std::int64_t>(layers.size()));
  facts.count("parameters", trainer->parameters());
  if (const auto fused = trainer->fused()) {
    facts.count("fused_modules", fused->modules);
    facts.count("fused_parameters", fused->parameters);
  }
  const auto operations = count_operations(options, workload, *trainer, context);
  describe_operations(operations, facts);
  describe_language(options, workload, *trainer, facts);
  for (const Layer& layer : layers) facts.count("module " + layer.name, layer.parameters, layer.kind);
  if (options.data.path.empty()) return to_int(ExitCode::ok);
  const Dataset set = open_dataset(workload, options.data, options.synthetic);
  report_left_out(set, context);
  describe_data(set, facts);
  return to_int(ExitCode::ok);
}

}  // namespace wattline::trainstep
