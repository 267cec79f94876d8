// SPDX-License-Identifier: Apache-2.0
// The texts that a program writes over one another on a terminal, such as the states of a progress bar. They end with
// a line feed, a carriage return, a backspace or a movement of the cursor; colours and titles are left out.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace wattline {

class OverwrittenText {
 public:
  // `depth`: how many lines below the one before it a text stands after which the cursor moves up again, as tqdm draws
  // the bar of an inner loop. `complete`: false for what there is of the last text so far.
  using Take = std::function<void(std::string_view text, int depth, bool complete)>;
  void feed(std::string_view bytes, const Take& take);

 private:
  enum class State { text, escape, sequence, title, title_escape };
  void read(char c, const Take& take);
  void read_text(char c, const Take& take);
  void end_text(const Take& take, int depth);

  static constexpr std::size_t kLongest = 2048;  // of a longer one, the start counts
  State state_ = State::text;
  std::string text_;
  int line_feeds_ = 0;  // in a row, before the text
  bool overwrites_ = false;
  int depth_ = 0;  // if the cursor moves up behind the text
};

}  // namespace wattline
