// What a player may bet: a menu of sizes, and the amounts it comes to at a table.
#pragma once

#include <cstdint>
#include <vector>

#include "table/chips.hpp"

namespace fivebet {

struct BetSize {
  enum Kind : std::uint8_t {
    kPot,        // amount times the pot, for a raise times the pot after calling
    kLast,       // raise to amount times the last bet
    kGeometric,  // the same part of the pot on each of `streets`, the last one all-in
    kChips,      // that many chips
    kAllIn,
  } kind;
  double amount = 0;
  int streets = 0;  // for kGeometric; 0: as many as are left
};

struct BetSizes {
  std::vector<BetSize> bets;
  std::vector<BetSize> raises;
  std::vector<BetSize> donks;  // the first player's bets after calling on the street before
  bool has_donks = false;      // otherwise donks are bets
};

// When sizes are added, dropped or pushed all the way.
struct Thresholds {
  double add_all_in = 0;    // all-in is added if it is at most so many pots
  double force_all_in = 0;  // a bet that leaves at most so many pots behind is all-in
  double merge = 0;         // of two sizes nearer than this the smaller goes
};

// What the player to act faces.
struct Facing {
  Chips pot;       // without this street's bets
  Chips bet;       // what the other has bet on this street
  Chips last;      // the smallest amount by which one must raise
  Chips stack;     // to which one's bet on this street can go at most
  int streets_left; // this one counted
};

// Amounts to which this street's bet may be brought, in ascending order.
std::vector<Chips> bet_targets(const Facing& facing, const std::vector<BetSize>& sizes,
                            const Thresholds& thresholds);

}  // namespace fivebet
