// SPDX-License-Identifier: Apache-2.0
// In which numbers a network computes. Its weights are float32 in each of them.
#pragma once
#include "base/enum_name.hpp"

namespace wattline::trainstep {

enum class Precision {
  standard,  // PyTorch's default: float32, of which a GPU rounds the factors of convolutions to TF32
  fp32,      // float32 throughout
  tf32,      // matrix products with factors rounded to TF32, too
  fp16,      // autocast to half precision, with scaled gradients
  bf16       // autocast to bfloat16
};

inline const char* to_string(Precision precision) {
  return enum_name(precision, {"default", "fp32", "tf32", "fp16", "bf16"});
}

// The rest of the operations stay in float32.
inline bool is_half(Precision precision) {
  return precision == Precision::fp16 || precision == Precision::bf16;
}

}  // namespace wattline::trainstep
