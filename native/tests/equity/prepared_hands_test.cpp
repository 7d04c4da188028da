// Prepared hands against each evaluated by itself.
#include "equity/prepared_hands.hpp"

#include <vector>

#include "cards/combos.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

const KernelTest test_prepared("prepared hands are worth what each is by itself, and nothing if blocked", [] {
  const std::vector<CardSet> hands(kComboSets.begin(), kComboSets.end());
  const PreparedHands prepared(hands);
  std::vector<CardSet> boards = {cards("6c6d6h6sQc"), cards("2c3c4c5c6c"), cards("TdJdQd")};
  for (int i = 0; i < 60; ++i) boards.push_back(draw(3 + i % 3));
  std::vector<Value> values(hands.size());
  for (const CardSet board : boards) {
    prepared.evaluate(board, values.data());
    for (std::size_t i = 0; i < hands.size(); ++i)
      check(values[i] == (hands[i] & board ? 0 : evaluate(hands[i] | board)), "a prepared hand's value");
  }
});

}  // namespace
}  // namespace fivebet::testing
