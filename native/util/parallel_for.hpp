// parallel_for(n, threads, work) runs work(0) … work(n - 1) on up to `threads` threads,
// each taking the next number when it gets free. Results must not depend on which thread
// does which. If work throws, no more is begun, and the first error is thrown again; the
// same happens when the caller is interrupted (interruption.hpp), also while it only waits
// for the others. More than kMaxThreads threads are never started.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
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

// Threads that help, and the caller that waits until none of them is at work.
class Helpers {
 public:
  void begin(std::size_t threads) { at_work_ = threads; }

  void end() {
    if (--at_work_ > 0) return;
    const std::lock_guard lock(mutex_);
    all_ended_.notify_one();
  }

  // Calls `meanwhile` again and again until all have ended; only the caller's own thread can
  // learn that its work is no longer wanted.
  template <class Meanwhile>
  void wait(Meanwhile meanwhile) {
    for (int look = 0; look < kLooksBeforeSleep && at_work_ > 0; ++look) std::this_thread::yield();
    std::unique_lock lock(mutex_);
    while (!all_ended_.wait_for(lock, std::chrono::milliseconds(50), [this] { return at_work_ == 0; }))
      meanwhile();
  }

 private:
  static constexpr int kLooksBeforeSleep = 16;

  std::atomic<std::size_t> at_work_{0};
  std::mutex mutex_;
  std::condition_variable all_ended_;
};

template <class Work>
void parallel_for(std::size_t n, int threads, Work work) {
  std::atomic<std::size_t> next{0};
  FirstError error;
  Helpers helpers;
  Interruption* const call = Interruption::current();
  const auto attempt = [&](auto part) {
    if (!error.succeeds(part)) next = n;
  };
  const auto run = [&] {
    attempt([&] {
      for (std::size_t i = next++; i < n; i = next++) {
        interruption_point();
        work(i);
      }
    });
  };
  const auto help = [&] {
    const Interruption::Adopted adopted(call);
    run();
    helpers.end();
  };
  {
    std::vector<JoiningThread> others;
    const std::size_t most = static_cast<std::size_t>(std::clamp(threads, 1, kMaxThreads));
    const std::size_t wanted = std::clamp(n, std::size_t{1}, most) - 1;
    helpers.begin(wanted);
    try {
      while (others.size() < wanted) others.emplace_back(help);
    } catch (const std::system_error&) {  // the machine has no more threads: these will do
      for (std::size_t missing = others.size(); missing < wanted; ++missing) helpers.end();
    }
    run();
    helpers.wait([&] { attempt([] { interruption_point(); }); });
  }
  error.rethrow();
}

}  // namespace fivebet
