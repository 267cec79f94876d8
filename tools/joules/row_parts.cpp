// SPDX-License-Identifier: Apache-2.0
#include "joules/row_parts.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace wattline::joules {

namespace {

constexpr const char* kStage = "stage";
constexpr const char* kToken = "token";

using Column = std::optional<std::size_t>;

double seconds(const io::TsvReader& reader, std::size_t column) {
  return reader.required_not_negative(column) * 1e-3;
}

// Stages of a minibatch; more of them with trainstep --stages.
struct StepColumns {
  explicit StepColumns(const io::TsvReader& reader)
      : stall(reader.require("stall_ms")),
        compute(reader.require("compute_ms")),
        h2d(reader.find("h2d_ms")),
        forward(reader.find("forward_ms")),
        backward(reader.find("backward_ms")),
        optimizer(reader.find("optimizer_ms")) {}
  std::vector<RowPart> operator()(const io::TsvReader& reader) const {
    const double stall_s = seconds(reader, stall);
    const bool measured = h2d && forward && backward && optimizer && reader.number(*forward);
    if (!measured) return {{"compute", seconds(reader, compute)}, {"stall", stall_s}};
    const double copy_s = std::min(seconds(reader, *h2d), stall_s);
    return {{"optimizer", seconds(reader, *optimizer)},
            {"backward", seconds(reader, *backward)},
            {"forward", seconds(reader, *forward)},
            {"copy", copy_s},
            {"stall", stall_s - copy_s}};
  }
  std::size_t stall, compute;
  Column h2d, forward, backward, optimizer;
};

// Requests to a language model, after which a window may have trained.
struct RequestColumns {
  explicit RequestColumns(const io::TsvReader& reader)
      : prefill(reader.require("prefill_ms")),
        decode(reader.require("decode_ms")),
        prompt(reader.require("prompt_tokens")),
        tokens(reader.require("tokens")),
        train(reader.find("train_ms")),
        requests(reader.find("images")) {}
  static bool in(const io::TsvReader& reader) { return reader.find("prefill_ms") && reader.find("decode_ms"); }
  std::vector<RowPart> trained(const io::TsvReader& reader) const {
    if (!train || reader.number(*train).value_or(0) <= 0) return {};
    return {{"train", seconds(reader, *train), 0.0}};
  }
  std::vector<RowPart> stages(const io::TsvReader& reader) const {
    std::vector<RowPart> parts = trained(reader);
    parts.push_back({"decode", seconds(reader, decode), reader.required_not_negative(tokens)});
    parts.push_back({"prefill", seconds(reader, prefill), reader.required_not_negative(prompt)});
    return parts;
  }
  // The first token is there at the end of the prefill. Those after it take equal times.
  std::vector<RowPart> each_token(const io::TsvReader& reader) const {
    const double written = reader.required_not_negative(tokens);
    const double at_once = requests ? std::max(reader.required_not_negative(*requests), 1.0) : 1;
    const auto count = static_cast<long>(std::lround(written / at_once));
    std::vector<RowPart> parts = trained(reader);
    for (long token = count; token > 1; --token)
      parts.push_back({std::to_string(token), seconds(reader, decode) / static_cast<double>(count - 1), at_once});
    parts.push_back({"1", seconds(reader, prefill), at_once});
    return parts;
  }
  std::size_t prefill, decode, prompt, tokens;
  Column train, requests;
};

}  // namespace

bool RowParts::splits_by(const std::string& column, const io::TsvReader& reader) {
  if (reader.find(column)) return false;
  return column == kStage || (column == kToken && RequestColumns::in(reader));
}

RowParts::RowParts(const std::string& column, const io::TsvReader& reader, std::size_t start, std::size_t end) {
  if (!RequestColumns::in(reader)) {
    parts_ = StepColumns(reader);
    if (const auto step_ms = reader.find("step_ms")) step_time_.emplace(start, end, *step_ms);
    return;
  }
  const RequestColumns columns(reader);
  if (column == kToken) {
    parts_ = [columns](const io::TsvReader& row) { return columns.each_token(row); };
  } else {
    parts_ = [columns](const io::TsvReader& row) { return columns.stages(row); };
  }
}

void RowParts::check(const io::TsvReader& reader) {
  if (step_time_) step_time_->ms(reader);
}

}  // namespace wattline::joules
