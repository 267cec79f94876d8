// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/token_files.hpp"

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "io/filesystem.hpp"
#include "trainstep/data/npy.hpp"

namespace wattline::trainstep {

namespace {

constexpr std::int64_t kTextLength = 8, kTextVocabulary = 29423, kBertVocabulary = 30522;
constexpr std::size_t kRows = 16;

std::string token_file(const std::string& path) {
  return fs::is_directory(path) ? path + "/tokens.npy" : path;
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

IntegerArray open_tokens(const std::string& path) {
  const std::string file = token_file(path);
  if (ends_with(file, ".npy")) return IntegerArray(file);
  return IntegerArray::without_header(file, ends_with(file, ".bin") ? 2 : 1);
}

Dataset text_of(const std::string& path, std::size_t size, std::int64_t length) {
  Dataset set;
  set.path = path;
  set.size = size;
  set.fields = {{"tokens", Element::i64, {length}}, {"following", Element::i64, {length}}};
  set.read = [](std::size_t, Random&, Scratch&) {};
  return set;
}

}  // namespace

Dataset token_stream(const std::string& path, const TokenOptions& options) {
  const IntegerArray tokens = open_tokens(path);
  const auto length = static_cast<std::size_t>(options.length);
  if (tokens.size() < length + 1) {
    throw data_error(tokens.path() + ": has " + std::to_string(tokens.size()) + " tokens, fewer than a sample of " +
                         std::to_string(length) + " and the token behind it",
                     "give a longer text, or a smaller --length");
  }
  Dataset set = text_of(path, (tokens.size() - 1) / length, options.length);
  set.prepare = [=](std::size_t i, Random&, Scratch&, Minibatch& batch, std::size_t place) {
    tokens.copy(i * length, length, options.vocabulary, batch.integers(0, place));
    tokens.copy(i * length + 1, length, options.vocabulary, batch.integers(1, place));
  };
  return set;
}

Dataset running_text(const std::string& path, const TokenOptions& options) {
  const IntegerArray tokens(token_file(path));
  const auto length = static_cast<std::size_t>(options.length > 0 ? options.length : kTextLength);
  const std::int64_t limit = options.vocabulary > 0 ? options.vocabulary : kTextVocabulary;
  const std::size_t rows = tokens.shape().size() == 2 ? tokens.shape()[0] : kRows;
  const std::size_t row_size = rows > 0 ? tokens.size() / rows : 0;
  if (tokens.shape().empty() || tokens.shape().size() > 2 || row_size < length + 1) {
    throw data_error(tokens.path() + ": too few tokens", "one or two dimensions with rows longer than --length");
  }
  Dataset set = text_of(path, rows * ((row_size - 1) / length), static_cast<std::int64_t>(length));
  set.prepare = [=](std::size_t i, Random&, Scratch&, Minibatch& batch, std::size_t place) {
    const std::size_t begin = i % rows * row_size + i / rows * length;
    tokens.copy(begin, length, limit, batch.integers(0, place));
    tokens.copy(begin + 1, length, limit, batch.integers(1, place));
  };
  return set;
}

Dataset questions(const std::string& path, const TokenOptions& options) {
  const IntegerArray ids(path + "/ids.npy"), mask(path + "/mask.npy"), types(path + "/types.npy");
  const IntegerArray start(path + "/start.npy"), end(path + "/end.npy");
  if (ids.shape().size() != 2 || mask.shape() != ids.shape() || types.shape() != ids.shape() ||
      start.size() != ids.shape()[0] || end.size() != ids.shape()[0] || ids.size() == 0) {
    throw data_error(path + ": the arrays' shapes differ",
                     "ids, mask, types: [samples, length]; start, end: [samples]");
  }
  const std::size_t stored = ids.shape()[1];
  const std::size_t length = options.length > 0 ? std::min(stored, static_cast<std::size_t>(options.length)) : stored;
  const std::int64_t limit = options.vocabulary > 0 ? options.vocabulary : kBertVocabulary;
  const auto extent = static_cast<std::int64_t>(length);
  Dataset set;
  set.path = path;
  set.size = ids.shape()[0];
  set.fields = {{"ids", Element::i64, {extent}},
                {"mask", Element::i64, {extent}},
                {"types", Element::i64, {extent}},
                {"start", Element::i64, {}},
                {"end", Element::i64, {}}};
  set.read = [](std::size_t, Random&, Scratch&) {};
  set.prepare = [=](std::size_t i, Random&, Scratch&, Minibatch& batch, std::size_t place) {
    ids.copy(i * stored, length, limit, batch.integers(0, place));
    mask.copy(i * stored, length, 2, batch.integers(1, place));
    types.copy(i * stored, length, 2, batch.integers(2, place));
    // An answer behind a shortened text is unanswerable, which is position 0 in SQuAD v2.
    const std::int64_t first = start.at(i), last = end.at(i);
    const bool inside = first >= 0 && last >= 0 && first < extent && last < extent;
    *batch.integers(3, place) = inside ? first : 0;
    *batch.integers(4, place) = inside ? last : 0;
  };
  return set;
}

}  // namespace wattline::trainstep
