#include "util/aligned_buffer.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "util/memory.hpp"

namespace fivebet {

AlignedBuffer::AlignedBuffer(std::size_t bytes) : size_(bytes) {
  if (bytes > SIZE_MAX - 63) throw std::bad_alloc();
  const std::size_t whole = (std::max<std::size_t>(bytes, 1) + 63) / 64 * 64;
  need_memory(whole);
  auto* memory = static_cast<std::byte*>(std::aligned_alloc(64, whole));
  if (!memory) throw std::bad_alloc();
  bytes_.reset(memory, [](std::byte* taken) { std::free(taken); });
  std::fill_n(memory, whole, std::byte{});
}

}  // namespace fivebet
