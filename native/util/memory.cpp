#include "util/memory.hpp"

#include <atomic>

namespace fivebet {
namespace {

std::atomic<std::size_t (*)()> free_memory{nullptr};

std::string megabytes(std::size_t bytes) { return std::to_string(bytes / 1'000'000) + " MB"; }

}  // namespace

MemoryShortage::MemoryShortage(std::size_t needed, std::size_t free)
    : message_(megabytes(needed) + " of memory are needed and " + megabytes(free) + " are free") {}

void set_free_memory(std::size_t (*free_bytes)()) { free_memory = free_bytes; }

void need_memory(std::size_t bytes) {
  const auto ask = free_memory.load();
  if (bytes < kMuchMemory || !ask) return;
  const std::size_t free = ask();
  if (bytes > free) throw MemoryShortage(bytes, free);
}

}  // namespace fivebet
