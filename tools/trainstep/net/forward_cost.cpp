// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/forward_cost.hpp"

#include <ATen/core/Tensor.h>
#include <ATen/record_function.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/not_copyable.hpp"

namespace wattline::trainstep {

namespace {

thread_local ForwardCost t_cost;
thread_local int t_depth;              // of calls within calls
thread_local std::int64_t t_products;  // convolutions and matrix products within the outermost call
thread_local std::vector<const c10::StorageImpl*> t_operands;  // memory of the outermost call's tensors

std::int64_t product_of(const at::Tensor& tensor) {
  return tensor.numel();
}

// Outputs of a convolution times the weights of one output channel: spatial size from input, stride, padding, dilation.
std::int64_t convolution(const at::RecordFunction& call) {
  const auto inputs = call.inputs();
  const at::Tensor x = inputs[0].toTensor(), w = inputs[1].toTensor();
  const std::vector<std::int64_t> stride = inputs[3].toIntVector(), padding = inputs[4].toIntVector(),
                                  dilation = inputs[5].toIntVector();
  std::int64_t outputs = x.size(0);
  for (std::size_t d = 0; d + 2 < static_cast<std::size_t>(x.dim()); ++d) {
    const auto axis = static_cast<std::int64_t>(d) + 2;
    const std::int64_t span = dilation[d] * (w.size(axis) - 1) + 1;
    outputs *= (x.size(axis) + 2 * padding[d] - span) / stride[d] + 1;
  }
  return outputs * product_of(w);
}

std::int64_t groups_of(const at::RecordFunction& convolution) {
  return convolution.inputs()[8].toInt();
}

// [.., n, k] times [.., k, m]: the first factor's elements times m.
std::int64_t matrix_product(const at::RecordFunction& call, std::size_t first) {
  const auto inputs = call.inputs();
  return inputs[first].toTensor().numel() * inputs[first + 1].toTensor().size(-1);
}

void count(std::int64_t multiply_adds, bool dense) {
  t_cost.multiply_adds += multiply_adds;
  if (dense) t_cost.dense_multiply_adds += multiply_adds;
  ++t_products;
}

// The methods of a TorchScript file are calls, too, around those of PyTorch.
bool is_of_pytorch(const at::RecordFunction& call) {
  return std::string_view(call.name()).substr(0, 6) == "aten::";
}

const c10::StorageImpl* memory_of(const c10::IValue& value) {
  if (!value.isTensor() || !value.toTensor().has_storage()) return nullptr;
  return value.toTensor().storage().unsafeGetStorageImpl();
}

std::unique_ptr<at::ObserverContext> on_call(const at::RecordFunction& call) {
  if (!is_of_pytorch(call)) return nullptr;
  if (t_depth++ == 0) {
    t_products = 0;
    t_operands.clear();
    for (const c10::IValue& input : call.inputs()) t_operands.push_back(memory_of(input));
  }
  const std::string_view name = call.name();
  if (name == "aten::convolution") count(convolution(call), groups_of(call) == 1);
  if (name == "aten::addmm") count(matrix_product(call, 1), true);
  if (name == "aten::mm" || name == "aten::bmm") count(matrix_product(call, 0), true);
  return nullptr;
}

// Whether an outermost call computed something: the result of a view shares the memory of an operand. The names of
// calls that change their operand end in _.
bool computes(const at::RecordFunction& call) {
  const std::string_view name = call.name();
  const auto* result = call.outputs().empty() ? nullptr : memory_of(call.outputs()[0]);
  if (result == nullptr || name.substr(0, 11) == "aten::empty") return false;
  return name.back() == '_' || std::find(t_operands.begin(), t_operands.end(), result) == t_operands.end();
}

// A recurrent layer, for example, is one call with many products, one after the other.
void on_return(const at::RecordFunction& call, at::ObserverContext*) {
  if (!is_of_pytorch(call)) return;
  const std::string_view name = call.name();
  const bool product =
      name == "aten::convolution" || name == "aten::addmm" || name == "aten::mm" || name == "aten::bmm";
  // A call that throws returns without a result.
  if (product && !call.outputs().empty())
    t_cost.activation_bytes += static_cast<std::int64_t>(call.outputs()[0].toTensor().nbytes());
  if (--t_depth == 0 && computes(call)) t_cost.operations += std::max<std::int64_t>(1, t_products);
}

// The callback of this thread, while it lives.
class Observation : NotCopyable {
 public:
  Observation()
      : handle_(at::addThreadLocalCallback(at::RecordFunctionCallback(on_call, on_return)
                                               .needsInputs(true)
                                               .needsOutputs(true)
                                               .scopes({at::RecordScope::FUNCTION}))) {}
  ~Observation() { at::removeCallback(handle_); }

 private:
  at::CallbackHandle handle_;
};

}  // namespace

ForwardCost forward_cost(const std::function<void()>& work) {
  t_cost = {};
  t_depth = 0;
  const Observation observation;
  work();
  return t_cost;
}

}  // namespace wattline::trainstep
