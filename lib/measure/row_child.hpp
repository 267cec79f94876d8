// SPDX-License-Identifier: Apache-2.0
// A tool of this suite as a child process, and its rows as they arrive.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/not_copyable.hpp"
#include "io/child.hpp"
#include "io/fd.hpp"
#include "io/tsv_feed.hpp"
#include "measure/pump.hpp"

namespace wattline::measure {

class RowChild : NotCopyable {
 public:
  // The tool's messages are appended to the file `log`.
  RowChild(Pump& pump, std::string tool, std::string log) : pump_(pump), tool_(std::move(tool)), log_(std::move(log)) {}
  ~RowChild();

  using Take = std::function<void(const io::TsvFeed&)>;
  void on_row(Take take) { take_ = std::move(take); }
  void start(const std::vector<std::string>& arguments);
  // Ends it and reads no more rows.
  void stop();
  // Its status, once it has ended; rows may still be in the pipe.
  std::optional<int> status() { return child_ ? child_->poll() : std::nullopt; }
  // Whether it has ended and all of its rows were read.
  bool finished() { return status().has_value() && !open_; }
  // What it said: its error, or the last line.
  std::string problem() const;

 private:
  void read_rows();

  Pump& pump_;
  std::string tool_, log_;
  Take take_;
  std::optional<io::Child> child_;
  io::Fd rows_;
  bool open_ = false;  // rows may come
  std::optional<io::TsvFeed> feed_;
};

}  // namespace wattline::measure
