// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/pickle.hpp"

#include <c10/util/Exception.h>
#include <torch/types.h>

#include "base/error.hpp"
#include "catch.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

std::string text(const std::string& name) {
  return std::string("X") + static_cast<char>(name.size()) + std::string(3, '\0') + name;
}

// OrderedDict([("w", tensor of shape [2, 3] and stride [3, 1] at offset 1 of storage 7)]), with attributes.
std::string state_dict() {
  using namespace std::string_literals;
  const std::string storage = "("s + text("storage") + "ctorch\nFloatStorage\n" + text("7") + text("cpu") + "K\x07tQ";
  const std::string tensor =
      "ctorch._utils\n_rebuild_tensor_v2\n(" + storage + "K\x01K\x02K\x03\x86K\x03K\x01\x86\x89"s + "h\x01)RtR";
  return "\x80\x02"
         "ccollections\nOrderedDict\nq\x01)R(" +
         text("w") + tensor + "u}" + text("_metadata") + "h\x01)Rsb.";
}

torch::Tensor seven(const std::string& key, torch::Dtype type) {
  if (key != "7") throw data_error("no storage " + key);
  return torch::arange(7, type);
}

}  // namespace

TEST_CASE("a state_dict is read with the shapes and strides of its tensors") {
  const c10::IValue value = unpickle(state_dict(), seven);
  const torch::Tensor tensor = value.toGenericDict().at("w").toTensor();
  CHECK(tensor.sizes() == torch::IntArrayRef({2, 3}));
  CHECK(tensor[0][0].item<float>() == 1);
  CHECK(tensor[1][2].item<float>() == 6);
}

TEST_CASE("numbers of each form are read") {
  using namespace std::string_literals;
  const auto number = [](const std::string& code) { return unpickle(code + '.', seven).toInt(); };
  CHECK(number("K\xff"s) == 255);
  CHECK(number("M\x01\x02"s) == 513);
  CHECK(number("J\xff\xff\xff\xff"s) == -1);
  CHECK(number("\x8a\x02\x00\x80"s) == -32768);
  CHECK(number("\x8a\x00"s) == 0);
  CHECK(unpickle("G\x3f\xf8\x00\x00\x00\x00\x00\x00."s, seven).toDouble() == 1.5);
}

TEST_CASE("an object of another class is refused by its name") {
  CHECK_THROWS_WITH(unpickle("cos\nsystem\n(" + text("true") + "tR.", seven),
                    "holds a Python object of os.system, not weights by name");
}

TEST_CASE("damaged text is refused, wherever it is cut or changed") {
  const std::string whole = state_dict();
  for (std::size_t n = 0; n < whole.size(); ++n) {
    INFO(n);
    CHECK_THROWS_AS(unpickle(whole.substr(0, n), seven), Error);
  }
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const int change : {0x01, 0x20, 0x80, 0xff}) {
      std::string changed = whole;
      changed[i] = static_cast<char>(changed[i] ^ change);
      try {
        unpickle(changed, seven);
      } catch (const Error&) {
      } catch (const c10::Error&) {  // a shape beyond the storage
      }
    }
  }
}
