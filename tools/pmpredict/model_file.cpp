// SPDX-License-Identifier: Apache-2.0
#include "pmpredict/model_file.hpp"

#include <algorithm>

#include "io/tsv_reader.hpp"
#include "model/linear_model.hpp"
#include "pmpredict/rows.hpp"

namespace wattline::pmpredict {

namespace {

// Name of the row `device` of a model that knows the size of the network: its prior holds at that device only.
constexpr const char* kSized = "sized";

const char* name_of(ModelKind kind) {
  for (const auto& [name, value] : model_kinds()) {
    if (value == kind) return name;
  }
  return "";
}

class ModelRows {
 public:
  ModelRows(cli::Context& context, const cli::RowOptions& options, std::string source)
      : stream_(context, options, model_rows().kind()), source_(std::move(source)) {}

  void write(ModelRow row) {
    row.source = source_;
    model_rows().write(stream_.rows(), row);
  }

 private:
  cli::RowStream stream_;
  std::string source_;
};

ModelRow row_of(const char* record) {
  ModelRow row;
  row.record = record;
  return row;
}

ModelRow model_row(ModelKind kind, std::size_t readings) {
  ModelRow row = row_of("model");
  row.name = name_of(kind);
  row.value = double(readings);
  return row;
}

ModelRow reading_row(const model::ModeReading& reading) {
  ModelRow row = row_of("reading");
  row.mode = model::to_power_mode(reading.mode);
  row.batch = model::batch_of(reading.mode);
  row.minibatch_ms = reading.minibatch_ms;
  row.power_w = reading.power_w;
  if (reading.log_ms_sd > 0) row.minibatch_se_ms = reading.minibatch_ms * reading.log_ms_sd;
  if (reading.log_w_sd > 0) row.power_se_w = reading.power_w * reading.log_w_sd;
  return row;
}

void write_parameters(ModelRows& rows, const std::string& target, const std::vector<std::string>& names,
                      const model::Estimate& estimate, const model::Prior& prior) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto k = Eigen::Index(i);
    ModelRow record = row_of("parameter");
    record.target = target;
    record.name = names[i];
    record.value = estimate.value[k];
    record.sd = estimate.sd[k];
    record.prior_mean = prior.mean[k];
    record.prior_sd = prior.sd[k];
    rows.write(record);
  }
}

// Reads a model file.
class Parser {
 public:
  explicit Parser(const std::string& path) : reader_(path) {
    for (const io::Column& column : model_rows().kind().columns) columns_.push_back(reader_.require(column.name));
  }

  ModelFile read() {
    while (reader_.next()) row();
    if (!found_) throw data_error(reader_.name() + ": not a model", "pmpredict fit prints one");
    if (file_.readings.empty() && (file_.kind == ModelKind::linear || readings_ != 0.0))
      throw data_error(reader_.name() + ": the model has no readings");
    reader_.require_whole();
    if (readings_ && *readings_ != double(file_.readings.size())) {
      throw data_error(reader_.name() + ": incomplete: " + std::to_string(file_.readings.size()) + " of " +
                       std::to_string(std::int64_t(*readings_)) + " readings");
    }
    if (file_.kind == ModelKind::physics) {
      require_size("time", file_.priors.time.mean.size(), model::time_parameter_names().size());
      require_size("power", file_.priors.power.mean.size(), model::power_parameter_names().size());
    }
    return file_;
  }

 private:
  static constexpr std::size_t kKnobs = 4;
  enum {
    kRecord,
    kTarget,
    kName,
    kValue,
    kSd,
    kPriorMean,
    kPriorSd,
    kMode,
    kTime = kMode + kKnobs,
    kPower,
    kTimeWeight,
    kPowerWeight,
    kBatch,
    kTimeError,
    kPowerError
  };

  std::string_view text(std::size_t column) const { return reader_.field(columns_[column]); }
  double number(std::size_t column) const { return reader_.required_number(columns_[column]); }

  void row() {
    const std::string_view record = text(kRecord);
    if (record == "model") {
      set_kind();
      file_.source = io::unescape_field(reader_.field(columns_.back()));
    } else if (record == "device") {
      file_.device.top = mode();
      file_.priors.scale_known = text(kName) == kSized;
    } else if (record == "reading") {
      const double ms = positive(kTime), watts = positive(kPower);
      file_.readings.push_back({mode(), ms, watts, error(kTimeError) / ms, error(kPowerError) / watts});
    } else if (record == "parameter" && found_ && file_.kind == ModelKind::physics) {
      parameter();
    } else if (record != "parameter") {
      fail("unknown record '" + std::string(record.substr(0, 60)) + "'");
    }
  }

  void set_kind() {
    const auto& kinds = model_kinds();
    const auto named = [&](const auto& kind) { return text(kName) == kind.first; };
    const auto kind = std::find_if(kinds.begin(), kinds.end(), named);
    if (kind == kinds.end()) fail("unknown model '" + std::string(text(kName).substr(0, 60)) + "'");
    file_.kind = kind->second;
    readings_ = reader_.number(columns_[kValue]);
    found_ = true;
  }

  void parameter() {
    const bool time = text(kTarget) == "time";
    if (!time && text(kTarget) != "power") fail("target is neither time nor power");
    model::Prior& prior = time ? file_.priors.time : file_.priors.power;
    model::Estimate& estimate = time ? file_.time : file_.power;
    const auto& names = time ? model::time_parameter_names() : model::power_parameter_names();
    const auto i = static_cast<std::size_t>(prior.mean.size());
    if (i >= names.size() || text(kName) != names[i]) fail("parameters are missing or out of order");
    append(prior.mean, number(kPriorMean));
    append(prior.sd, positive(kPriorSd));
    append(estimate.value, number(kValue));
    append(estimate.sd, positive(kSd));
  }

  static void append(Eigen::VectorXd& values, double value) {
    values.conservativeResize(values.size() + 1);
    values[values.size() - 1] = value;
  }

  model::Mode mode() const {
    model::Mode mode{};
    for (std::size_t axis = 0; axis < model::kAxes; ++axis) {
      const auto setting = reader_.integer(columns_[axis == model::kBatch ? std::size_t(kBatch) : kMode + axis]);
      if (setting && *setting <= 0) fail("a setting must be positive");
      mode[axis] = setting.value_or(0);
    }
    return mode;
  }

  double positive(std::size_t column) const {
    const double value = number(column);
    if (!(value > 0)) fail(model_rows().kind().columns[column].name + " must be positive");
    return value;
  }

  double error(std::size_t column) const { return reader_.number(columns_[column]) ? positive(column) : 0; }

  void require_size(const char* target, Eigen::Index size, std::size_t wanted) const {
    if (size != Eigen::Index(wanted))
      throw data_error(reader_.name() + ": some parameters of " + target + " are missing",
                       "a model of an earlier version has fewer: fit it again");
  }

  [[noreturn]] void fail(const std::string& problem) const {
    throw data_error(reader_.name() + ": line " + std::to_string(reader_.line()) + ": " + problem);
  }

  io::TsvReader reader_;
  std::vector<std::size_t> columns_;
  ModelFile file_;
  bool found_ = false;              // a row of the record `model`
  std::optional<double> readings_;  // their number according to that row
};

}  // namespace

const cli::Choices<ModelKind>& model_kinds() {
  static const cli::Choices<ModelKind> kinds{{"physics", ModelKind::physics}, {"linear", ModelKind::linear}};
  return kinds;
}

void write_model(cli::Context& context, const cli::RowOptions& options, const model::WorkloadModel& model,
                 const std::string& source) {
  ModelRows rows(context, options, source);
  rows.write(model_row(ModelKind::physics, model.readings().size()));
  ModelRow device = row_of("device");
  device.mode = model::to_power_mode(model.device().top);
  device.batch = model::batch_of(model.device().top);
  if (model.priors().scale_known) device.name = kSized;
  rows.write(device);
  write_parameters(rows, "time", model::time_parameter_names(), model.time().estimate(), model.priors().time);
  write_parameters(rows, "power", model::power_parameter_names(), model.power().estimate(), model.priors().power);
  for (std::size_t i = 0; i < model.readings().size(); ++i) {
    ModelRow reading = reading_row(model.readings()[i]);
    reading.time_weight = model.time().weight[Eigen::Index(i)];
    reading.power_weight = model.power().weight[Eigen::Index(i)];
    rows.write(reading);
  }
}

void write_model(cli::Context& context, const cli::RowOptions& options, const std::vector<model::ModeReading>& readings,
                 const std::string& source) {
  ModelRows rows(context, options, source);
  rows.write(model_row(ModelKind::linear, readings.size()));
  for (const model::Coefficient& c : model::LinearModel(readings).coefficients()) {
    ModelRow record = row_of("parameter");
    record.target = c.target;
    record.name = c.name;
    record.value = c.value;
    rows.write(record);
  }
  for (const model::ModeReading& reading : readings) rows.write(reading_row(reading));
}

ModelFile read_model(const std::string& path) {
  return Parser(path).read();
}

}  // namespace wattline::pmpredict
