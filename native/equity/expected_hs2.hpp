// How strong hands will be: the expected square of the strength at the end.
//
// A hand's strength on a full board is the share of the opponent's holdings that
// it beats, half of those it ties. Its square's mean over all boards to come ranks
// a draw above a made hand of the same mean: the swings are worth something.
#pragma once

#include <array>
#include <cstdint>

#include "cards/card_set.hpp"
#include "cards/evaluator.hpp"

namespace fivebet {

// The holdings that a board leaves, weakest first; those of one group tie.
struct OrderedHands {
  explicit OrderedHands(CardSet board);  // of five cards

  std::size_t size = 0;
  std::array<std::uint16_t, kCombos> combos;
  std::array<Value, kCombos> values;
};

inline constexpr float kNoHand = -1.0f;

// For each of the 1,326 combos; kNoHand for those that the board rules out.
void river_strengths(const OrderedHands& hands, float* strengths);
void expected_hs2(CardSet board, float* squares);  // of three to five cards

}  // namespace fivebet
