// What is played, as numbers: seats, chips, bet sizes, streets, deck and book.
//
// Seats are counted from the button's left: seat 0 is the first to act after
// the flop and the last seat is the button, heads-up too. Every betting
// structure is the same three numbers, the least and the most that a bet or
// raise may add on each street and whether the pot bounds it:
//
//   fixed limit   least = most      spread limit  least < most
//   no limit      most unbounded    pot limit     most unbounded, by the pot
//   cap limit     no limit, on stacks cut to the cap
#pragma once

#include <cstdint>

#include "cards/card_set.hpp"
#include "table/chips.hpp"
#include "table/seats.hpp"

namespace fivebet {

inline constexpr int kMaxStreets = 4;
inline constexpr int kMaxHole = 3;
inline constexpr int kMaxBoard = 6;
inline constexpr int kMaxHand = 7;  // hole cards and board, that can be valued

// Where the rules of poker rooms and of the computer poker competition differ.
struct RuleBook {
  bool short_all_in_reopens;  // even for those who have acted and face less than a full raise
  bool minimum_stays;         // the minimum raise-to does not move with a short all-in
  bool splits_fractions;      // a split pot has no odd chips
  bool corrects;              // an illegal action becomes the nearest legal one
  bool fold_when_free;        // one may fold with nothing to call
  bool losers_muck;           // a hand that cannot win need not be shown
  bool last_player_acts;      // also one who owes nothing to players who are all all-in
};
inline constexpr RuleBook kTda{false, false, false, false, true, true, false};
inline constexpr RuleBook kAcpc{true, true, true, true, false, false, true};

struct Game {
  RuleBook book = kTda;
  int seats = 2;
  int streets = 4;
  int hole_cards = 2;
  int board_cards[kMaxStreets] = {0, 3, 4, 5};  // on the table in each round
  int deck_size = kDeckSize;
  std::uint8_t deck[kDeckSize] = {};
  int first[kMaxStreets] = {};  // seat to act first, if it can

  Chips stack[kMaxSeats] = {};
  Chips blind[kMaxSeats] = {};
  Chips ante[kMaxSeats] = {};
  // The ante that all pay alike is part of a player's stake and bounds what a
  // short stack can win; what some pay above it, a big blind's ante say, is dead
  // money for everybody.
  Chips common_ante = 0;

  Chips least[kMaxStreets] = {};
  Chips most[kMaxStreets] = {};
  int max_raises[kMaxStreets] = {};
  bool uncapped_heads_up = false;
  bool pot_limit = false;
  Chips cap = kUnlimited;  // the most a player can lose in a hand

  bool fixed_limit() const { return least[0] == most[0]; }
  // Two hole cards and a board of three, four and five, whatever the betting.
  bool holdem() const {
    return streets == 4 && hole_cards == 2 && deck_size == kDeckSize && board_cards[0] == 0 &&
           board_cards[1] == 3 && board_cards[2] == 4 && board_cards[3] == 5;
  }
  Chips big_blind() const {
    Chips big = 0;
    for (int seat = 0; seat < seats; ++seat) big = blind[seat] > big ? blind[seat] : big;
    return big;
  }
};

}  // namespace fivebet
