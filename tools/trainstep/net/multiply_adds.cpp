// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/multiply_adds.hpp"

#include <ATen/core/Tensor.h>
#include <ATen/record_function.h>

#include <cstring>

namespace wattline::trainstep {

namespace {

thread_local MultiplyAdds t_count;

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

void count(std::int64_t operations, bool dense) {
  t_count.all += operations;
  if (dense) t_count.dense += operations;
}

std::unique_ptr<at::ObserverContext> on_call(const at::RecordFunction& call) {
  const char* name = call.name();
  if (std::strcmp(name, "aten::convolution") == 0) count(convolution(call), groups_of(call) == 1);
  if (std::strcmp(name, "aten::addmm") == 0) count(matrix_product(call, 1), true);
  if (std::strcmp(name, "aten::mm") == 0 || std::strcmp(name, "aten::bmm") == 0) count(matrix_product(call, 0), true);
  return nullptr;
}

}  // namespace

MultiplyAdds multiply_adds(const std::function<void()>& work) {
  t_count = {};
  const auto handle = at::addThreadLocalCallback(
      at::RecordFunctionCallback(on_call).needsInputs(true).scopes({at::RecordScope::FUNCTION}));
  work();
  at::removeCallback(handle);
  return t_count;
}

}  // namespace wattline::trainstep
