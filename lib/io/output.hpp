// SPDX-License-Identifier: Apache-2.0
// The destination of rows: stdout, a file, or a string in tests. Every failed write is an Error{io}, except that a
// reader that has gone (EPIPE) only sets reader_gone().
#pragma once
#include <string>
#include <string_view>
#include <utility>

#include "io/fd.hpp"

namespace wattline::io {

class Output {
 public:
  static Output to_stdout();
  static Output to_string(std::string& target);
  // A new or emptied file; for /dev/stdout and the like (named_descriptor.hpp), that descriptor, and its file is
  // not emptied. Opened with the rights of who called sudo. Waits for the reader of a FIFO, until a stop signal. Throws
  // Error{io} when it cannot be opened, try_later while another Output, of any process, writes to the same regular
  // file.
  static Output to_file(const std::string& path);
  // A file that is open for writing; errors name it so.
  static Output to_descriptor(const std::string& name, Fd fd);
  // Appends to a file that begins with `start`, such as a header line. A new file, an empty one and one that breaks off
  // within it are empty afterwards, so that it is still to be written; else a torn last line is cut off. A file that
  // begins otherwise is left as it is: a data error. Not checked where nothing can be read back (a pipe, a device).
  // Opened as by to_file().
  static Output append_to(const std::string& path, std::string_view start);
  // The check alone: a data error for a file that append_to() would refuse.
  static void check_append(const std::string& path, std::string_view start);

  // Waits while a pipe is full, for as long as its reader likes, but not for long after a stop signal (Error{io}).
  void write(std::string_view text);
  // Writes as much as can be written without waiting for the reader of a pipe: whole rows, as long as they are shorter
  // than PIPE_BUF. Returns its size.
  std::size_t write_at_once(std::string_view text);
  // fdatasync(2) of what is written; nothing happens on a pipe or another output that cannot sync.
  void sync();
  // Size of the file now; 0 for pipes and for standard output, whose rows always begin with a header.
  long long size() const;
  // Whether it is a regular file under a name of its own: no pipe, no device, and not an open descriptor by name such
  // as /dev/stdout. Throws Error{io} when it cannot be told.
  bool is_named_file() const;
  int fd() const { return fd_; }  // -1 for a string
  bool reader_gone() const { return reader_gone_; }
  const std::string& name() const { return name_; }

 private:
  Output(std::string name, Fd fd, int raw_fd, std::string* target);
  static Output open_file(const std::string& path, int flags);
  bool has_room() const;
  void wait_for_reader() const;
  void cut_half_row(std::string_view written);
  std::string name_;
  Fd owned_;
  int fd_ = -1;
  bool is_pipe_ = false;
  std::string* target_ = nullptr;
  bool reader_gone_ = false;
};

}  // namespace wattline::io
