// SPDX-License-Identifier: Apache-2.0
// A network of any kind from a TorchScript file, as torch.jit.save writes it.
#include <torch/csrc/jit/serialization/export.h>
#include <torch/script.h>

#include <algorithm>
#include <cstdint>

#include "base/error.hpp"
#include "trainstep/net/archive_check.hpp"
#include "trainstep/net/layer_names.hpp"
#include "trainstep/net/network.hpp"
#include "trainstep/net/torch_errors.hpp"

namespace wattline::trainstep {

namespace {

// Makes a script look like a module of the C++ front end, so that optimizers, devices and counts see its parameters.
struct ScriptAdapter : torch::nn::Module {
  explicit ScriptAdapter(torch::jit::Module loaded) : script(std::move(loaded)) {
    for (const auto& parameter : script.named_parameters()) {
      register_parameter(flat(parameter.name), parameter.value, parameter.value.requires_grad());
    }
  }

  static std::string flat(std::string name) {
    for (char& c : name) c = c == '.' ? '_' : c;  // the front end allows no dots
    return name;
  }

  void train(bool on) override {
    script.train(on);
    torch::nn::Module::train(on);
  }
  // In place, so that the parameters registered above stay those of the script.
  void to(torch::Device device, bool) override { script.to(device); }

  torch::jit::Module script;
};

torch::jit::Module load(const std::string& path) {
  check_archive(path);  // refuses a FIFO, too, for which LibTorch would wait
  try {
    return torch::jit::load(path, torch::kCPU);
  } catch (const c10::Error& error) {
    throw data_error(path + ": is not a TorchScript file", "write it with torch.jit.script(net).save(FILE)");
  }
}

// As layer.hpp counts them. An LSTM has a matrix weight_ih_lN for each of its layers.
std::int64_t depth_of(const std::string& name, const std::string& kind, const torch::jit::Module& module) {
  if (is_projection(name)) return 0;
  if (kind == "Conv2d" || kind == "Linear") return 1;
  std::int64_t depth = 0;
  for (const auto& parameter : module.named_parameters(false)) {
    const bool backward = parameter.name.find("reverse") != std::string::npos;
    depth += parameter.name.compare(0, 11, "weight_ih_l") == 0 && !backward ? 1 : 0;
  }
  return depth;
}

std::vector<Layer> layers_of_script(const torch::jit::Module& script) {
  std::vector<Layer> layers;
  for (const auto& part : script.named_modules()) {
    std::int64_t n = 0;
    for (const torch::Tensor& parameter : part.value.parameters(false)) n += parameter.numel();
    if (n == 0) continue;
    const auto type = part.value.type()->name();
    const std::string kind = type ? type->name() : "Module";
    layers.push_back({part.name.empty() ? "-" : part.name, kind, n, depth_of(part.name, kind, part.value)});
  }
  return layers;
}

NamedTensors state_of_script(const torch::jit::Module& script) {
  NamedTensors state;
  for (const auto& parameter : script.named_parameters()) state.emplace_back(parameter.name, parameter.value);
  for (const auto& buffer : script.named_buffers()) state.emplace_back(buffer.name, buffer.value);
  return state;
}

void check_precision(const std::string& path, const std::vector<torch::Tensor>& parameters) {
  for (const torch::Tensor& parameter : parameters) {
    if (!parameter.is_floating_point() || parameter.scalar_type() == torch::kFloat) continue;
    throw data_error(
        path + ": has weights of type " + c10::toString(parameter.scalar_type()) + ", but samples are Float",
        "write it with torch.jit.script(net.float()).save(FILE)");
  }
}

// As Torch reports errors. Of its constructors, this one is in every release from 1.10 to 2.x.
[[noreturn]] void fail(const std::string& what) {
  throw c10::Error({__func__, __FILE__, static_cast<std::uint32_t>(__LINE__)}, what);
}

torch::Tensor loss_of_answer(Loss loss, const torch::Tensor& answer, const torch::Tensor& wanted) {
  try {
    return loss_of(loss, answer, wanted);
  } catch (const c10::Error& error) {
    fail("it answers " + c10::str(answer.sizes()) + ": " + words_of(error.what_without_backtrace()));
  }
}

}  // namespace

Network load_torchscript(const std::string& path, Loss loss) {
  const auto net = std::make_shared<ScriptAdapter>(load(path));
  if (!net->script.find_method("forward")) {
    throw data_error(path + ": has weights but no forward method",
                     "write the whole network with torch.jit.script(net).save(FILE); --save writes weights only");
  }
  const std::vector<torch::Tensor> parameters = net->parameters();
  const auto is_trained = [](const torch::Tensor& parameter) { return parameter.requires_grad(); };
  if (std::none_of(parameters.begin(), parameters.end(), is_trained)) {
    throw data_error(
        path + ": has no parameters to train",
        "a module frozen by torch.jit.freeze, or whose parameters have requires_grad False, cannot be trained");
  }
  check_precision(path, parameters);
  const std::function<torch::Tensor(const Fields&)> forward = [net](const Fields& fields) {
    const c10::IValue answer = net->script.forward({fields[0]});
    if (answer.isTensor()) return answer.toTensor();
    fail("it answers with a " + answer.tagKind() + " instead of one tensor");
  };
  Network network{net, forward,
                  [forward, loss](const Fields& fields) { return loss_of_answer(loss, forward(fields), fields[1]); }};
  network.layers = layers_of_script(net->script);
  network.state = state_of_script(net->script);
  network.save = [net](const WriteBytes& write) { torch::jit::ExportModule(net->script, write); };
  return network;
}

}  // namespace wattline::trainstep
