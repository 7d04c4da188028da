// Forks of this process. A child has a copy of all memory but only the thread that forked:
// whatever waits for other threads must know that they are gone.
#pragma once

#include <pthread.h>

#include <atomic>

namespace fivebet {

// How many forks lie between the first process and this one.
inline unsigned forks() {
  static std::atomic<unsigned> count{0};
  static const int registered = pthread_atfork(nullptr, nullptr, [] { ++count; });
  static_cast<void>(registered);
  return count.load(std::memory_order_relaxed);
}

}  // namespace fivebet
