// SPDX-License-Identifier: Apache-2.0
#include "powerlog/import_pmic.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/lines.hpp"
#include "powerlog/foreign_format.hpp"
#include "powerlog/imported_log.hpp"

namespace wattline::powerlog {

namespace {

// One call of vcgencmd prints two lines per rail, first all currents, then all voltages:
//     VDD_CORE_A current(7)=1.12518000A
//     VDD_CORE_V volt(15)=0.89316150V
// The names say which two belong together. A line with a number alone is the time of the call that follows.
struct Line {
  std::string rail;
  bool is_current = false;
  double value = 0;
};

std::optional<Line> parse_line(std::string_view text) {
  const auto words = split_blanks(text);
  if (words.size() != 2 || words[0].size() < 3) return std::nullopt;
  const std::string_view suffix = words[0].substr(words[0].size() - 2);
  const std::size_t equals = words[1].find('=');
  if ((suffix != "_A" && suffix != "_V") || equals == std::string_view::npos) return std::nullopt;
  std::string_view number = words[1].substr(equals + 1);
  if (number.empty() || number.back() != suffix[1]) return std::nullopt;
  number.remove_suffix(1);
  const auto value = to_double(number);
  if (!value) return std::nullopt;
  return Line{std::string(words[0].substr(0, words[0].size() - 2)), suffix == "_A", *value};
}

// The readings of one call.
class Call {
 public:
  // False for a reading that it has already: the next call has begun.
  bool add(const Line& line) {
    auto rail = std::find_if(rails_.begin(), rails_.end(), [&](const ImportedRail& r) { return r.name == line.rail; });
    if (rail == rails_.end()) rail = rails_.insert(rail, ImportedRail{line.rail, {}, {}, {}});
    std::optional<double>& quantity = line.is_current ? rail->current_a : rail->voltage_v;
    if (quantity) return false;
    quantity = line.value;
    if (rail->current_a && rail->voltage_v) rail->power_w = *rail->current_a * *rail->voltage_v;
    return true;
  }
  // The rails with a current: of the input and the battery of the clock, only the voltage is measured.
  std::vector<ImportedRail> take() {
    std::vector<ImportedRail> rails = std::move(rails_);
    rails_.clear();
    rails.erase(std::remove_if(rails.begin(), rails.end(), [](const ImportedRail& rail) { return !rail.current_a; }),
                rails.end());
    return rails;
  }

 private:
  std::vector<ImportedRail> rails_;
};

// All calls of a file, and the lines in it that are none.
class Calls {
 public:
  explicit Calls(const std::string& file) : log_{file} {}
  void take(std::string_view text) {
    if (first_.empty()) first_ = text;
    if (const auto line = parse_line(text)) {
      if (call_.add(*line)) return;
      finish();
      call_.add(*line);
    } else if (auto time = read_time(text); time.stamp || has_clock(text) || to_double(trim(text))) {
      finish();
      time_ = std::move(time);
    } else if (!trim(text).empty() && text.find("volt(") == std::string_view::npos) {
      ++(text.find("current(") == std::string_view::npos ? other_ : readings_);
    }
  }
  void finish() {
    auto rails = call_.take();
    if (!rails.empty()) log_.add(time_, std::move(rails));
    time_ = {};
  }
  void write(const ImportOptions& options, cli::Context& context) {
    const std::string file = log_.file;
    if (log_.readings.empty()) {
      refuse_other_format(file, first_, options.format);
      throw data_error(file + ": no line of `vcgencmd pmic_read_adc`");
    }
    write_log(log_, options, context);
    if (readings_ > 0) context.warn(file + ": " + std::to_string(readings_) + " readings not understood");
    if (other_ > 0) context.note(file + ": " + std::to_string(other_) + " lines that are not of vcgencmd left out");
  }

 private:
  Call call_;
  WrittenTime time_;
  ImportedLog log_;
  std::string first_;  // line
  long long other_ = 0, readings_ = 0;
};

}  // namespace

int import_pmic(const ImportOptions& options, cli::Context& context) {
  io::LineReader lines(options.file);
  Calls calls(lines.name());
  for (std::string_view text; lines.next(text);) calls.take(text);
  calls.finish();
  if (lines.torn()) context.warn_torn(lines.name());
  calls.write(options, context);
  context.note("no TOTAL: the chip does not measure its input, and not all parts of the board");
  return to_int(ExitCode::ok);
}

}  // namespace wattline::powerlog
