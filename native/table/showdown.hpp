// Who wins what: side pots, their split, and which hands are shown.
//
// Hands of fewer than five cards, as in Kuhn's and Leduc's games, compare by
// their ranks alone: four of a kind, three, two pair, a pair, the high cards.
#pragma once

#include <vector>

#include "table/hand_state.hpp"
#include "table/side_pots.hpp"

namespace fivebet {

// The pots as they stand, the main pot first; how many there are.
int side_pots(const Game& game, const HandState& state, Pot (&pots)[kMaxSeats]);

struct Award {
  int pot;
  int seat;
  Chips fractions;  // of a chip
};

// Who won how much of which pot. Whoever wins at a showdown has shown, so that
// the shown hands tell.
std::vector<Award> awards(const Game& game, const HandState& state);

// Adds what each seat (row) has won from each other (column) in a hand that is
// decided: in every pot a loser's chips go to its winners in proportion.
void add_flows(const Game& game, const HandState& state, const Chips* stacks, double* matrix);

// Comparable among hands of as many cards: higher is better, never 0.
std::uint32_t hand_value(CardSet cards);

// Pays every pot to its best hands and marks the hands shown. Leaves the deal
// undecided if the board or a hand that might win is unknown.
void show_down(const Game& game, HandState& state);

}  // namespace fivebet
