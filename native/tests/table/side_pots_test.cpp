// Side pots against counting chip by chip.
#include <map>

#include "table/side_pots.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

const Test side_pots_chip_by_chip("every chip lies in the pot of those who have matched it", [] {
  for (int round = 0; round < 3000; ++round) {
    const int seats = 2 + static_cast<int>(random_word() % 9);
    Chips contributed[kMaxSeats] = {};
    Chips most = 0;
    Seats in = 0;
    for (int seat = 0; seat < seats; ++seat) {
      contributed[seat] = 1 + static_cast<Chips>(random_word() % 12);
      most = std::max(most, contributed[seat]);
      if (random_word() % 3) in |= seat_bit(seat);
    }
    if (!in) in = seat_bit(0);
    const auto dead = static_cast<Chips>(random_word() % 4);
    std::map<Seats, Chips> slow;
    Seats last = in;
    slow[in] += dead;
    for (Chips level = 1; level <= most; ++level) {
      Seats players = 0;
      Chips chips = 0;
      for (int seat = 0; seat < seats; ++seat) {
        if (contributed[seat] < level) continue;
        ++chips;
        players |= seat_bit(seat) & in;
      }
      if (players) last = players;
      slow[last] += chips;
    }
    Pot pots[kMaxSeats];
    const int n = side_pots(contributed, seats, in, dead, pots);
    check(n == static_cast<int>(slow.size()), "as many pots");
    for (int i = 0; i < n; ++i) check(slow[pots[i].players] == pots[i].chips, "a pot's chips");
    check(pots[0].players == in, "the main pot comes first");
  }
});

const Test odd_chips("odd chips go to the first seats", [] {
  Chips paid[kMaxSeats] = {};
  split_chips(11, seat_bit(1) | seat_bit(4) | seat_bit(6), [&](int seat, Chips chips) { paid[seat] += chips; });
  check(paid[1] == 4 && paid[4] == 4 && paid[6] == 3, "4, 4 and 3 of 11");
  const std::uint16_t values[] = {7, 9, 9, 12, 9};
  check(best_hands(0b10111, values) == 0b10110, "the best of those who play");
});

}  // namespace
}  // namespace fivebet::testing
