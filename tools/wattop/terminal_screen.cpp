// SPDX-License-Identifier: Apache-2.0
#include "wattop/terminal_screen.hpp"

#define NCURSES_NOMACROS  // functions, not macros with names such as erase and timeout
#include <ncurses.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "base/error.hpp"

namespace wattline::wattop {

namespace {

int g_resized = -1;  // for the signal handler
SCREEN* g_screen = nullptr;

void on_resize(int) {
  const int saved = errno;
  ::eventfd_write(g_resized, 1);
  errno = saved;
}

void take_resizes(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGWINCH, &action, nullptr);
}

// https://no-color.org: any value but an empty one.
bool wants_colours() {
  const char* no = std::getenv("NO_COLOR");
  return (no == nullptr || *no == '\0') && ::has_colors();
}

enum Pair : short { kLow = 1, kMiddle, kHigh, kLabel };

void start_colours() {
  if (!wants_colours()) return;
  ::start_color();
  const short background = ::use_default_colors() == OK ? -1 : COLOR_BLACK;
  ::init_pair(kLow, COLOR_GREEN, background);
  ::init_pair(kMiddle, COLOR_YELLOW, background);
  ::init_pair(kHigh, COLOR_RED, background);
  ::init_pair(kLabel, COLOR_CYAN, background);
}

attr_t attributes_of(Style style) {
  const auto colour = [](short pair) { return wants_colours() ? static_cast<attr_t>(COLOR_PAIR(pair)) : A_NORMAL; };
  switch (style) {
    case Style::title:
      return A_REVERSE;
    case Style::label:
      return colour(kLabel);
    case Style::strong:
      return A_BOLD;
    case Style::low:
      return colour(kLow);
    case Style::middle:
      return colour(kMiddle);
    case Style::high:
      return colour(kHigh) | A_BOLD;
    case Style::plain:
      break;
  }
  return A_NORMAL;
}

}  // namespace

TerminalScreen::TerminalScreen() : resized_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!resized_) throw os_error("eventfd", errno);
  const char* const instead = "`wattop --once` prints one screen as text";
  if (::isatty(STDIN_FILENO) != 1 || ::isatty(STDOUT_FILENO) != 1)
    throw unavailable("standard input and output are no terminal", instead);
  g_resized = resized_.get();
  take_resizes(on_resize);  // before ncurses takes them
  g_screen = ::newterm(nullptr, stdout, stdin);
  if (g_screen == nullptr) {
    take_resizes(SIG_DFL);
    const char* name = std::getenv("TERM");
    throw unavailable("TERM=" + std::string(name == nullptr ? "" : name) + ": not a terminal that ncurses knows",
                      std::string("try TERM=xterm; ") + instead);
  }
  constexpr int kEscapeMs = 25;
  ::set_escdelay(kEscapeMs);
  start_colours();
  ::cbreak();
  ::noecho();
  ::curs_set(0);
  ::nodelay(stdscr, TRUE);
  ::keypad(stdscr, TRUE);
}

TerminalScreen::~TerminalScreen() {
  ::endwin();
  ::delscreen(g_screen);
  g_screen = nullptr;
  take_resizes(SIG_DFL);
}

int TerminalScreen::key_fd() {
  return STDIN_FILENO;
}

std::optional<int> TerminalScreen::key() {
  const int key = ::getch();
  return key == ERR ? std::nullopt : std::optional<int>(key);
}

bool TerminalScreen::hung_up() {
  pollfd polled{STDIN_FILENO, POLLIN, 0};
  return ::poll(&polled, 1, 0) > 0 && (polled.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

std::pair<std::size_t, std::size_t> TerminalScreen::size() {
  eventfd_t ignored;
  ::eventfd_read(resized_.get(), &ignored);
  winsize now{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &now) == 0 && now.ws_row > 0 && now.ws_col > 0 &&
      (now.ws_row != ::getmaxy(stdscr) || now.ws_col != ::getmaxx(stdscr))) {
    ::resizeterm(now.ws_row, now.ws_col);
  }
  return {static_cast<std::size_t>(::getmaxx(stdscr)), static_cast<std::size_t>(::getmaxy(stdscr))};
}

void TerminalScreen::draw(const std::vector<StyledLine>& lines) {
  ::erase();
  for (std::size_t row = 0; row < lines.size(); ++row) {
    ::move(static_cast<int>(row), 0);
    for (const StyledText& part : lines[row].parts) {
      ::attrset(static_cast<int>(attributes_of(part.style)));
      ::addstr(part.text.c_str());
    }
  }
  ::attrset(A_NORMAL);
  ::refresh();
}

}  // namespace wattline::wattop
