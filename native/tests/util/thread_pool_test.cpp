// Threads and their errors.
#include <atomic>
#include <stdexcept>
#include <string>

#include "tests/check.hpp"
#include "util/parallel_for.hpp"
#include "util/thread_pool.hpp"

namespace fivebet::testing {
namespace {

// What throws on any thread reaches the caller, and the next round works as before.
const Test test_threads("an error on any thread reaches the caller", [] {
  ThreadPool pool(3);
  for (const std::size_t bad : {0u, 7u, 99u}) {
    const auto work = [&](std::size_t i) {
      if (i == bad) throw std::runtime_error("piece " + std::to_string(i));
    };
    std::string messages[2];
    try {
      parallel_for(100, 3, work);
    } catch (const std::runtime_error& error) {
      messages[0] = error.what();
    }
    try {
      pool.run(100, [&](std::size_t i, std::size_t) { work(i); });
    } catch (const std::runtime_error& error) {
      messages[1] = error.what();
    }
    const std::string wanted = "piece " + std::to_string(bad);
    check(messages[0] == wanted && messages[1] == wanted, "an error of a thread reaches its caller");
    std::atomic<int> done{0};
    pool.run(100, [&](std::size_t, std::size_t) { ++done; });
    parallel_for(100, 3, [&](std::size_t) { ++done; });
    check(done == 200, "threads work on after an error");
  }
});

}  // namespace
}  // namespace fivebet::testing
