// SPDX-License-Identifier: Apache-2.0
// A minibatch in plain memory: no LibTorch here, so that loading is tested and timed without it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace wattline::trainstep {

enum class Element { f32, i64 };

// One array that every sample fills, e.g. {"image", f32, {3, 224, 224}}; an empty shape is a scalar.
struct Field {
  std::string name;
  Element element;
  std::vector<std::int64_t> shape;
  std::size_t elements() const;
  std::size_t bytes() const { return elements() * (element == Element::f32 ? 4 : 8); }
};

// Where minibatches live: plain memory, or memory that a GPU reads directly.
struct Memory {
  std::function<void*(std::size_t bytes)> allocate;
  std::function<void(void*)> release;
};
Memory plain_memory();

class Batch {
 public:
  Batch(const std::vector<Field>& fields, std::size_t capacity, const Memory& memory);

  // Where sample k's values of a field go.
  float* floats(std::size_t field, std::size_t k) { return static_cast<float*>(place(field, k)); }
  std::int64_t* integers(std::size_t field, std::size_t k) { return static_cast<std::int64_t*>(place(field, k)); }
  void* data(std::size_t field) const { return arrays_[field].get(); }
  const std::vector<Field>& fields() const { return fields_; }

  std::size_t samples = 0;          // filled; fewer than the capacity at the end of an epoch or after bad files
  double read_ms = 0, prep_ms = 0;  // sums over the samples, inside the worker

 private:
  void* place(std::size_t field, std::size_t k) const {
    return static_cast<char*>(arrays_[field].get()) + k * fields_[field].bytes();
  }
  std::vector<Field> fields_;
  std::vector<std::unique_ptr<void, std::function<void(void*)>>> arrays_;
};

}  // namespace wattline::trainstep
