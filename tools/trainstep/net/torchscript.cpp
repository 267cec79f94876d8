// SPDX-License-Identifier: Apache-2.0
// A network of any kind from a TorchScript file, as torch.jit.save writes it.
#include <torch/script.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/error.hpp"
#include "io/regular_file.hpp"
#include "trainstep/net/network.hpp"

namespace wattline::trainstep {

namespace {

// Makes a script look like a module of the C++ front end, so that optimisers, devices and counts see its parameters.
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
  if (::access(path.c_str(), R_OK) != 0) throw os_error(path, errno);
  io::open_regular_file(path);  // LibTorch would wait for a FIFO
  try {
    return torch::jit::load(path, torch::kCPU);
  } catch (const c10::Error& error) {
    throw data_error(path + ": is not a TorchScript file", "write it with torch.jit.script(net).save(FILE)");
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
  const std::function<torch::Tensor(const Fields&)> forward = [net](const Fields& fields) {
    return net->script.forward({fields[0]}).toTensor();
  };
  return {net, forward, [forward, loss](const Fields& fields) { return loss_of(loss, forward(fields), fields[1]); }};
}

}  // namespace wattline::trainstep
