// The rules of the table: a deal in progress and what its players may do.
//
// `Deal` is a plain value without pointers, so that copying it is copying some
// 350 bytes; a search copies before it acts and throws the copy away. Players
// are bits of a `Seats` word: who is in, who can still bet, who has yet to act.
// A round is over when nobody has yet to act. `spent` counts what a player has
// in the pots over the whole hand; what others call a bet on this street is
// spent less `base`, the level at which the street began.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "game.hpp"
#include "stream.hpp"

namespace fivebet {

using Seats = std::uint16_t;

constexpr Seats seat_bit(int seat) { return static_cast<Seats>(1u << seat); }
constexpr bool at_most_one(Seats seats) { return (seats & (seats - 1)) == 0; }

// The first of these seats at or after one, around the table.
constexpr int seat_from(Seats seats, int seat) {
  const unsigned later = static_cast<unsigned>(seats) >> seat << seat;
  return std::countr_zero(later ? later : static_cast<unsigned>(seats));
}

inline constexpr std::uint8_t kUnknownCard = 255;
// Winnings are counted in parts of a chip that every split divides.
inline constexpr Chips kParts = 2520;

struct Deal {
  Chips spent[kMaxSeats];
  Chips left[kMaxSeats];  // behind, as far as the cap lets them be bet
  Chips won[kMaxSeats];   // parts of a chip, when done
  Chips level;            // to be matched
  Chips base;
  Chips raise_by;  // the last full bet or raise of the street
  Chips min_to;    // the least that a raise brings one's spent to
  Chips dead;
  Seats in;
  Seats able;     // in, with chips behind
  Seats pending;  // yet to act on this street
  Seats acted;    // on this street
  Seats shown;    // at showdown
  Seats mucked;   // hands that are unknown because they were thrown away at showdown
  std::uint16_t actions;
  std::int16_t raises;  // on this street
  std::int8_t round;
  std::int8_t actor;      // -1 when over
  std::int8_t aggressor;  // of this street, or -1
  std::int8_t returned;   // the seat that got an uncalled bet back, or -1
  bool unmatched;         // maybe nobody who is in has as much in the pot as is to be matched
  bool over;
  bool decided;  // false while playing, and for ever if cards stay unknown
  std::uint8_t hole[kMaxSeats][kMaxHole];
  std::uint8_t board[kMaxBoard];
  Chips uncalled;
};

// The set of cards that are all known.
inline Cards set_of(const std::uint8_t* cards, int n) {
  Cards set = 0;
  for (int i = 0; i < n; ++i) set |= card_set(cards[i]);
  return set;
}

// What the seat to act may do. Amounts are those of a player's street: `call`
// is what it adds, a raise goes to between min_to and max_to.
struct Legal {
  Chips call;
  Chips min_to;
  Chips max_to;
  bool fold;
  bool raise;
};

// Posts antes and blinds of players with these stacks. Cards are dealt before.
void start(const Game& game, const Chips* stacks, Deal& deal);

// Hole cards seat by seat, then the whole board.
void deal_cards(const Game& game, Stream& stream, Deal& deal);

// Ends the betting for good: the uncalled bet goes back, the pots to the winners.
void settle(const Game& game, Deal& deal);

// Everything in the middle and in front of the players.
inline Chips pot_of(const Game& game, const Deal& deal) {
  Chips pot = deal.dead;
  for (int seat = 0; seat < game.seats; ++seat) pot += deal.spent[seat];
  return pot;
}

// The level that a seat has to match. A blind posted short counts as full, and
// so does one whose owner has folded for nothing, but nobody has to put in more
// than the richest other player could ever match.
inline Chips to_match(const Deal& deal, int seat) {
  if (!deal.unmatched) [[likely]]
    return deal.level;
  Chips others = 0;
  for (unsigned left = deal.in & ~seat_bit(seat); left; left &= left - 1) {
    const int other = std::countr_zero(left);
    others = std::max(others, deal.spent[other] + deal.left[other]);
  }
  return std::max(std::min(deal.level, others), deal.spent[seat]);
}

inline bool may_raise(const Game& game, const Deal& deal, int seat) {
  const bool capped = deal.raises >= game.max_raises[deal.round] &&
                      !(game.uncapped_heads_up && std::popcount(deal.in) == 2);
  const Chips facing = deal.level - deal.spent[seat];
  if (capped || at_most_one(deal.able) || deal.left[seat] <= facing) return false;
  if (game.book.short_all_in_reopens || !(deal.acted & seat_bit(seat))) return true;
  // In limit games half a raise is enough to reopen the betting.
  return (game.fixed_limit() ? 2 * facing : facing) >= deal.raise_by;
}

inline Legal legal(const Game& game, const Deal& deal) {
  const int seat = deal.actor;
  const Chips spent = deal.spent[seat];
  const Chips all_in = spent + deal.left[seat];
  const Chips call = std::min(to_match(deal, seat), all_in) - spent;
  Legal may{call, 0, 0, game.book.fold_when_free || call > 0, may_raise(game, deal, seat)};
  if (may.raise) {
    Chips most = game.most[deal.round];
    if (game.pot_limit) most = std::min(most, pot_of(game, deal) + deal.level - spent);
    const Chips max_to = std::max(deal.level + most, deal.min_to);
    may.max_to = std::min(max_to, all_in) - deal.base;
    may.min_to = std::min(deal.min_to, all_in) - deal.base;
  }
  return may;
}

inline void begin_round(const Game& game, Deal& deal, int round, Chips raise_by) {
  deal.round = static_cast<std::int8_t>(round);
  deal.raises = 0;
  deal.aggressor = -1;
  deal.acted = 0;
  deal.raise_by = std::clamp(raise_by, game.least[round], game.most[round]);
  deal.min_to = deal.level + deal.raise_by;
  deal.pending = deal.able;
}

// Passes the turn on, to the next player, the next street or the end.
inline void pass_turn(const Game& game, Deal& deal) {
  if (at_most_one(deal.in)) return settle(game, deal);
  if (at_most_one(deal.able) && deal.pending && !game.book.last_player_acts) {
    const int last = std::countr_zero(static_cast<unsigned>(deal.pending));
    if (to_match(deal, last) <= deal.spent[last]) deal.pending = 0;
  }
  if (deal.pending) {
    deal.actor = static_cast<std::int8_t>(seat_from(deal.pending, deal.actor));
    return;
  }
  if (at_most_one(deal.able) || deal.round + 1 == game.rounds) return settle(game, deal);
  deal.base = deal.level;
  deal.unmatched = false;
  begin_round(game, deal, deal.round + 1, 0);
  deal.actor = static_cast<std::int8_t>(seat_from(deal.pending, game.first[deal.round]));
}

inline void mark_acted(Deal& deal) {
  deal.acted |= seat_bit(deal.actor);
  deal.pending &= static_cast<Seats>(~seat_bit(deal.actor));
  ++deal.actions;
}

// The three moves, unchecked: what legal() does not allow must not be asked for.
inline void fold(const Game& game, Deal& deal) {
  mark_acted(deal);
  deal.unmatched |= deal.spent[deal.actor] == deal.level;
  deal.in &= static_cast<Seats>(~seat_bit(deal.actor));
  deal.able &= deal.in;
  pass_turn(game, deal);
}

inline void pay(Deal& deal, int seat, Chips chips) {
  deal.spent[seat] += chips;
  deal.left[seat] -= chips;
  if (deal.left[seat] == 0) deal.able &= static_cast<Seats>(~seat_bit(seat));
}

inline void check_or_call(const Game& game, Deal& deal) {
  const int seat = deal.actor;
  mark_acted(deal);
  const Chips call = to_match(deal, seat) - deal.spent[seat];
  if (call > 0) pay(deal, seat, std::min(call, deal.left[seat]));
  pass_turn(game, deal);
}

// `to` is the player's bet on this street when done.
inline void raise_to(const Game& game, Deal& deal, Chips to) {
  const int seat = deal.actor;
  const Chips target = deal.base + to;
  const Chips by = target - deal.level;
  mark_acted(deal);
  pay(deal, seat, target - deal.spent[seat]);
  deal.pending = deal.able & static_cast<Seats>(~seat_bit(seat));
  const bool full = by >= deal.raise_by;
  // A short all-in is no raise where the cap counts them, unless it reopens.
  if (full || game.book.short_all_in_reopens || (game.fixed_limit() && 2 * by >= deal.raise_by))
    ++deal.raises;
  if (full) deal.raise_by = by;
  deal.min_to = game.book.minimum_stays && !game.fixed_limit() ? std::max(deal.min_to, target + by)
                                                               : target + deal.raise_by;
  deal.level = target;
  deal.unmatched = false;
  deal.aggressor = static_cast<std::int8_t>(seat);
  pass_turn(game, deal);
}

}  // namespace fivebet
