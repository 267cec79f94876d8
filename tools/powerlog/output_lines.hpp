// SPDX-License-Identifier: Apache-2.0
// Finds the lines that match an expression in what a command prints, which passes through unchanged. In a thread of its
// own: a terminal or a pipe that nobody reads may stop the command, but not the sampling.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/clock.hpp"
#include "base/not_copyable.hpp"
#include "io/passed_output.hpp"
#include "io/pipe.hpp"

namespace wattline::powerlog {

class OutputLines : NotCopyable {
 public:
  // A regular expression (ECMAScript). Throws a usage error if it is none.
  OutputLines(Clock& clock, const std::string& expression);
  ~OutputLines();

  void open(io::SpawnOptions& options);
  void started(const io::Child& child);
  // Readable while there are lines to take.
  int fd() const { return found_.read_end.get(); }
  struct Line {
    std::string label;  // what the first group matched, or else the whole line
    std::int64_t mono_ns;
  };
  std::vector<Line> take();
  // Once the command has ended: passes on what is left.
  void finish();

 private:
  struct Pattern;  // <regex> takes long to compile
  void run();
  void feed(int stream, std::string_view bytes);
  void end_line(std::string& line);

  Clock& clock_;
  std::unique_ptr<const Pattern> pattern_;
  io::PassedOutput output_;
  io::Pipe found_, ended_;
  std::map<int, std::string> partial_;  // of each stream, the line that is not complete
  std::mutex mutex_;
  std::vector<Line> lines_;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace wattline::powerlog
