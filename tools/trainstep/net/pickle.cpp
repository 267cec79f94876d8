// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/pickle.hpp"

#include <ATen/core/Dict.h>
#include <ATen/core/jit_type.h>

#include <cstring>
#include <map>
#include <vector>

#include "base/error.hpp"

namespace wattline::trainstep {

namespace {

using c10::IValue;

// A class or function of Python; a prefix that no string of a state_dict has tells it from a string.
constexpr char kGlobal = '\x01';

const std::map<std::string, torch::Dtype> kStorages{
    {"torch.FloatStorage", torch::kFloat}, {"torch.DoubleStorage", torch::kDouble},
    {"torch.HalfStorage", torch::kHalf},   {"torch.BFloat16Storage", torch::kBFloat16},
    {"torch.LongStorage", torch::kLong},   {"torch.IntStorage", torch::kInt},
    {"torch.ShortStorage", torch::kShort}, {"torch.CharStorage", torch::kChar},
    {"torch.ByteStorage", torch::kByte},   {"torch.BoolStorage", torch::kBool}};

[[noreturn]] void damaged() {
  throw data_error("is damaged");
}

IValue new_dictionary() {
  return c10::impl::GenericDict(c10::StringType::get(), c10::AnyType::get());
}

std::vector<IValue> elements(const IValue& value) {
  if (!value.isTuple()) damaged();
  const auto tuple = value.toTuple();
  return std::vector<IValue>(tuple->elements().begin(), tuple->elements().end());
}

std::string global_of(const IValue& value) {
  if (!value.isString() || value.toStringRef().empty() || value.toStringRef()[0] != kGlobal) damaged();
  return value.toStringRef().substr(1);
}

std::vector<std::int64_t> integers(const IValue& value) {
  std::vector<std::int64_t> numbers;
  for (const IValue& number : elements(value)) numbers.push_back(number.isInt() ? number.toInt() : -1);
  return numbers;
}

class Unpickler {
 public:
  Unpickler(std::string_view text, const ReadStorage& read_storage) : text_(text), read_storage_(read_storage) {}

  IValue run() {
    for (char code = next(); code != '.'; code = next()) step(code);
    return pop();
  }

 private:
  char next() { return take(1)[0]; }
  std::string_view take(std::size_t n) {
    if (text_.size() - at_ < n) damaged();
    at_ += n;
    return text_.substr(at_ - n, n);
  }
  std::string_view line() {
    const std::size_t end = text_.find('\n', at_);
    if (end == std::string_view::npos) damaged();
    const std::string_view found = text_.substr(at_, end - at_);
    at_ = end + 1;
    return found;
  }
  // Little-endian, without a sign but for four and eight bytes.
  std::int64_t number(std::size_t bytes) {
    std::uint64_t value = 0;
    const std::string_view from = take(bytes);
    for (std::size_t i = 0; i < bytes; ++i) value |= std::uint64_t{static_cast<unsigned char>(from[i])} << (8 * i);
    if (bytes == 4) return static_cast<std::int32_t>(value);
    return static_cast<std::int64_t>(value);
  }
  std::int64_t long_number() {
    const std::int64_t bytes = number(1);
    if (bytes > 8) damaged();
    const std::int64_t value = number(static_cast<std::size_t>(bytes));
    const unsigned unused = 64 - 8 * static_cast<unsigned>(bytes);
    return unused == 64 ? 0 : static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << unused) >> unused;
  }
  double real() {
    std::uint64_t bits = 0;
    for (const char byte : take(8)) bits = bits << 8 | static_cast<unsigned char>(byte);
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }

  void push(IValue value) { stack_.push_back(std::move(value)); }
  IValue pop() {
    if (stack_.empty() || (!marks_.empty() && marks_.back() == stack_.size())) damaged();
    IValue value = std::move(stack_.back());
    stack_.pop_back();
    return value;
  }
  std::vector<IValue> pop(std::size_t n) {
    std::vector<IValue> values(n);
    for (std::size_t i = n; i > 0; --i) values[i - 1] = pop();
    return values;
  }
  std::vector<IValue> pop_to_mark() {
    if (marks_.empty()) damaged();
    std::vector<IValue> values = pop(stack_.size() - marks_.back());
    marks_.pop_back();
    return values;
  }
  void set_items(const std::vector<IValue>& items) {
    if (stack_.empty() || !stack_.back().isGenericDict() || items.size() % 2 != 0) damaged();
    auto dictionary = stack_.back().toGenericDict();
    for (std::size_t i = 0; i < items.size(); i += 2) {
      if (!items[i].isString()) throw data_error("has a dictionary whose keys are no names");
      dictionary.insert_or_assign(items[i], items[i + 1]);
    }
  }

  void step(char code) {
    if (simple_value(code) || container(code) || memory(code)) return;
    if (code == '\x80') {
      take(1);  // the version
    } else if (code == 'c') {
      const std::string module(line());
      push(std::string(1, kGlobal) + module + '.' + std::string(line()));
    } else if (code == 'R') {
      const IValue arguments = pop();
      push(call(global_of(pop()), arguments));
    } else if (code == 'Q') {
      push(storage(pop()));
    } else if (code == 'b') {
      pop();  // attributes, such as the versions of a state_dict's modules
    } else {
      throw data_error("has another format than torch.save writes by default");
    }
  }
  bool simple_value(char code) {
    switch (code) {
      case 'N':
        push(IValue());
        return true;
      case '\x88':
        push(true);
        return true;
      case '\x89':
        push(false);
        return true;
      case 'K':
        push(number(1));
        return true;
      case 'M':
        push(number(2));
        return true;
      case 'J':
        push(number(4));
        return true;
      case '\x8a':
        push(long_number());
        return true;
      case 'G':
        push(real());
        return true;
      case 'X':
        push(std::string(take(static_cast<std::uint32_t>(number(4)))));
        return true;
      default:
        return false;
    }
  }
  bool container(char code) {
    switch (code) {
      case '(':
        marks_.push_back(stack_.size());
        return true;
      case ')':
        push(c10::ivalue::Tuple::create({}));
        return true;
      case 't':
        push(c10::ivalue::Tuple::create(pop_to_mark()));
        return true;
      case '\x85':
        push(c10::ivalue::Tuple::create(pop(1)));
        return true;
      case '\x86':
        push(c10::ivalue::Tuple::create(pop(2)));
        return true;
      case '\x87':
        push(c10::ivalue::Tuple::create(pop(3)));
        return true;
      case '}':
        push(new_dictionary());
        return true;
      case 's':
        set_items(pop(2));
        return true;
      case 'u':
        set_items(pop_to_mark());
        return true;
      default:
        return false;
    }
  }
  bool memory(char code) {
    const bool puts = code == 'q' || code == 'r', gets = code == 'h' || code == 'j';
    if (!puts && !gets) return false;
    const std::int64_t place = number(code == 'q' || code == 'h' ? 1 : 4);
    if (puts && stack_.empty()) damaged();
    if (puts) memo_[place] = stack_.back();
    if (gets && memo_.count(place) == 0) damaged();
    if (gets) push(memo_[place]);
    return true;
  }

  static IValue call(const std::string& function, const IValue& arguments) {
    if (function == "collections.OrderedDict") return new_dictionary();
    const std::vector<IValue> values = elements(arguments);
    if (function == "torch._utils._rebuild_parameter" && !values.empty()) return values[0];
    if (function != "torch._utils._rebuild_tensor_v2") {
      throw data_error("holds a Python object of " + function + ", not weights by name",
                       "write it with torch.save(net.state_dict(), FILE)");
    }
    if (values.size() < 4 || !values[0].isTensor() || !values[1].isInt()) damaged();
    return values[0].toTensor().as_strided(integers(values[2]), integers(values[3]), values[1].toInt());
  }
  IValue storage(const IValue& id) const {
    const std::vector<IValue> parts = elements(id);
    if (parts.size() < 3 || !parts[2].isString()) damaged();
    const auto type = kStorages.find(global_of(parts[1]));
    if (type == kStorages.end()) throw data_error("has tensors of " + global_of(parts[1]));
    return read_storage_(parts[2].toStringRef(), type->second);
  }

  std::string_view text_;
  const ReadStorage& read_storage_;
  std::size_t at_ = 0;
  std::vector<IValue> stack_;
  std::vector<std::size_t> marks_;  // sizes of the stack
  std::map<std::int64_t, IValue> memo_;
};

}  // namespace

c10::IValue unpickle(std::string_view text, const ReadStorage& read_storage) {
  return Unpickler(text, read_storage).run();
}

}  // namespace wattline::trainstep
