// Side pots: which chips lie in which pot, who can win it, and how it is split.
//
// A pot reaches from one level of contributions to the next: up to the least that
// anybody who can win it has put in. What a folded player has put in above everybody
// who is still in belongs to the last pot.
#pragma once

#include <algorithm>

#include "table/chips.hpp"
#include "table/seats.hpp"

namespace fivebet {

struct Pot {
  Chips chips;
  Seats players;  // who can win it
  Chips up_to;    // the contribution to which it reaches
};

// The pots of players who have contributed so much, of whom `in` have not folded; `dead`
// chips lie in the main pot, which comes first. Returns how many there are.
inline int side_pots(const Chips* contributed, int seats, Seats in, Chips dead, Pot (&pots)[kMaxSeats]) {
  int n = 0;
  Chips from = 0;
  Seats players = in;
  Chips rest = dead;
  for (int seat = 0; seat < seats; ++seat) rest += contributed[seat];
  while (players) {
    Chips to = kUnlimited * kMaxSeats;
    each_seat(players, [&](int seat) { to = std::min(to, contributed[seat]); });
    Chips chips = n == 0 ? dead : 0;
    Seats above = 0;
    for (int seat = 0; seat < seats; ++seat) {
      chips += std::min(contributed[seat], to) - std::min(contributed[seat], from);
      if (contributed[seat] > to) above |= seat_bit(seat) & in;
    }
    if (chips > 0) {
      pots[n++] = {chips, players, to};
      rest -= chips;
    }
    players = above;
    from = to;
  }
  if (n > 0) pots[n - 1].chips += rest;
  return n;
}

// Those of these players whose values, by seat, are highest. Values are above 0 but for
// hands that cannot win.
template <class Value>
Seats best_hands(Seats players, const Value* values) {
  Value best = 0;
  Seats winners = 0;
  each_seat(players, [&](int seat) {
    if (values[seat] > best) {
      best = values[seat];
      winners = 0;
    }
    if (values[seat] == best) winners |= seat_bit(seat);
  });
  return winners;
}

// Calls pay(seat, chips) for each winner. Odd chips go to the first winners left of the
// button, where the counting of seats begins.
template <class Pay>
void split_chips(Chips chips, Seats winners, Pay pay) {
  const Chips count = std::popcount(winners);
  Chips odd = chips % count;
  each_seat(winners, [&](int seat) {
    pay(seat, chips / count + (odd > 0));
    if (odd > 0) --odd;
  });
}

}  // namespace fivebet
