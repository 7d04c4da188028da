// Work without the GIL: it can be interrupted by Ctrl-C, and an object that is at work
// refuses a second caller.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "util/forks.hpp"
#include "util/interruption.hpp"
#include "util/thread_pool.hpp"

namespace fivebet {

struct BusyError : std::logic_error {
  using std::logic_error::logic_error;
};

// An iteration that takes longer than this can be cut off in the middle; shorter ones end first.
inline constexpr std::chrono::seconds kIterationPatience{1};

inline bool signal_pending() {
  const nanobind::gil_scoped_acquire acquire;
  return PyErr_CheckSignals() != 0;
}

// Runs work until it is done or the user presses Ctrl-C.
template <class Work>
auto without_gil(Work work,
                 Interruption::Clock::duration patience = std::chrono::milliseconds(50)) -> decltype(work()) {
  try {
    const nanobind::gil_scoped_release release;
    const Interruption call(signal_pending, patience);
    return work();
  } catch (const Interrupted&) {
    throw nanobind::python_error();
  }
}

// An object that works for one caller at a time. Whether it is busy is read and written
// under the GIL only.
template <class T>
class Exclusive {
 public:
  template <class... Args>
    requires std::is_constructible_v<T, Args...>
  explicit Exclusive(Args&&... args) : object_(std::forward<Args>(args)...) {}
  Exclusive(const Exclusive&) = delete;
  Exclusive& operator=(const Exclusive&) = delete;

  // The object, as far as it never changes.
  const T& constant() const { return object_; }

  // The object for a short call, which keeps the GIL.
  T& idle() {
    check();
    return object_;
  }
  const T& idle() const {
    check();
    return object_;
  }

  // Refuses other callers as long as it lives; made and ended under the GIL.
  struct Busy {
    explicit Busy(Exclusive& self) : self_(self) {
      self_.check();
      self_.busy_ = true;
      self_.forks_ = forks();
    }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;
    ~Busy() { self_.busy_ = false; }
    Exclusive& self_;
  };

  // Runs work(object) without the GIL.
  template <class Work>
  auto work(Work work, Interruption::Clock::duration patience = std::chrono::milliseconds(50)) {
    const Busy busy(*this);
    return without_gil([&] { return work(object_); }, patience);
  }

 private:
  void check() const {
    bool lost = busy_ && forks_ != forks();
    if constexpr (requires { object_.lost_threads(); }) lost |= object_.lost_threads();
    if (lost)
      throw ForkError("this " + name() +
                      " was made before the process was forked, and its threads stayed behind: make it "
                      "after the fork, or start processes by spawn");
    if (busy_)
      throw BusyError("this " + name() +
                      " is at work for another caller: wait until it is done, or make another one");
  }

  static std::string name() {
    return nanobind::cast<std::string>(nanobind::type<Exclusive>().attr("__name__"));
  }

  T object_;
  bool busy_ = false;
  unsigned forks_ = 0;
};

}  // namespace fivebet
