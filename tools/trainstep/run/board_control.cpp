// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/board_control.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <new>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/confined.hpp"

namespace wattline::trainstep {

namespace {

io::Fd open_control(const io::Root& board, const std::string& path) {
  io::Fd fd = io::open_confined(path, O_RDWR);
  if (!fd && errno == ENOENT) {
    throw unavailable(board.directory().string() + ": no emulated board is mounted there",
                      "mount one with `jetsim mount --board agx-orin DIR`");
  }
  if (!fd) throw os_error(path, errno);
  return fd;
}

}  // namespace

BoardControl::BoardControl(const io::Root& board, const std::string& name)
    : path_(board.path("/run/jetsim/" + name).string()), fd_(open_control(board, path_)) {}

void BoardControl::write(const std::string& line) {
  const std::string text = line + "\n";
  if (::pwrite(fd_.get(), text.data(), text.size(), 0) >= 0) return;
  if (errno == ENOMEM) throw std::bad_alloc();  // the board's memory does not suffice
  throw os_error(path_, errno, "the board may have been unmounted");
}

std::string BoardControl::read() const {
  char buffer[4096];
  const ssize_t n = ::pread(fd_.get(), buffer, sizeof buffer, 0);
  if (n < 0) throw os_error(path_, errno, "the board may have been unmounted");
  return std::string(buffer, static_cast<std::size_t>(n));
}

std::int64_t BoardControl::number(const std::string& answer, std::string_view name) const {
  const auto values = values_of(answer, name);
  const auto value = values.empty() ? std::nullopt : to_int64(values.front());
  if (!value) throw data_error(path_ + ": has no " + std::string(name) + ": it is not the file of a mounted board");
  return *value;
}

std::vector<std::string> values_of(const std::string& text, std::string_view name) {
  std::vector<std::string> values;
  for (const std::string_view line : split(text, '\n')) {
    const auto words = split_blanks(line);
    if (words.size() == 2 && words[0] == name) values.emplace_back(words[1]);
  }
  return values;
}

}  // namespace wattline::trainstep
