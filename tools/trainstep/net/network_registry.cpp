// SPDX-License-Identifier: Apache-2.0
// The workloads' networks by name, with what of them can be chosen.
#include "base/error.hpp"
#include "trainstep/net/network.hpp"

namespace wattline::trainstep {

namespace {

std::int64_t or_default(std::int64_t value, std::int64_t published) {
  return value > 0 ? value : published;
}

Network make_bert(const NetworkOptions& o, bool large) {
  BertOptions bert_options;
  if (large) bert_options = {30522, 1024, 24, 16, 4096, 512, 0.1};
  bert_options.vocabulary = or_default(o.vocabulary, bert_options.vocabulary);
  bert_options.layers = or_default(o.layers, bert_options.layers);
  if (o.hidden > 0) {
    bert_options.hidden = o.hidden;
    bert_options.inner = 4 * o.hidden;
    bert_options.heads = std::max<std::int64_t>(1, o.hidden / 64);
  }
  if (o.dropout >= 0) bert_options.dropout = o.dropout;
  return bert(bert_options);
}

Network make_lstm(const NetworkOptions& o) {
  LstmOptions lstm_options;
  lstm_options.vocabulary = or_default(o.vocabulary, lstm_options.vocabulary);
  lstm_options.hidden = or_default(o.hidden, lstm_options.hidden);
  lstm_options.layers = or_default(o.layers, lstm_options.layers);
  if (o.dropout >= 0) lstm_options.dropout = o.dropout;
  return lstm(lstm_options);
}

Network make_mobilenet(const NetworkOptions& o, bool first_version) {
  MobileNetOptions mobilenet_options;
  mobilenet_options.classes = or_default(o.classes, first_version ? 203 : 1000);
  mobilenet_options.first_version = first_version;
  if (o.dropout >= 0) mobilenet_options.dropout = o.dropout;
  return mobilenet_v3_large(mobilenet_options);
}

}  // namespace

NamedTensors state_of(const Network& network) {
  if (!network.state.empty()) return network.state;
  NamedTensors state;
  for (const auto& parameter : network.module->named_parameters())
    state.emplace_back(parameter.key(), parameter.value());
  for (const auto& buffer : network.module->named_buffers()) state.emplace_back(buffer.key(), buffer.value());
  return state;
}

std::string shapes_of(const std::vector<std::string>& names, const Fields& fields) {
  std::string text;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == fields.size() ? " and " : ", ") + names[i] + ' ' + c10::str(fields[i].sizes());
  }
  return text;
}

Network make_network(const NetworkOptions& o) {
  if (!o.script.empty()) return load_torchscript(o.script, o.loss);
  if (o.name == "lenet") return lenet(or_default(o.classes, 10));
  if (o.name == "resnet18") return resnet18(or_default(o.classes, 1000));
  if (o.name == "resnet18-cifar") return resnet18_cifar(or_default(o.classes, 10));
  if (o.name == "resnet50") return resnet50(or_default(o.classes, 1000));
  if (o.name == "vgg11") return vgg11(or_default(o.classes, 1000));
  if (o.name == "mobilenetv3") return make_mobilenet(o, false);
  if (o.name == "mobilenetv3-203") return make_mobilenet(o, true);
  if (o.name == "yolov8n") return yolov8n(or_default(o.classes, 80));
  if (o.name == "bert") return make_bert(o, false);
  if (o.name == "bert-large") return make_bert(o, true);
  if (o.name == "lstm") return make_lstm(o);
  if (o.name == "gpt2") return gpt2({language_sizes(o), std::max(0.0, o.dropout), o.lora_rank});
  if (o.name == "llama-135m") return llama({language_sizes(o), 0, o.lora_rank});
  throw usage_error(o.name + ": no such network");
}

}  // namespace wattline::trainstep
