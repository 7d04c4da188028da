// Hand strength and potential (Billings et al.), against a weighted range.
#pragma once

#include "equity/exact_equity.hpp"

namespace fivebet {

// Opponent's holdings by what they are now and what they become, each with
// its weight; row and column 0 ahead, 1 tied, 2 behind, from our side.
struct HandPotential {
  double now[3];
  double end[3][3];  // share of the boards to come, summed over holdings
};

// How many random holdings we beat, tie and lose to on a board of three to five
// cards as it lies: a few microseconds.
struct StrengthCounts {
  int ahead;
  int tied;
  int behind;
};
StrengthCounts strength_counts(CardSet hole, CardSet board);

HandPotential hand_potential(CardSet hole, Weights range, CardSet board, CardSet dead);

}  // namespace fivebet
