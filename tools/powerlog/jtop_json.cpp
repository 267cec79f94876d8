// SPDX-License-Identifier: Apache-2.0
#include "powerlog/jtop_json.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "powerlog/imported_log.hpp"
#include "powerlog/json_documents.hpp"
#include "powerlog/jtop_rails.hpp"

namespace wattline::powerlog {

namespace {

std::optional<double> scaled(const std::optional<double>& value) {
  return value ? std::optional(*value * kJtopWatt) : std::nullopt;
}

WrittenTime time_of(const Json& object) {
  for (const char* name : {"time", "timestamp", "date", "datetime"}) {
    if (const auto text = member_text(object, name)) return read_time(*text);
  }
  return {};
}

class JtopLog {
 public:
  explicit JtopLog(const std::string& file) : log_{file} {}

  // A reading, or a list of them.
  void add(const Json& document) {
    const bool is_list = !document.empty() && document.front().first.empty();
    if (!is_list) return add_reading(document);
    for (const auto& item : document) add_reading(item.second);
  }
  int write(const ImportOptions& options, cli::Context& context) {
    if (log_.rails.empty()) {
      throw data_error(log_.file + ": no power of jtop",
                       "jetson_stats calls it 'power cur' or 'Power NAME' in jtop.stats, and 'rail' in jtop.power");
    }
    if (without_power_ > 0) {
      context.warn(log_.file + ": " + std::to_string(without_power_) + " objects without a power left out");
    }
    note_misnamed(log_.file, {misnamed_.begin(), misnamed_.end()}, context);
    const std::vector<std::string> names = log_.rails;
    const ImportOptions named = settle_jtop_total(log_.rails, since_4_2_, options, context);
    for (auto& reading : log_.readings) rename(reading, names);
    write_log(log_, named, context);
    return to_int(ExitCode::ok);
  }

 private:
  void add_reading(const Json& object) {
    std::vector<ImportedRail> rails;
    const Json* power = member(object, "power");
    if (power == nullptr && member(object, "rail") != nullptr) power = &object;
    power != nullptr ? read_power(*power, rails) : read_stats(object, rails);
    if (rails.empty()) {
      ++without_power_;
    } else {
      log_.add(time_of(object), std::move(rails));
    }
  }

  // jtop.stats: "Power VDD_IN": 4512
  void read_stats(const Json& stats, std::vector<ImportedRail>& rails) {
    std::vector<std::string> names;
    for (const auto& item : stats) names.push_back(item.first);
    const std::vector<std::string> misnamed = jtop_misnamed(names);
    misnamed_.insert(misnamed.begin(), misnamed.end());
    for (const std::string& name : names) {
      const auto rail = jtop_rail_of(name);
      if (!rail || std::find(misnamed.begin(), misnamed.end(), name) != misnamed.end()) continue;
      since_4_2_ = since_4_2_ || name == "Power TOT";
      rails.push_back({*rail, scaled(member_number(stats, name))});
    }
  }

  // jtop.power: since 4.2 {"rail": {NAME: {"power": mW, "volt": mV, "curr": mA}}, "tot": {"name": NAME, "power": mW}};
  // before, the pair [{"cur": mW}, {NAME: {"cur": mW}}].
  void read_power(const Json& power, std::vector<ImportedRail>& rails) {
    const Json* known = member(power, "rail");
    if (known == nullptr && power.size() == 2 && power.front().first.empty()) {
      rails.push_back({kJtopLogTotal, scaled(member_number(power.front().second, "cur"))});
      for (const auto& rail : power.back().second) {
        rails.push_back({rail.first, scaled(member_number(rail.second, "cur"))});
      }
      return;
    }
    if (known == nullptr) return;
    for (const auto& rail : *known) rails.push_back(read_rail(rail.first, rail.second));
    if (const Json* total = member(power, "tot")) {
      since_4_2_ = true;
      rails.push_back(read_rail(member_text(*total, "name").value_or(kJtopLogTotal), *total));
    }
  }

  static ImportedRail read_rail(const std::string& name, const Json& rail) {
    return {name, scaled(member_number(rail, "power")), scaled(member_number(rail, "volt")),
            scaled(member_number(rail, "curr"))};
  }

  // As settle_jtop_total() calls the rails.
  void rename(std::vector<ImportedRail>& reading, const std::vector<std::string>& names) const {
    for (ImportedRail& rail : reading) {
      const auto at = std::find(names.begin(), names.end(), rail.name) - names.begin();
      rail.name = log_.rails[static_cast<std::size_t>(at)];
    }
  }

  ImportedLog log_;
  bool since_4_2_ = false;
  std::set<std::string> misnamed_;
  long long without_power_ = 0;
};

}  // namespace

int import_jtop_json(const io::RepeatedInput& input, const ImportOptions& options, cli::Context& context) {
  JsonDocuments documents(input);
  JtopLog log(input.name());
  while (const auto document = documents.next()) log.add(*document);
  documents.warn_malformed(context);
  return log.write(options, context);
}

}  // namespace wattline::powerlog
