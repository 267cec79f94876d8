// SPDX-License-Identifier: Apache-2.0
// The part of Python's pickle format that torch.save writes for dictionaries of tensors. No Python code is run: any
// other object is refused. LibTorch's own reader gives None for an OrderedDict, which a state_dict is. Includes
// LibTorch: for net/*.cpp only.
#pragma once
#include <ATen/core/ivalue.h>
#include <torch/types.h>

#include <functional>
#include <string>
#include <string_view>

namespace wattline::trainstep {

// Makes a tensor of one dimension from the storage of that key: element type, number of elements.
using ReadStorage = std::function<torch::Tensor(const std::string& key, torch::Dtype type)>;

// The object that the text describes: tensors, numbers, strings, tuples, and dictionaries whose keys are strings.
// Throws a data error whose text completes "FILE: ".
c10::IValue unpickle(std::string_view text, const ReadStorage& read_storage);

}  // namespace wattline::trainstep
