// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/torch_errors.hpp"

namespace wattline::trainstep {

namespace {

constexpr const char* kInterpreter = "The following operation failed in the TorchScript interpreter";

[[noreturn]] void refuse(const std::string& object, const std::string& text) {
  throw data_error(object + ": " + words_of(text), "check that the network takes samples of this shape");
}

}  // namespace

// The interpreter's words stand behind a trace of several lines, after the name of the exception.
std::string words_of(const std::string& text) {
  std::size_t begin = 0;
  if (text.compare(0, std::string(kInterpreter).size(), kInterpreter) == 0) {
    const std::string name = "Error: ";
    const std::size_t found = text.find(name);
    if (found != std::string::npos) begin = found + name.size();
  }
  return text.substr(begin, text.find('\n', begin) - begin);
}

// what() of its own prints a page of stack.
void rethrow(const c10::Error& error, const std::string& object) {
  const std::string text = error.what_without_backtrace();
  if (is_out_of_memory(text)) throw std::bad_alloc();
  refuse(object, text);
}

void rethrow(const std::exception& error, const std::string& object) {
  const std::string text = error.what();
  if (is_out_of_memory(text)) throw std::bad_alloc();
  if (text.find(kInterpreter) == std::string::npos) throw;
  refuse(object, text);
}

}  // namespace wattline::trainstep
