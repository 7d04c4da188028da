// The evaluator against the rules alone, and against known counts.
#include <vector>

#include "cards/evaluator.hpp"
#include "simd/kernels.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

// The best score of all five-card subsets, by the rules alone.
Score slow_score(CardSet cards) {
  Score best = 0;
  std::vector<Card> list;
  for (CardSet left = cards; left; left = without_first(left)) list.push_back(first_card(left));
  for (unsigned pick = 0; pick < 1u << list.size(); ++pick) {
    if (std::popcount(pick) != 5) continue;
    RankCounts counts{};
    std::uint32_t ranks = 0;
    int suits = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!(pick >> i & 1)) continue;
      ++counts[static_cast<std::size_t>(rank_of(list[i]))];
      ranks |= 1u << rank_of(list[i]);
      suits |= 1 << suit_of(list[i]);
    }
    const Score score =
        std::popcount(static_cast<unsigned>(suits)) == 1 ? ranking::flush_score(ranks) : ranking::rank_score(counts);
    best = std::max(best, score);
  }
  return best;
}

const KernelTest test_values("a value is that of the best five cards", [] {
  const std::vector<Score> scores = ranking::all_scores();
  check(scores.size() == kValues, "there are 7,462 values");
  std::vector<CardSet> hands;
  for (int i = 0; i < 3000; ++i) hands.push_back(draw(5 + i % 3));
  std::vector<Value> values(hands.size());
  kernels().evaluate(hands.data(), hands.size(), values.data());
  for (std::size_t i = 0; i < hands.size(); ++i)
    check(scores[values[i] - 1u] == slow_score(hands[i]), "a value is the best of all five");
});

const KernelTest test_counts("five-card hands are as many of each category as counted by others", [] {
  std::vector<std::uint64_t> histogram(kValues + 1, 0);
  for (Card lowest = 0; lowest < kDeckSize - 4; ++lowest) kernels().count_values(5, lowest, histogram.data());
  std::uint64_t by_category[kCategories] = {};
  for (int value = 1; value <= kValues; ++value)
    by_category[category_of(static_cast<Value>(value))] += histogram[static_cast<std::size_t>(value)];
  const std::uint64_t known[kCategories] = {1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40};
  for (int i = 0; i < kCategories; ++i) check(by_category[i] == known[i], "five-card hands by category");
});

}  // namespace
}  // namespace fivebet::testing
