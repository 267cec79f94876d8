// SPDX-License-Identifier: Apache-2.0
// Recognises lack of memory by the text of an exception, because most libraries below LibTorch have no type for it.
#pragma once
#include <string>

namespace wattline::trainstep {

// The text of an exception of LibTorch or of a library below it.
bool is_out_of_memory(const std::string& text);

}  // namespace wattline::trainstep
