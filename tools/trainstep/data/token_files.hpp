// SPDX-License-Identifier: Apache-2.0
// Text that was turned into tokens beforehand, as arrays of integers in .npy files.
#pragma once
#include <cstdint>
#include <string>

#include "trainstep/data/dataset.hpp"

namespace wattline::trainstep {

struct TokenOptions {
  std::int64_t length = 0;      // tokens of a sample; 0 = as published: 8 (language model), the arrays' (questions)
  std::int64_t vocabulary = 0;  // 0 = as published: 29423 (WikiText-2), 30522 (BERT)
};

// A language model's text: tokens.npy, or the file itself, with one row per sample of a batch (one row: cut into 16).
// Sample i continues row i modulo rows where sample i - rows ended, so that batches of as many samples walk through the
// text in parallel.
Dataset running_text(const std::string& path, const TokenOptions& options);

// A language model's text as samples of `length` tokens, one behind the other: an .npy file of tokens (or a folder with
// tokens.npy), a .bin file of unsigned 16-bit tokens, or any other file, whose bytes are the tokens.
Dataset token_stream(const std::string& path, const TokenOptions& options);

// Questions with the place of their answer: ids.npy, mask.npy, types.npy of [samples, length], start.npy, end.npy of
// [samples].
Dataset questions(const std::string& path, const TokenOptions& options);

}  // namespace wattline::trainstep
