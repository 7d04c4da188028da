// Memory that is there: large buffers are compared with what is free before they are
// touched, since a system that promises more than it has kills the process later.
#pragma once

#include <cstddef>
#include <new>
#include <string>

namespace fivebet {

struct MemoryShortage : std::bad_alloc {
  MemoryShortage(std::size_t needed, std::size_t free);
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

// From how many bytes on the system is asked.
inline constexpr std::size_t kMuchMemory = std::size_t{64} << 20;

// Tells how to find out what is free, in bytes; without it every amount is.
void set_free_memory(std::size_t (*free_bytes)());

// Throws MemoryShortage where so much is not free.
void need_memory(std::size_t bytes);

}  // namespace fivebet
