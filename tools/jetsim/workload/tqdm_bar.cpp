// SPDX-License-Identifier: Apache-2.0
#include "jetsim/workload/tqdm_bar.hpp"

#include <fmt/format.h>

#include "base/units.hpp"

namespace wattline::jetsim {

namespace {

constexpr std::int64_t kLeastIntervalNs = 100'000'000;  // tqdm's mininterval
constexpr int kCells = 10;                              // of a bar whose terminal's width is not known
constexpr const char* kFull = "\u2588";
constexpr const char* kParts[] = {" ", "\u258f", "\u258e", "\u258d", "\u258c", "\u258b", "\u258a", "\u2589"};

std::string clock_text(double seconds) {
  const auto whole = static_cast<long long>(seconds);
  const std::string text = fmt::format("{:02}:{:02}", whole / 60 % 60, whole % 60);
  return whole < 3600 ? text : fmt::format("{}:", whole / 3600) + text;
}

std::string rate_text(int done, double elapsed_s) {
  if (done == 0 || elapsed_s <= 0) return "?it/s";
  const double rate = done / elapsed_s;
  return rate < 1 ? fmt::format("{:5.2f}s/it", 1 / rate) : fmt::format("{:5.2f}it/s", rate);
}

std::string cells(double part) {
  const auto eighths = static_cast<std::size_t>(part * kCells * 8);
  const std::size_t full = eighths / 8;
  std::string text;
  for (std::size_t i = 0; i < kCells; ++i) text += i < full ? kFull : i == full ? kParts[eighths % 8] : " ";
  return text;
}

}  // namespace

std::string TqdmBar::step(std::int64_t end_ns) {
  ++done_;
  if (end_ns - drawn_ns_ < kLeastIntervalNs) return "";
  drawn_ns_ = end_ns;
  return text(end_ns);
}

std::string TqdmBar::text(std::int64_t now_ns) const {
  const double elapsed_s = to_seconds(now_ns - start_ns_);
  const std::string passed = clock_text(elapsed_s), rate = rate_text(done_, elapsed_s);
  const std::string start = "\r" + description_;
  if (!total_) return start + fmt::format("{}it [{}, {}]", done_, passed, rate);
  const double part = static_cast<double>(done_) / *total_;
  const std::string left = done_ > 0 ? clock_text(elapsed_s / part - elapsed_s) : "?";
  return start +
         fmt::format("{:3.0f}%|{}| {}/{} [{}<{}, {}]", 100 * part, cells(part), done_, *total_, passed, left, rate);
}

}  // namespace wattline::jetsim
