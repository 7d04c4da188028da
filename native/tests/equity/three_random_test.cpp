// Equity against three random hands.
#include <vector>

#include "equity/three_random.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

const Test test_field("the shares of all classes add up to one pot", [] {
  std::vector<std::int64_t> points(kClasses, 0);
  const CardSet board = draw(5);
  add_three_random_points({board, 1}, points.data());
  std::int64_t sum = 0;
  for (const std::int64_t n : points) sum += n;
  // Four players share each pot: a quarter of all deals of hole cards.
  check(sum == std::int64_t{1081} * kOpponentTriples * 12 / 4, "shares of a field add up to one pot");
});

}  // namespace
}  // namespace fivebet::testing
