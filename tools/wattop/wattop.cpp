// SPDX-License-Identifier: Apache-2.0
#include "wattop/wattop.hpp"

#include <langinfo.h>

#include <clocale>
#include <csignal>
#include <cstring>
#include <functional>
#include <limits>
#include <utility>

#include "base/error.hpp"
#include "base/not_copyable.hpp"
#include "base/units.hpp"
#include "measure/pump.hpp"
#include "wattop/live_rows.hpp"
#include "wattop/replayed_rows.hpp"
#include "wattop/terminal_screen.hpp"
#include "wattop/viewer.hpp"

namespace wattline::wattop {

namespace {

constexpr const char* kExamples =
    "  wattop                           what this board does now, until q is pressed\n"
    "  wattop --once                    one screen as text, for ssh, cron and reports of bugs\n"
    "  wattop --replay power.tsv load.tsv   recorded rows, at their pace\n"
    "  wattop --once --replay power.tsv load.tsv   the last of them";

constexpr std::int64_t kLongestWaitNs = 1'000'000'000;

// Brings the model up to date, and returns when to do so again.
using Advance = std::function<std::int64_t(std::int64_t now_ns)>;

// Numbers keep their decimal point: only the characters are those of the locale.
Charset charset_of(const Options& options) {
  const bool known = std::setlocale(LC_CTYPE, "") != nullptr;
  if (options.ascii || !known) return Charset::ascii;
  return std::strcmp(::nl_langinfo(CODESET), "UTF-8") == 0 ? Charset::utf8 : Charset::ascii;
}

void print(const BoardReadings& state, const PageLook& look, io::Output& out) {
  std::string text;
  for (const StyledLine& line : page(state, look)) text += line.plain() + "\n";
  out.write(text);
}

int end_status(const cli::Context& context) {
  const int stop = context.signals.stop();
  return stop == 0 ? to_int(ExitCode::ok) : signal_status(stop);
}

// A descriptor that is watched for a while: nothing calls back into what is gone then.
class Watched : NotCopyable {
 public:
  Watched(measure::Pump& pump, int fd, std::function<void()> ready) : pump_(pump), fd_(fd) {
    pump.watch(fd, std::move(ready));
  }
  ~Watched() { pump_.forget(fd_); }

 private:
  measure::Pump& pump_;
  int fd_;
};

int show(BoardModel& model, const PageLook& look, measure::Pump& pump, cli::Context& context, const Advance& advance) {
  Viewer viewer(model, look);
  TerminalScreen screen;
  const auto redraw = [&] {
    const auto [width, height] = screen.size();
    viewer.resize(width, height);
    screen.draw(viewer.lines());
  };
  const Watched keys(pump, TerminalScreen::key_fd(), [&] {
    while (const auto key = screen.key()) viewer.press(*key);
  });
  const Watched resizes(pump, screen.resize_fd(), redraw);
  while (!viewer.wants_to_quit() && !pump.stopped()) {
    const std::int64_t next_ns = advance(pump.now_ns());
    model.divide_power(viewer.unit());
    redraw();
    pump.wait(next_ns);
    if (TerminalScreen::hung_up()) return signal_status(SIGHUP);
  }
  return end_status(context);
}

int watch_live(const Options& options, cli::Context& context, const PageLook& look) {
  measure::Pump pump(context);
  BoardModel model;
  LiveRows rows(options, context, pump, model);
  const auto advance = [&](std::int64_t now_ns) {
    rows.check_children();
    return now_ns + kLongestWaitNs;
  };
  if (!options.once) return show(model, look, pump, context, advance);
  while (!pump.stopped() && !rows.finished()) pump.wait(advance(pump.now_ns()));
  if (pump.stopped()) return end_status(context);
  advance(pump.now_ns());
  model.divide_power(look.unit);
  print(model.state(), look, context.out);
  return end_status(context);
}

int replay(const Options& options, cli::Context& context, const PageLook& look) {
  measure::Pump pump(context);
  BoardModel model;
  ReplayedRows rows(options.files, model);
  int status = to_int(ExitCode::ok);
  if (options.once) {
    rows.take_until(std::numeric_limits<double>::infinity());
    model.divide_power(look.unit);
    print(model.state(), look, context.out);
  } else {
    const double offset_s = rows.next_s().value_or(0) - to_seconds(pump.now_ns());
    status = show(model, look, pump, context, [&](std::int64_t now_ns) {
      rows.take_until(to_seconds(now_ns) + offset_s);
      const auto next_s = rows.next_s();
      return next_s ? to_nanoseconds(*next_s - offset_s) : now_ns + kLongestWaitNs;
    });
  }
  rows.warn_torn(context);
  return status;
}

}  // namespace

cli::About about() {
  return {"wattop", "Show what the board does now: power, energy, clocks, load, temperatures, programs", kExamples, {}};
}

int run(const Options& options, cli::Context& context) {
  check(options, context);
  PageLook look;
  look.charset = charset_of(options);
  look.order = options.order;
  look.unit = options.unit;
  look.keys = !options.once;
  return options.replay ? replay(options, context, look) : watch_live(options, context, look);
}

}  // namespace wattline::wattop
