// Luck in the cards: how a pot is shared on average over the boards to come.
//
// A pot is worth to each player who may win it the share that it gets on
// average over the boards that may still come, all hole cards being known.
// Boards are counted where that is quick and drawn from a stream where it is
// not; a drawn mean is as unbiased as a counted one. Cards of players who have
// folded are dead, too: putting them back into the deck would bias it, since deuces are
// folded more often than aces.
#pragma once

#include <vector>

#include "table/action.hpp"
#include "table/showdown.hpp"

namespace fivebet {

// Returns all boards of five cards that may come of a board or, where they are more than
// `most`, as many random ones.
std::vector<CardSet> boards_to_come(CardSet board, CardSet dead, std::size_t most, Stream stream);

// Hole cards by seat; those of players who have folded are dead.
struct HoleCards {
  int seats;
  CardSet hands[kMaxSeats];
  CardSet all() const;
};

// Each seat's share of a pot for which `players` play; 0 for all others.
struct PotShares {
  double seat[kMaxSeats];
};
PotShares pot_shares(const HoleCards& holes, Seats players, const std::vector<CardSet>& boards);
// The same before the flop, over all boards.
PotShares preflop_pot_shares(const HoleCards& holes, Seats players);

// The same for each of the 1,326 hole cards that one seat might hold instead
// of its own, a column of 1,326 for each seat; 0 for cards that others hold or
// that lie on every board.
void range_shares(const HoleCards& holes, int seat, Seats players, const std::vector<CardSet>& boards,
                  double* columns);

// The pots, and what each seat has put in, if everybody checks and calls from here on.
struct CheckedDown {
  int n;
  Pot pots[kMaxSeats];
  Chips contributed[kMaxSeats];
};
CheckedDown check_down(const Game& game, HandState state);

// How many chips each deal of cards took from each seat of a finished hand, compared with
// its average: added to the winnings, the terms leave their mean as it is and take out
// luck. Between deals a hand is worth what it would come to if checked down. All cards
// must be known.
enum LuckSource : int { kHoleCards, kFlop, kTurn, kRiver, kRunOut };
inline constexpr int kLuckSources = 5;
struct CardLuck {
  double terms[kLuckSources][kMaxSeats];
};
CardLuck card_luck(const Game& game, const HandState& finished, const Chips* stacks,
                   const std::vector<Move>& moves, std::size_t samples, std::uint64_t seed,
                   std::uint64_t number);
// The run-out alone: what came after the last decision, the betting being over.
CardLuck run_out_luck(const Game& game, const HandState& finished, const Chips* stacks,
                      const std::vector<Move>& moves);

}  // namespace fivebet
