// How strong hands will be: the expected square of the hand strength at the end, E[HS²].
//
// A hand's strength on a complete board is the share of the opponent's holdings that it
// beats, ties counting half. The mean of its square over all boards to come ranks a draw
// above a made hand of the same mean strength, since swings can be bet on.
#pragma once

#include "equity/river_strength.hpp"

namespace fivebet {

inline constexpr float kNoHand = -1.0f;

// For each of the 1,326 combos; kNoHand for those that the board rules out.
void squared_river_strengths(const OrderedHands& hands, float* hs2);
void expected_hs2(CardSet board, float* hs2);  // on a board of three to five cards

}  // namespace fivebet
