// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/minibatch.hpp"

#include <cstdlib>
#include <new>

namespace wattline::trainstep {

std::size_t SampleField::elements() const {
  std::size_t n = 1;
  for (const std::int64_t size : shape) n *= static_cast<std::size_t>(size);
  return n;
}

Memory plain_memory() {
  constexpr std::size_t kAlignment = 64;  // a cache line, and what vector instructions like best
  const auto allocate = [](std::size_t bytes) {
    void* memory = std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
  };
  return {allocate, std::free, nullptr, nullptr};
}

Minibatch::Minibatch(const std::vector<SampleField>& fields, std::size_t capacity, const Memory& memory)
    : fields_(fields), memory_(memory) {
  for (const SampleField& field : fields_)
    arrays_.emplace_back(memory.allocate(field.bytes() * capacity), memory.release);
}

std::optional<std::int64_t> Minibatch::tokens() const {
  if (fields_.empty() || fields_[0].name != "tokens") return std::nullopt;
  return static_cast<std::int64_t>(samples * fields_[0].elements());
}

void Minibatch::take_back() {
  for (const auto& array : arrays_) {
    if (memory_.take_back) memory_.take_back(array.get());
  }
}

}  // namespace wattline::trainstep
