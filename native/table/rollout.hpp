// Selective sampling: what calling and raising are worth, by playing hands out.
//
// From a decision on, hands are played to their end: opponents get hole cards
// from weights, everybody acts by a policy, the board is uniform. Each deal is
// played once for the call and once for the raise, so that their difference
// does not depend on who was dealt what. Chunk c of a seed is always the same
// deals and sums are whole numbers, so that the answer depends on the number of
// deals alone, not on who plays them.
//
// The betting of limit games in which nobody can run out of chips takes a
// dozen words; everything else is played on the table itself. Both draw the
// same random numbers and give the same winnings, hand by hand.
#pragma once

#include <cstdint>
#include <vector>

#include "cards/card_set.hpp"
#include "equity/monte_carlo.hpp"
#include "table/hand_state.hpp"

namespace fivebet {

inline constexpr int kRolloutChunkDeals = 64;
// Nobody raises more often on a street of a simulated hand, whatever the rules.
inline constexpr int kMaxSimulatedRaises = 12;

// What a simulated player's action depends on.
enum class PolicyBasis : std::uint8_t {
  kChance,      // on nothing but fixed frequencies
  kStrength,    // on the cards: the weakest are folded and the strongest raised
  kOdds,        // on the cards and the pot: hands that the pot odds do not pay for are folded
  kChanceOnce,  // on fixed frequencies; a player folds with the first action on a street or not on it
};

// A player acts by a quantile from 0 to 1: below `fold` it folds, from `raise` on it
// raises, in between it checks or calls. Of the hands that it would fold or check, the
// share `bluff` is raised. The second index says whether there is a bet to call.
struct Policy {
  PolicyBasis basis = PolicyBasis::kChance;
  double fold[kMaxStreets][2] = {};
  double raise[kMaxStreets][2] = {};
  double bluff[kMaxStreets][2] = {};
};

struct SeatModel {
  const double* weights = nullptr;  // of the 1,326 hole cards; null for players who have folded
  Policy policy;
};

struct Situation {
  const Game* game = nullptr;
  const HandState* state = nullptr;  // our seat is to act; cards that we have not seen are unknown
  Chips stack = 0;                   // with which our seat began the hand
  SeatModel seats[kMaxSeats];
  const double* preflop = nullptr;  // share of random hands beaten, by combo
  const double* now = nullptr;      // the same on the present board, after the flop
};

enum Choice : std::uint8_t { kChooseCall, kChooseRaise };
inline constexpr int kChoices = 2;

// Winnings of our seat over the whole hand, in fractions of a chip.
struct RolloutSums {
  std::int64_t deals = 0;
  __int128 won[kChoices] = {};
  __int128 squared[kChoices] = {};
  __int128 product = 0;

  void add(const Chips (&winnings)[kChoices]) {
    ++deals;
    for (int i = 0; i < kChoices; ++i) {
      won[i] += winnings[i];
      squared[i] += static_cast<__int128>(winnings[i]) * winnings[i];
    }
    product += static_cast<__int128>(winnings[kChooseCall]) * winnings[kChooseRaise];
  }
  void add(const RolloutSums& other);
};

class Rollout {
 public:
  // `on_table` uses the full rules even where the quick betting would do.
  Rollout(const Situation& situation, bool on_table);

  bool can_raise() const { return can_raise_; }
  bool quick() const { return quick_; }

  // Plays `deals` deals, or as many as there is time for in `seconds`.
  RolloutSums play(std::uint64_t seed, std::int64_t deals, double seconds, int threads) const;

  // Plays one chunk and returns for each deal what the call and the raise win.
  void play_chunk(std::uint64_t seed, std::uint64_t chunk, int deals, Chips (*winnings)[kChoices]) const;

 private:
  Situation situation_;
  std::vector<std::vector<AliasEntry>> tables_;  // by seat; none for any two cards
  bool can_raise_;
  bool quick_;
  bool strengths_;  // whether anybody looks at cards
};

}  // namespace fivebet
