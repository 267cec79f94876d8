// SPDX-License-Identifier: Apache-2.0
#include "dsgen/token_writer.hpp"

#include <cmath>

#include "base/random.hpp"
#include "dsgen/npy_writer.hpp"

namespace wattline::dsgen {

namespace {

// Numbers the words by falling frequency: 1/rank, by inversion of the logarithm.
std::int32_t frequent_word(std::int32_t vocabulary, Random& random) {
  return static_cast<std::int32_t>(std::exp(random.uniform() * std::log(static_cast<double>(vocabulary)))) - 1;
}

std::int32_t successor(std::int32_t word, std::int32_t vocabulary, std::uint64_t seed, Random& random) {
  Random of_word(mix64(seed, static_cast<std::uint64_t>(word), random.below(4)));
  return frequent_word(vocabulary, of_word);
}

// Marks of BERT's vocabulary: padding, begin, separator, and the first word.
constexpr std::int32_t kPadding = 0, kBegin = 101, kSeparator = 102, kFirstWord = 1000;

struct Question {
  std::vector<std::int32_t> ids, mask, types;
  std::int32_t start = 0, end = 0;
};

// [begin] name [separator] text ... name answer ... [separator] [padding]; the answer is name and what follows it.
Question make_question(const QuestionOptions& options, Random& random) {
  const auto word = [&] {
    return kFirstWord +
           static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(options.vocabulary - kFirstWord)));
  };
  constexpr std::size_t kText = 3, kAnswer = 2;
  const std::size_t used = options.length / 2 + random.below(options.length / 2 - 1) + 1;
  Question question;
  question.ids.assign(options.length, kPadding);
  question.mask.assign(options.length, 0);
  question.types.assign(options.length, 0);
  for (std::size_t i = 0; i < used; ++i) {
    question.ids[i] = word();
    question.mask[i] = 1;
    question.types[i] = i < kText ? 0 : 1;
  }
  const std::size_t start = kText + random.below(used - kText - kAnswer);
  question.ids[0] = kBegin;
  question.ids[1] = question.ids[start];
  question.ids[2] = question.ids[used - 1] = kSeparator;
  question.start = static_cast<std::int32_t>(start);
  question.end = question.start + 1;
  return question;
}

}  // namespace

WrittenFiles write_text(const fs::path& folder, const TextOptions& options) {
  std::vector<std::int32_t> tokens;
  tokens.reserve(options.rows * options.count);
  for (std::size_t row = 0; row < options.rows; ++row) {
    Random random(mix64(options.seed, row));
    std::int32_t word = frequent_word(options.vocabulary, random);
    for (std::size_t i = 0; i < options.count; ++i) {
      tokens.push_back(word);
      word = successor(word, options.vocabulary, options.seed, random);
    }
  }
  return {{"tokens.npy", write_npy(folder / "tokens.npy", {options.rows, options.count}, tokens)}};
}

WrittenFiles write_questions(const fs::path& folder, const QuestionOptions& options) {
  std::vector<std::int32_t> ids, mask, types, start, end;
  for (std::size_t i = 0; i < options.count; ++i) {
    Random random(mix64(options.seed, i));
    const Question question = make_question(options, random);
    ids.insert(ids.end(), question.ids.begin(), question.ids.end());
    mask.insert(mask.end(), question.mask.begin(), question.mask.end());
    types.insert(types.end(), question.types.begin(), question.types.end());
    start.push_back(question.start);
    end.push_back(question.end);
  }
  const std::vector<std::size_t> table{options.count, options.length}, list{options.count};
  return {{"ids.npy", write_npy(folder / "ids.npy", table, ids)},
          {"mask.npy", write_npy(folder / "mask.npy", table, mask)},
          {"types.npy", write_npy(folder / "types.npy", table, types)},
          {"start.npy", write_npy(folder / "start.npy", list, start)},
          {"end.npy", write_npy(folder / "end.npy", list, end)}};
}

}  // namespace wattline::dsgen
