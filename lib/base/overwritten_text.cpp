// SPDX-License-Identifier: Apache-2.0
#include "base/overwritten_text.hpp"

#include <algorithm>

namespace wattline {

namespace {

constexpr char kEscape = '\x1b', kBell = '\a';
constexpr int kDeepest = 16;

}  // namespace

void OverwrittenText::feed(std::string_view bytes, const Take& take) {
  for (const char c : bytes) read(c, take);
  if (!text_.empty() && depth_ == 0) take(text_, 0, false);
}

// ECMA-48: ESC [ parameters letter, and ESC ] text BEL or ESC \, as terminals take titles.
void OverwrittenText::read(char c, const Take& take) {
  switch (state_) {
    case State::text:
      return read_text(c, take);
    case State::escape:
      state_ = c == '[' ? State::sequence : c == ']' ? State::title : State::text;
      return;
    case State::sequence:
      if (c >= '@' && c <= '~') {
        state_ = State::text;
        if (c != 'm') end_text(take, c == 'A' ? depth_ : 0);  // m is a colour, A moves up
      } else if (c < ' ' || c > '?') {
        state_ = State::text;  // not a sequence after all
        read_text(c, take);
      }
      return;
    case State::title:
      if (c == kBell || c == '\n') state_ = State::text;
      if (c == kEscape) state_ = State::title_escape;
      return;
    case State::title_escape:
      state_ = State::text;
      return;
  }
}

void OverwrittenText::read_text(char c, const Take& take) {
  if (c == kEscape) {
    state_ = State::escape;
  } else if (c == '\n') {
    end_text(take, 0);
    line_feeds_ = std::min(line_feeds_ + 1, kDeepest);
    overwrites_ = false;
  } else if (c == '\r' || c == '\b') {
    end_text(take, 0);
    overwrites_ = true;
  } else if (text_.size() < kLongest) {
    if (text_.empty()) depth_ = overwrites_ ? line_feeds_ : 0;
    text_ += c == '\0' ? ' ' : c;
  }
}

void OverwrittenText::end_text(const Take& take, int depth) {
  if (text_.empty()) return;
  take(text_, depth, text_.size() < kLongest);
  text_.clear();
  line_feeds_ = 0;
  overwrites_ = false;
}

}  // namespace wattline
