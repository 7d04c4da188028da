// Runs work(0) … work(n - 1) on up to `threads` threads, each taking the next
// number as it gets free. Results must not depend on who does which.
// More threads than kMaxThreads are never started.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace fivebet {

inline constexpr int kMaxThreads = 256;

template <class Work>
void parallel_for(std::size_t n, int threads, Work work) {
  std::atomic<std::size_t> next{0};
  const auto run = [&] {
    for (std::size_t i = next++; i < n; i = next++) work(i);
  };
  std::vector<std::jthread> others;
  const std::size_t wanted = std::min(n, static_cast<std::size_t>(std::clamp(threads, 1, kMaxThreads)));
  for (std::size_t i = 1; i < wanted; ++i) others.emplace_back(run);
  run();
}

}  // namespace fivebet
