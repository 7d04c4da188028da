// Ends long work early. Whoever starts work that may take long makes an Interruption around
// it; loops call interruption_point() now and then, which throws Interrupted once the work
// is no longer wanted. Threads that help adopt the interruption of the thread that they help
// (parallel_for and ThreadPool see to it). Without an interruption nothing is ever thrown.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <thread>
#include <utility>

namespace fivebet {

struct Interrupted : std::exception {
  const char* what() const noexcept override { return "interrupted"; }
};

class Interruption {
 public:
  using Clock = std::chrono::steady_clock;

  // Asks `wanted_no_more` every 50 ms from the thread that made this, first after `patience`.
  Interruption(bool (*wanted_no_more)(), Clock::duration patience)
      : wanted_no_more_(wanted_no_more),
        caller_(std::this_thread::get_id()),
        next_question_(Clock::now() + patience),
        outer_(std::exchange(current_, this)) {}
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption() { current_ = outer_; }

  static Interruption* current() { return current_; }

  void check() {
    if (stopped_.load(std::memory_order_relaxed)) throw Interrupted();
    if (std::this_thread::get_id() != caller_) return;
    const auto now = Clock::now();
    if (now < next_question_) return;
    next_question_ = now + std::chrono::milliseconds(50);
    if (!wanted_no_more_()) return;
    stopped_ = true;
    throw Interrupted();
  }

  // While it lives, this thread ends its work when another thread's is interrupted.
  class Adopted {
   public:
    explicit Adopted(Interruption* call) : before_(std::exchange(current_, call)) {}
    Adopted(const Adopted&) = delete;
    Adopted& operator=(const Adopted&) = delete;
    ~Adopted() { current_ = before_; }

   private:
    Interruption* before_;
  };

 private:
  static inline thread_local Interruption* current_ = nullptr;

  bool (*wanted_no_more_)();
  std::thread::id caller_;
  Clock::time_point next_question_;
  std::atomic<bool> stopped_{false};
  Interruption* outer_;
};

inline void interruption_point() {
  if (Interruption* call = Interruption::current()) call->check();
}

// For loops whose rounds take less than a microsecond: looks every 4,096th of them.
inline void interruption_point(std::uint64_t round) {
  if (round % 4096 == 0) interruption_point();
}

}  // namespace fivebet
