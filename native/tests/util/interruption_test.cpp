// Work that is no longer wanted ends on every thread.
#include <atomic>
#include <chrono>
#include <thread>

#include "tests/check.hpp"
#include "util/interruption.hpp"
#include "util/memory.hpp"
#include "util/parallel_for.hpp"
#include "util/aligned_buffer.hpp"
#include "util/thread_pool.hpp"

namespace fivebet::testing {
namespace {

std::atomic<int> questions{0};

bool unwanted_at_last() { return ++questions == 3; }

template <class Work>
bool ends(Work work) {
  questions = 0;
  try {
    const Interruption call(unwanted_at_last, std::chrono::seconds(0));
    work();
  } catch (const Interrupted&) {
    return questions == 3;
  }
  return false;
}

const Test test_interruption("loops end when their work is no longer wanted", [] {
  ThreadPool pool(3);
  const auto for_ever = [] {
    for (std::uint64_t round = 0;; ++round) interruption_point(round);
  };
  check(ends(for_ever), "a loop ends");
  check(ends([&] { parallel_for(100, 3, [&](std::size_t) { for_ever(); }); }), "loops of threads end");
  check(ends([&] { pool.run(100, [&](std::size_t, std::size_t) { for_ever(); }); }), "a pool's work ends");
  std::atomic<bool> begun{false};
  const std::thread::id caller = std::this_thread::get_id();
  const auto for_ever_elsewhere = [&] {
    if (std::this_thread::get_id() != caller) begun = true;
    while (!begun) std::this_thread::yield();
    if (std::this_thread::get_id() != caller) for_ever();
  };
  check(ends([&] { parallel_for(2, 2, [&](std::size_t) { for_ever_elsewhere(); }); }),
        "a thread ends whose caller has nothing left to do");
  begun = false;
  check(ends([&] { pool.run(2, [&](std::size_t, std::size_t) { for_ever_elsewhere(); }); }),
        "a pool's thread ends whose caller has nothing left to do");
  check(ends([&] { parallel_for(SIZE_MAX, 3, [](std::size_t) {}); }), "no more work is begun");
  std::atomic<int> done{0};
  pool.run(10, [&](std::size_t, std::size_t) {
    interruption_point();
    ++done;
  });
  check(done == 10 && !Interruption::current(), "what comes afterwards is not interrupted");
});

const Test test_memory("memory that is not free is not taken", [] {
  set_free_memory([] { return kMuchMemory; });
  const AlignedBuffer fits(kMuchMemory);
  check(fits.size() == kMuchMemory, "what is free can be taken");
  check_rejects([] { AlignedBuffer(kMuchMemory + 64); }, "what is not free is refused");
  set_free_memory(nullptr);
});

}  // namespace
}  // namespace fivebet::testing
