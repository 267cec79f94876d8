// SPDX-License-Identifier: Apache-2.0
// Text as token numbers, with a grammar simple enough to be learned.
#pragma once
#include <cstdint>

#include "dsgen/store.hpp"
#include "io/filesystem.hpp"

namespace wattline::dsgen {

struct TextOptions {
  std::size_t count = 129'713;  // tokens of a row, as the authors' WikiText-2 file has
  std::size_t rows = 16;
  std::int32_t vocabulary = 29'423;
  std::uint64_t seed = 1;
};
// tokens.npy of [rows, count]: every word has four successors, frequent words come often (Zipf).
WrittenFiles write_text(const fs::path& folder, const TextOptions& options);

struct QuestionOptions {
  std::size_t count = 11'873;  // SQuAD v2's development set
  std::size_t length = 512;
  std::int32_t vocabulary = 30'522;
  std::uint64_t seed = 1;
};
// ids, mask, types of [count, length]; start, end of [count]. The question names the token that begins the answer.
WrittenFiles write_questions(const fs::path& folder, const QuestionOptions& options);

}  // namespace wattline::dsgen
