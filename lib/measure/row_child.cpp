// SPDX-License-Identifier: Apache-2.0
#include "measure/row_child.hpp"

#include <fcntl.h>

#include "cli/messages.hpp"
#include "io/pipe.hpp"
#include "io/regular_file.hpp"
#include "measure/log_file.hpp"

namespace wattline::measure {

RowChild::~RowChild() {
  if (child_) pump_.forget(rows_.get());  // whatever happens, nothing calls back into this object
  try {
    stop();
  } catch (...) {
    // Nothing depends on it any more; it dies with this process.
  }
}

void RowChild::start(const std::vector<std::string>& arguments) {
  io::Pipe rows;
  const io::Fd err = open_log(log_, O_APPEND);
  io::SpawnOptions options;
  options.own_group = options.null_stdin = options.die_with_parent = true;
  options.stdout_fd = rows.write_end.get();
  options.stderr_fd = err.get();
  std::vector<std::string> argv{io::sibling_tool(tool_)};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  feed_.emplace(tool_);
  child_ = io::Child::spawn(argv, options);
  rows_ = std::move(rows.read_end);
  open_ = true;
  pump_.watch(rows_.get(), [this] { read_rows(); });
}

void RowChild::stop() {
  if (!child_) return;
  pump_.forget(rows_.get());
  stop_group(*child_, pump_);
  child_.reset();
  rows_.reset();
  open_ = false;
}

std::string RowChild::problem() const {
  return cli::problem_in(io::text_of_regular_file(log_));
}

void RowChild::read_rows() {
  if (!feed_->pump(rows_.get())) {
    pump_.forget(rows_.get());
    open_ = false;
  }
  while (feed_->next()) {
    if (take_) take_(*feed_);
  }
}

}  // namespace wattline::measure
