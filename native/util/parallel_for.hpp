// parallel_for(n, threads, work) runs work(0) … work(n - 1) on up to `threads` threads,
// each taking the next number when it gets free. Results must not depend on which thread
// does which. If work throws, no more is begun, and the first error is thrown again; the
// same happens when the caller is interrupted (interruption.hpp). More than kMaxThreads
// threads are never started.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "util/interruption.hpp"

namespace fivebet {

inline constexpr int kMaxThreads = 256;

// Keeps the first error of several threads.
class FirstError {
 public:
  // Runs something and returns whether it did not throw.
  template <class Run>
  bool succeeds(Run run) noexcept {
    try {
      run();
      return true;
    } catch (...) {
      if (!taken_.test_and_set()) error_ = std::current_exception();
      return false;
    }
  }

  // To be called when all threads are done.
  void rethrow() {
    if (!error_) return;
    taken_.clear();
    std::rethrow_exception(std::exchange(error_, nullptr));
  }

 private:
  std::atomic_flag taken_;
  std::exception_ptr error_;
};

// A thread that is joined when its time is over. (std::jthread is missing on macOS.)
class JoiningThread {
 public:
  template <class Run>
  explicit JoiningThread(Run run) : thread_(std::move(run)) {}
  JoiningThread(JoiningThread&&) = default;
  JoiningThread& operator=(JoiningThread&&) = delete;
  ~JoiningThread() {
    if (thread_.joinable()) thread_.join();
  }

  // Lets go of a thread that will never end.
  void detach() { thread_.detach(); }

 private:
  std::thread thread_;
};

template <class Work>
void parallel_for(std::size_t n, int threads, Work work) {
  std::atomic<std::size_t> next{0};
  FirstError error;
  Interruption* const call = Interruption::current();
  const auto run = [&] {
    const Interruption::Adopted adopted(call);
    const bool fine = error.succeeds([&] {
      for (std::size_t i = next++; i < n; i = next++) {
        interruption_point();
        work(i);
      }
    });
    if (!fine) next = n;
  };
  {
    std::vector<JoiningThread> others;
    const std::size_t wanted = std::min(n, static_cast<std::size_t>(std::clamp(threads, 1, kMaxThreads)));
    try {
      for (std::size_t i = 1; i < wanted; ++i) others.emplace_back(run);
    } catch (const std::system_error&) {  // the machine has no more threads: these will do
    }
    run();
  }
  error.rethrow();
}

}  // namespace fivebet
