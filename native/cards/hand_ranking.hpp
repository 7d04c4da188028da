// The ranking of poker hands, from the rules alone.
//
// A hand's score compares like the hand: its category in the top bits, then
// the ranks that decide, most important first. The 7,462 scores that five
// cards can have, in order, are numbered from 1 (75432 offsuit) to 7462 (a
// royal flush); that number is the hand's value everywhere else.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "cards/card_set.hpp"

namespace fivebet {

enum Category : int {
  kHighCard,
  kPair,
  kTwoPair,
  kTrips,
  kStraight,
  kFlush,
  kFullHouse,
  kQuads,
  kStraightFlush,
};
inline constexpr int kCategories = 9;
inline constexpr int kValues = 7462;

using RankCounts = std::array<int, kRanks>;
using Score = std::uint32_t;

namespace ranking {

constexpr int highest(std::uint32_t ranks) { return 31 - std::countl_zero(ranks); }

constexpr std::uint32_t top(std::uint32_t ranks, int n) {
  while (std::popcount(ranks) > n) ranks &= ranks - 1;
  return ranks;
}

// The top rank of the best straight among these ranks, -1 if there is none;
// the ace also stands below the deuce.
constexpr int straight(std::uint32_t ranks) {
  const std::uint32_t with_low_ace = ranks << 1 | ranks >> (kRanks - 1);
  for (int high = kRanks; high >= 4; --high)
    if ((with_low_ace >> (high - 4) & 31) == 31) return high - 1;
  return -1;
}

constexpr Score score(Category category, std::uint32_t first, std::uint32_t second) {
  return static_cast<Score>(category) << 26 | first << 13 | second;
}

constexpr Score flush_score(std::uint32_t ranks) {
  const int high = straight(ranks);
  if (high >= 0) return score(kStraightFlush, 0, 1u << high);
  return score(kFlush, 0, top(ranks, 5));
}

constexpr Score rank_score(const RankCounts& counts) {
  std::array<std::uint32_t, 5> at_least{};
  for (int rank = 0; rank < kRanks; ++rank)
    for (int n = 1; n <= counts[rank]; ++n) at_least[n] |= 1u << rank;
  const auto [_, singles, pairs, trips, quads] = at_least;

  if (quads) {
    const std::uint32_t four = 1u << highest(quads);
    return score(kQuads, four, top(singles & ~four, 1));
  }
  const std::uint32_t three = trips ? 1u << highest(trips) : 0;
  if (three && (pairs & ~three)) return score(kFullHouse, three, top(pairs & ~three, 1));
  if (const int high = straight(singles); high >= 0) return score(kStraight, 0, 1u << high);
  if (three) return score(kTrips, three, top(singles & ~three, 2));
  if (std::popcount(pairs) >= 2) {
    const std::uint32_t two = top(pairs, 2);
    return score(kTwoPair, two, top(singles & ~two, 1));
  }
  if (pairs) return score(kPair, pairs, top(singles & ~pairs, 3));
  return score(kHighCard, 0, top(singles, 5));
}

// Calls visit(counts) for every way to hold n cards by rank alone.
template <class Visit>
void each_rank_multiset(int n, Visit visit) {
  RankCounts counts{};
  const auto deal = [&](const auto& self, int rank, int left) -> void {
    if (rank == kRanks) {
      if (left == 0) visit(counts);
      return;
    }
    for (int here = 0; here <= std::min(left, kSuits); ++here) {
      counts[rank] = here;
      self(self, rank + 1, left - here);
    }
    counts[rank] = 0;
  };
  deal(deal, 0, n);
}

// Every score of five cards, worst first: value v has the score at v - 1.
inline std::vector<Score> all_scores() {
  std::vector<Score> scores;
  each_rank_multiset(5, [&](const RankCounts& counts) { scores.push_back(rank_score(counts)); });
  for (std::uint32_t ranks = 0; ranks <= kAllRanks; ++ranks)
    if (std::popcount(ranks) == 5) scores.push_back(flush_score(ranks));
  std::sort(scores.begin(), scores.end());
  scores.erase(std::unique(scores.begin(), scores.end()), scores.end());
  return scores;
}

}  // namespace ranking
}  // namespace fivebet
