// Hand strength and potential (Billings et al.), against a weighted range.
#pragma once

#include "equity.hpp"

namespace fivebet {

// Opponent's holdings by what they are now and what they become, each with
// its weight; row and column 0 ahead, 1 tied, 2 behind, from our side.
struct Standing {
  double now[3];
  double end[3][3];  // share of the boards to come, summed over holdings
};

// How many random holdings we beat, tie and lose to on a board of three to five
// cards as it lies: a few microseconds.
struct Immediate {
  int ahead;
  int tied;
  int behind;
};
Immediate immediate(Cards hole, Cards board);

Standing standing(Cards hole, Weights range, Cards board, Cards dead);

}  // namespace fivebet
