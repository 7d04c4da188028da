#include "util/aligned_buffer.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace fivebet {

AlignedBuffer::AlignedBuffer(std::size_t bytes) : size_(bytes) {
  const std::size_t whole = (std::max<std::size_t>(bytes, 1) + 63) / 64 * 64;
  auto* memory = static_cast<std::byte*>(std::aligned_alloc(64, whole));
  if (!memory) throw std::bad_alloc();
  std::fill_n(memory, whole, std::byte{});
  bytes_.reset(memory);
}

void AlignedBuffer::Free::operator()(std::byte* bytes) const { std::free(bytes); }

}  // namespace fivebet
