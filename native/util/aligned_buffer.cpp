#include "util/aligned_buffer.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "util/memory.hpp"

namespace fivebet {
namespace {

// Large buffers begin at a page of two megabytes and ask for such pages: a walk through
// small ones waits for their addresses.
constexpr std::size_t kHugePage = std::size_t{2} << 20;

void ask_for_huge_pages([[maybe_unused]] std::byte* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
  madvise(memory, bytes, MADV_HUGEPAGE);  // a hint: whether it is taken does not matter
#endif
}

}  // namespace

AlignedBuffer::AlignedBuffer(std::size_t bytes) : size_(bytes) {
  const std::size_t line = bytes < kHugePage ? 64 : kHugePage;
  if (bytes > SIZE_MAX - line) throw std::bad_alloc();
  const std::size_t whole = (std::max<std::size_t>(bytes, 1) + line - 1) / line * line;
  need_memory(whole);
  auto* memory = static_cast<std::byte*>(std::aligned_alloc(line, whole));
  if (!memory) throw std::bad_alloc();
  if (line == kHugePage) ask_for_huge_pages(memory, whole);
  bytes_.reset(memory, [](std::byte* taken) { std::free(taken); });
  std::fill_n(memory, whole, std::byte{});
}

}  // namespace fivebet
