// Threads that stay: the same as parallel_for, for work that comes in thousands
// of short rounds. Each piece of work is told which member of the crew does it.
// Errors go the same way.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

#include "util/parallel_for.hpp"

namespace fivebet {

class ThreadPool {
 public:
  using Work = std::function<void(std::size_t piece, std::size_t member)>;

  explicit ThreadPool(int threads) {
    const int wanted = std::clamp(threads, 1, kMaxThreads);
    try {
      for (int member = 1; member < wanted; ++member)
        others_.emplace_back([this, member] { wait(static_cast<std::size_t>(member)); });
    } catch (...) {  // the machine has no more threads: those that wait already must not wait for ever
      dismiss();
      throw;
    }
  }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() { dismiss(); }

  std::size_t size() const { return others_.size() + 1; }

  // Runs work(0) … work(n - 1); members other than the caller take part in turn.
  void run(std::size_t n, const Work& work) {
    work_ = &work;
    pieces_ = n;
    next_ = 0;
    busy_ = others_.size();
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
    take(0);
    for (std::size_t left = busy_.load(); left > 0; left = busy_.load()) busy_.wait(left);
    error_.rethrow();
  }

 private:
  void take(std::size_t member) {
    const bool fine = error_.holds([&] {
      for (std::size_t i = next_++; i < pieces_; i = next_++) (*work_)(i, member);
    });
    if (!fine) next_ = pieces_;
  }

  void dismiss() {
    over_ = true;
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
  }

  void wait(std::size_t member) {
    for (std::uint64_t seen = 0;;) {
      round_.wait(seen, std::memory_order_acquire);
      seen = round_.load(std::memory_order_acquire);
      if (over_) return;
      take(member);
      if (--busy_ == 0) busy_.notify_one();
    }
  }

  std::atomic<std::uint64_t> round_{0};
  std::atomic<bool> over_{false};
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> busy_{0};
  std::size_t pieces_ = 0;
  const Work* work_ = nullptr;
  FirstError error_;
  std::vector<std::jthread> others_;
};

}  // namespace fivebet
