// Memory for rows of numbers: aligned for SIMD, and zero at first.
#pragma once

#include <cstddef>
#include <memory>

namespace fivebet {

// Copies share the same memory, which lives as long as the last of them.
class AlignedBuffer {
 public:
  AlignedBuffer() = default;
  explicit AlignedBuffer(std::size_t bytes);  // throws std::bad_alloc
  std::byte* data() const { return bytes_.get(); }
  float* floats() const { return reinterpret_cast<float*>(bytes_.get()); }
  std::size_t size() const { return size_; }

 private:
  std::shared_ptr<std::byte[]> bytes_;
  std::size_t size_ = 0;
};

// Scratch memory for rows of floats that is used again and again.
class ScratchRows {
 public:
  // Returns room for at least so many floats; growing loses what was there.
  float* grow(std::size_t numbers) {
    if (numbers * sizeof(float) > store_.size()) store_ = AlignedBuffer(numbers * sizeof(float));
    return store_.floats();
  }

 private:
  AlignedBuffer store_;
};

}  // namespace fivebet
