// A pool of threads that stay: the same as parallel_for, for work that comes in thousands
// of short rounds. Each piece of work also gets the number of the thread that does it, so
// that threads can have memory of their own. The first error is thrown again. Threads do
// not follow a fork: in the child a pool that has any refuses to work.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "util/forks.hpp"
#include "util/interruption.hpp"
#include "util/parallel_for.hpp"

namespace fivebet {

// The threads of a pool have stayed behind in the process that was forked.
struct ForkError : std::logic_error {
  using std::logic_error::logic_error;
};

class ThreadPool {
 public:
  using Work = std::function<void(std::size_t item, std::size_t thread)>;

  explicit ThreadPool(int threads) {
    const int wanted = std::clamp(threads, 1, kMaxThreads);
    try {
      for (int thread = 1; thread < wanted; ++thread)
        others_.emplace_back([this, thread] { wait(static_cast<std::size_t>(thread)); });
    } catch (const std::system_error&) {  // the machine has no more threads: these will do
    } catch (...) {                       // do not leave the others waiting
      stop();
      throw;
    }
  }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() {
    if (lost()) {
      for (JoiningThread& other : others_) other.detach();
    } else {
      stop();
    }
  }

  std::size_t size() const { return others_.size() + 1; }

  // Whether this process was forked and its threads are gone.
  bool lost() const { return !others_.empty() && forks() != forks_; }

  // Runs work(0) … work(n - 1); the calling thread takes part as number 0.
  void run(std::size_t n, const Work& work) {
    if (lost()) throw ForkError("its threads stayed behind in the process that was forked");
    work_ = &work;
    call_ = Interruption::current();
    items_ = n;
    next_ = 0;
    helpers_.begin(others_.size());
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
    work_off(0);
    helpers_.wait([this] { attempt([] { interruption_point(); }); });
    error_.rethrow();
  }

 private:
  template <class Part>
  void attempt(Part part) {
    if (!error_.succeeds(part)) next_ = items_;
  }

  void work_off(std::size_t thread) {
    const Interruption::Adopted adopted(call_);
    attempt([&] {
      for (std::size_t i = next_++; i < items_; i = next_++) {
        interruption_point();
        (*work_)(i, thread);
      }
    });
  }

  void stop() {
    stopping_ = true;
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
  }

  void wait(std::size_t thread) {
    for (std::uint64_t seen = 0;;) {
      round_.wait(seen, std::memory_order_acquire);
      seen = round_.load(std::memory_order_acquire);
      if (stopping_) return;
      work_off(thread);
      helpers_.end();
    }
  }

  std::atomic<std::uint64_t> round_{0};
  std::atomic<bool> stopping_{false};
  std::atomic<std::size_t> next_{0};
  std::size_t items_ = 0;
  const Work* work_ = nullptr;
  Interruption* call_ = nullptr;
  FirstError error_;
  Helpers helpers_;
  const unsigned forks_ = forks();
  std::vector<JoiningThread> others_;
};

}  // namespace fivebet
