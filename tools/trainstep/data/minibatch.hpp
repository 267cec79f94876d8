// SPDX-License-Identifier: Apache-2.0
// A minibatch in plain memory: no LibTorch here, so that loading is tested and timed without it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wattline::trainstep {

enum class Element { f32, i64 };

// One array that every sample fills, e.g. {"image", f32, {3, 224, 224}}; an empty shape is a scalar.
struct SampleField {
  std::string name;
  Element element;
  std::vector<std::int64_t> shape;
  std::size_t elements() const;
  std::size_t bytes() const { return elements() * (element == Element::f32 ? 4 : 8); }
};

// Where minibatches live: plain memory, or memory that a GPU copies from or reads.
struct Memory {
  std::function<void*(std::size_t bytes)> allocate;
  std::function<void(void*)> release;
  // Of memory that a GPU reads in place: hand it to the GPU, which sees it at the returned address, and get it back.
  // Empty when there is nothing to do.
  std::function<void*(void*)> lend;
  std::function<void(void*)> take_back;
};
Memory plain_memory();

class Minibatch {
 public:
  Minibatch(const std::vector<SampleField>& fields, std::size_t capacity, const Memory& memory);

  // Where sample k's values of a field go.
  float* floats(std::size_t field, std::size_t k) { return static_cast<float*>(place(field, k)); }
  std::int64_t* integers(std::size_t field, std::size_t k) { return static_cast<std::int64_t*>(place(field, k)); }
  void* data(std::size_t field) const { return arrays_[field].get(); }
  // The field's address on a GPU that reads it in place; nullptr when it has to be copied there.
  void* lend(std::size_t field) const { return memory_.lend ? memory_.lend(data(field)) : nullptr; }
  // Before the batch is filled again.
  void take_back();
  const std::vector<SampleField>& fields() const { return fields_; }
  // Of all samples of running text; empty for other samples.
  std::optional<std::int64_t> tokens() const;

  std::int64_t number = 0;          // of all minibatches of the run, also of earlier epochs
  std::size_t samples = 0;          // filled; fewer than the capacity at the end of an epoch or after bad files
  double read_ms = 0, prep_ms = 0;  // sums over the samples, inside the worker
  std::vector<std::string> bad;     // why samples were left out

 private:
  void* place(std::size_t field, std::size_t k) const {
    return static_cast<char*>(arrays_[field].get()) + k * fields_[field].bytes();
  }
  std::vector<SampleField> fields_;
  Memory memory_;
  std::vector<std::unique_ptr<void, std::function<void(void*)>>> arrays_;
};

}  // namespace wattline::trainstep
