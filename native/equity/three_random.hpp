// Exact equity of hole cards against three random hands.
//
// On a given board the hands that lose to ours are the edges of a graph on the
// 45 cards left, and three opponents who all lose are three disjoint edges.
// Give an edge the weight x where it ties: the sum over all three disjoint
// edges of the product of weights is a cubic P(x), and our share of the pot,
// 1/(1 + t) with t ties, is its integral from 0 to 1, which Simpson's rule
// takes exactly from P(0), P(1/2) and P(1). Counting disjoint edges needs only
// degrees, squares and triangles.
#pragma once

#include <cstdint>
#include <vector>

#include "cards/card_set.hpp"

namespace fivebet {

// Boards of five cards up to suits, each with the number of boards it stands for.
struct WeightedBoard {
  CardSet cards;
  std::int64_t weight;
};
std::vector<WeightedBoard> distinct_boards();

// Three disjoint pairs from 45 cards.
inline constexpr std::int64_t kOpponentTriples = std::int64_t{990} * 903 * 820 / 6;

// Adds to points[class] our share, in 1/(12 * kOpponentTriples) of a pot, over all
// combos of the class that the board leaves, times the board's weight.
void add_three_random_points(const WeightedBoard& board, std::int64_t* points);

// The same over boards from `from` to `to` of distinct_boards().
std::vector<std::int64_t> three_random_points(std::size_t from, std::size_t to, int threads);

}  // namespace fivebet
