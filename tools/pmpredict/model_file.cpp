// SPDX-License-Identifier: Apache-2.0
#include "pmpredict/model_file.hpp"

#include "io/rows.hpp"
#include "io/tsv_reader.hpp"
#include "model/linear_model.hpp"

namespace wattline::pmpredict {

namespace {

// A row of the model table; what does not apply stays empty.
struct Record {
  std::string record, target, name;
  std::optional<double> value, sd, prior_mean, prior_sd;
  model::Mode mode{};
  std::optional<double> minibatch_ms, power_w, time_weight, power_weight;
};

class ModelRows {
 public:
  ModelRows(cli::Context& context, const cli::RowOptions& options, std::string source)
      : stream_(context, options, io::model_rows()), source_(std::move(source)) {}

  void write(const Record& r) {
    io::TsvWriter& row = stream_.rows();
    row.text(r.record).text(or_missing(r.target)).text(or_missing(r.name));
    row.number(r.value).number(r.sd).number(r.prior_mean).number(r.prior_sd);
    const PowerMode mode = model::to_power_mode(r.mode);
    row.integer(mode.cores).integer(mode.cpu_khz).integer(mode.gpu_hz).integer(mode.emc_hz);
    row.number(r.minibatch_ms).number(r.power_w).number(r.time_weight).number(r.power_weight).text(source_).end_row();
  }

 private:
  static std::string_view or_missing(const std::string& text) { return text.empty() ? "NA" : std::string_view(text); }
  cli::RowStream stream_;
  std::string source_;
};

Record model_record(const std::string& name) {
  Record record;
  record.record = "model";
  record.name = name;
  return record;
}

Record reading_record(const model::ModeReading& reading) {
  Record record;
  record.record = "reading";
  record.mode = reading.mode;
  record.minibatch_ms = reading.minibatch_ms;
  record.power_w = reading.power_w;
  return record;
}

void write_parameters(ModelRows& rows, const std::string& target, const std::vector<std::string>& names,
                      const model::Estimate& estimate, const model::Prior& prior) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto k = Eigen::Index(i);
    Record record;
    record.record = "parameter";
    record.target = target;
    record.name = names[i];
    record.value = estimate.value[k];
    record.sd = estimate.sd[k];
    record.prior_mean = prior.mean[k];
    record.prior_sd = prior.sd[k];
    rows.write(record);
  }
}

// Reads the table back.
class Parser {
 public:
  explicit Parser(const std::string& path) : reader_(path) {
    for (const io::Column& column : io::model_rows().columns) columns_.push_back(reader_.require(column.name));
  }

  ModelFile read() {
    while (reader_.next()) row();
    if (file_.name != "physics" && file_.name != "linear") {
      throw data_error(reader_.name() + ": not a model", "pmpredict fit prints one");
    }
    if (file_.readings.empty()) throw data_error(reader_.name() + ": a model without readings");
    if (file_.name == "physics") {
      require_size("time", file_.time_prior.mean.size(), model::time_parameter_names().size());
      require_size("power", file_.power_prior.mean.size(), model::power_parameter_names().size());
    }
    return file_;
  }

 private:
  static constexpr std::size_t kKnobs = 4;
  enum { kRecord, kTarget, kName, kValue, kSd, kPriorMean, kPriorSd, kMode, kTime = kMode + kKnobs, kPower };

  std::string_view text(std::size_t column) const { return reader_.field(columns_[column]); }
  double number(std::size_t column) const { return reader_.required_number(columns_[column]); }

  void row() {
    const std::string_view record = text(kRecord);
    if (record == "model") {
      file_.name = std::string(text(kName));
      file_.source = io::unescape_field(reader_.field(columns_.back()));
    } else if (record == "device") {
      file_.device.top = mode();
    } else if (record == "reading") {
      file_.readings.push_back({mode(), positive(kTime), positive(kPower)});
    } else if (record == "parameter" && file_.name == "physics") {
      parameter();
    } else if (record != "parameter") {
      fail("record is '" + std::string(record.substr(0, 60)) + "': unknown");
    }
  }

  void parameter() {
    const bool time = text(kTarget) == "time";
    if (!time && text(kTarget) != "power") fail("target is neither time nor power");
    model::Prior& prior = time ? file_.time_prior : file_.power_prior;
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
    for (std::size_t axis = 0; axis < kKnobs; ++axis) {
      const auto setting = reader_.integer(columns_[kMode + axis]);
      if (setting && *setting <= 0) fail("a setting that is not above zero");
      mode[axis] = setting.value_or(0);
    }
    return mode;
  }

  double positive(std::size_t column) const {
    const double value = number(column);
    if (!(value > 0)) fail(io::model_rows().columns[column].name + " is not above zero");
    return value;
  }

  void require_size(const char* target, Eigen::Index size, std::size_t wanted) const {
    if (size != Eigen::Index(wanted)) throw data_error(reader_.name() + ": not all parameters of " + target);
  }

  [[noreturn]] void fail(const std::string& problem) const {
    throw data_error(reader_.name() + ": line " + std::to_string(reader_.line()) + ": " + problem);
  }

  io::TsvReader reader_;
  std::vector<std::size_t> columns_;
  ModelFile file_;
};

}  // namespace

void write_model(cli::Context& context, const cli::RowOptions& options, const model::WorkloadModel& model,
                 const std::string& source) {
  ModelRows rows(context, options, source);
  rows.write(model_record("physics"));
  Record device;
  device.record = "device";
  device.mode = model.device().top;
  rows.write(device);
  write_parameters(rows, "time", model::time_parameter_names(), model.time().estimate(), model.time_prior_used());
  write_parameters(rows, "power", model::power_parameter_names(), model.power().estimate(), model.power_prior_used());
  for (std::size_t i = 0; i < model.readings().size(); ++i) {
    Record reading = reading_record(model.readings()[i]);
    reading.time_weight = model.time().weight[Eigen::Index(i)];
    reading.power_weight = model.power().weight[Eigen::Index(i)];
    rows.write(reading);
  }
}

void write_model(cli::Context& context, const cli::RowOptions& options, const std::vector<model::ModeReading>& readings,
                 const std::string& source) {
  ModelRows rows(context, options, source);
  rows.write(model_record("linear"));
  for (const model::Coefficient& c : model::LinearModel(readings).coefficients()) {
    Record record;
    record.record = "parameter";
    record.target = c.target;
    record.name = c.name;
    record.value = c.value;
    rows.write(record);
  }
  for (const model::ModeReading& reading : readings) rows.write(reading_record(reading));
}

ModelFile read_model(const std::string& path) {
  return Parser(path).read();
}

}  // namespace wattline::pmpredict
