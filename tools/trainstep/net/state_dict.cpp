// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/state_dict.hpp"

#include <caffe2/serialize/inline_container.h>
#include <torch/script.h>

#include <cstring>
#include <map>

#include "base/error.hpp"
#include "trainstep/net/archive_check.hpp"
#include "trainstep/net/pickle.hpp"
#include "trainstep/net/torch_errors.hpp"
#include "trainstep/net/training_state.hpp"

namespace wattline::trainstep {

NamedTensors tensors_in(const c10::IValue& dictionary) {
  NamedTensors tensors;
  for (const auto& entry : dictionary.toGenericDict()) {
    if (entry.value().isTensor()) tensors.emplace_back(entry.key().toStringRef(), entry.value().toTensor());
  }
  return tensors;
}

namespace {

constexpr const char* kHint = "write it with torch.save(net.state_dict(), FILE), or with --save";

bool ends_with(const std::string& name, const std::string& end) {
  return name.size() >= end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

// What nothing reads: LibTorch counts the minibatches that a batch norm has seen, and older files do not have it; files
// of language models have the masks and the angles of the attention.
bool is_unused(const std::string& name) {
  for (const char* end : {"num_batches_tracked", ".attn.bias", ".attn.masked_bias", ".rotary_emb.inv_freq"}) {
    if (ends_with(name, end)) return true;
  }
  return false;
}

bool is_adapter(const std::string& name) {
  return ends_with(name, ".lora_A") || ends_with(name, ".lora_B");
}

// A network whose output layer is not its embedding is another one.
void check_tied(const std::string& path, std::map<std::string, torch::Tensor>& left, const NamedTensors& tied) {
  for (const auto& [name, tensor] : tied) {
    const auto found = left.find(name);
    if (found == left.end()) continue;
    if (found->second.sizes() != tensor.sizes() || !found->second.to(tensor.dtype()).equal(tensor)) {
      throw data_error(path + ": " + name + " is not the embedding, as it is in this network",
                       "it has the weights of another network");
    }
    left.erase(found);
  }
}

NamedTensors tensors_of(const torch::jit::Module& module) {
  NamedTensors tensors;
  if (module.hasattr(kWeightsOfCheckpoint)) return tensors_in(module.attr(kWeightsOfCheckpoint));
  for (const auto& parameter : module.named_parameters()) tensors.emplace_back(parameter.name, parameter.value);
  for (const auto& buffer : module.named_buffers()) tensors.emplace_back(buffer.name, buffer.value);
  return tensors;
}

using Archive = caffe2::serialize::PyTorchStreamReader;

torch::Tensor storage_of(Archive& archive, const std::string& key, torch::Dtype type) {
  const auto [bytes, size] = archive.getRecord("data/" + key);
  const auto count = static_cast<std::int64_t>(size / torch::elementSize(type));
  torch::Tensor tensor = torch::empty({count}, type);
  if (count > 0)
    std::memcpy(tensor.data_ptr(), bytes.get(), static_cast<std::size_t>(count) * torch::elementSize(type));
  return tensor;
}

// A checkpoint has the weights in an entry.
NamedTensors tensors_of(const c10::IValue& value, bool checkpoint = true) {
  if (!value.isGenericDict()) throw data_error("holds no weights by name", kHint);
  NamedTensors tensors;
  for (const auto& entry : value.toGenericDict()) {
    const std::string& name = entry.key().toStringRef();
    if (checkpoint && name == "state_dict") return tensors_of(entry.value(), false);
    if (entry.value().isTensor()) tensors.emplace_back(name, entry.value().toTensor());
  }
  if (tensors.empty()) throw data_error("holds no weights by name", kHint);
  return tensors;
}

NamedTensors tensors_of(const std::string& path) {
  Archive archive(path);
  if (archive.hasRecord("constants.pkl")) return tensors_of(torch::jit::load(path, torch::kCPU));
  const auto [bytes, size] = archive.getRecord("data.pkl");
  const auto storage = [&](const std::string& key, torch::Dtype type) { return storage_of(archive, key, type); };
  return tensors_of(unpickle({static_cast<const char*>(bytes.get()), size}, storage));
}

std::string shape_of(const torch::Tensor& tensor) {
  return c10::str(tensor.sizes());
}

}  // namespace

NamedTensors read_state_dict(const std::string& path) {
  check_archive(path);  // refuses a FIFO, too, for which LibTorch would wait
  try {
    return tensors_of(path);
  } catch (const c10::Error&) {
    throw data_error(path + ": is not an archive of weights, or is damaged", kHint);
  } catch (const Error& error) {
    throw data_error(path + ": " + error.what(), error.hint());
  }
}

void load_weights(const std::string& path, const NamedTensors& network, const NamedTensors& tied) {
  copy_weights(path, read_state_dict(path), network, tied);
}

void copy_weights(const std::string& path, const NamedTensors& loaded, const NamedTensors& network,
                  const NamedTensors& tied) {
  std::map<std::string, torch::Tensor> left(loaded.begin(), loaded.end());
  const torch::NoGradGuard guard;
  for (const auto& [name, tensor] : network) {
    const auto found = left.find(name);
    if (found == left.end()) {
      if (is_unused(name) || is_adapter(name)) continue;
      throw data_error(path + ": has no " + name, "it has the weights of another network");
    }
    if (found->second.sizes() != tensor.sizes()) {
      throw data_error(path + ": " + name + " has the shape " + shape_of(found->second) + ", but that of the network " +
                       shape_of(tensor));
    }
    torch::Tensor(tensor).copy_(found->second);
    left.erase(found);
  }
  check_tied(path, left, tied);
  for (const auto& [name, tensor] : left) {
    if (!is_unused(name)) throw data_error(path + ": has " + name + ", which the network lacks");
  }
}

}  // namespace wattline::trainstep
