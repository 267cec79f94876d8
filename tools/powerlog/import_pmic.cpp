// SPDX-License-Identifier: Apache-2.0
#include "powerlog/import_pmic.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/lines.hpp"
#include "powerlog/imported_rows.hpp"

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

}  // namespace

int import_pmic(const ImportOptions& options, const cli::RowOptions& row_options, cli::Context& context) {
  io::LineReader lines(options.file);
  ImportedRows rows(options, row_options, context);
  Call call;
  std::optional<double> time_s;
  const auto finish = [&] {
    const auto rails = call.take();
    if (!rails.empty()) rows.add(time_s, rails);
    time_s.reset();
  };
  for (std::string_view text; lines.next(text);) {
    if (const auto line = parse_line(text)) {
      if (call.add(*line)) continue;
      finish();
      call.add(*line);
    } else if (const auto time = to_double(trim(text))) {
      finish();
      time_s = time;
    }
  }
  finish();
  if (lines.torn()) context.warn_torn(lines.name());
  if (rows.count() == 0) throw data_error(lines.name() + ": no line of `vcgencmd pmic_read_adc`");
  context.note("no TOTAL: the chip does not measure its input, and not all parts of the board");
  return to_int(ExitCode::ok);
}

}  // namespace wattline::powerlog
