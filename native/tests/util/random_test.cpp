// Random streams.
#include <vector>

#include "tests/check.hpp"
#include "util/random.hpp"

namespace fivebet::testing {
namespace {

const Test test_stream("a stream can be read from anywhere", [] {
  Stream stream(1, purpose_key("test"), 2, 3);
  std::vector<std::uint64_t> words;
  for (int i = 0; i < 20; ++i) words.push_back(stream.next());
  for (std::size_t at : {0u, 3u, 4u, 7u, 19u}) {
    stream.seek(at);
    check(stream.position() == at && stream.next() == words[at], "a stream can be read from anywhere");
  }
  for (int i = 0; i < 1000; ++i) check(stream.below(7) < 7 && stream.uniform() < 1, "bounds hold");
});

}  // namespace
}  // namespace fivebet::testing
