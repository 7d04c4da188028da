// Hand strength and potential (Billings et al.), against a weighted range.
#pragma once

#include "equity/exact_equity.hpp"

namespace fivebet {

// The weights of an opponent's holdings by whether we are ahead (0), tied (1) or behind
// (2) now, and at the end.
struct HandPotential {
  double now[3];
  double end[3][3];  // [now][at the end], averaged over the boards to come
};

// How many holdings we beat, tie and lose to on a board of three to five cards as it is.
struct StrengthCounts {
  int ahead;
  int tied;
  int behind;
};
StrengthCounts strength_counts(CardSet hole, CardSet board);

HandPotential hand_potential(CardSet hole, Weights range, CardSet board, CardSet dead);

}  // namespace fivebet
