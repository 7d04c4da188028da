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

#include "table/game.hpp"
#include "util/random.hpp"

namespace fivebet {

inline constexpr std::uint8_t kUnknownCard = 255;

struct HandState {
  Chips contributed[kMaxSeats];
  Chips behind[kMaxSeats];  // behind, as far as the cap lets them be bet
  Chips won[kMaxSeats];   // parts of a chip, when done
  Chips level;            // to be matched
  Chips base;
  Chips raise_by;  // the last full bet or raise of the street
  Chips min_to;    // the least that a raise brings one's spent to
  Chips dead;
  Seats in;
  Seats can_act;     // in, with chips behind
  Seats to_act;  // yet to act on this street
  Seats acted;    // on this street
  Seats shown;    // at showdown
  Seats mucked;   // hands that are unknown because they were thrown away at showdown
  std::uint16_t actions;
  std::int16_t raises;  // on this street
  std::int8_t street;
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
inline CardSet set_of(const std::uint8_t* cards, int n) {
  CardSet set = 0;
  for (int i = 0; i < n; ++i) set |= card_set(cards[i]);
  return set;
}

// What the seat to act may do. Amounts are those of a player's street: `call`
// is what it adds, a raise goes to between min_to and max_to.
struct LegalActions {
  Chips call;
  Chips min_to;
  Chips max_to;
  bool fold;
  bool raise;
};

// Posts antes and blinds of players with these stacks. Cards are dealt before.
void start_hand(const Game& game, const Chips* stacks, HandState& state);

// Hole cards seat by seat, then the whole board.
void deal_cards(const Game& game, Stream& stream, HandState& state);

// Ends the betting for good: the uncalled bet goes back, the pots to the winners.
void settle(const Game& game, HandState& state);

// Everything in the middle and in front of the players.
inline Chips pot_of(const Game& game, const HandState& state) {
  Chips pot = state.dead;
  for (int seat = 0; seat < game.seats; ++seat) pot += state.contributed[seat];
  return pot;
}

// The level that a seat has to match. A blind posted short counts as full, and
// so does one whose owner has folded for nothing, but nobody has to put in more
// than the richest other player could ever match.
inline Chips to_match(const HandState& state, int seat) {
  if (!state.unmatched) [[likely]]
    return state.level;
  Chips others = 0;
  for (unsigned left = state.in & ~seat_bit(seat); left; left &= left - 1) {
    const int other = std::countr_zero(left);
    others = std::max(others, state.contributed[other] + state.behind[other]);
  }
  return std::max(std::min(state.level, others), state.contributed[seat]);
}

inline bool may_raise(const Game& game, const HandState& state, int seat) {
  const bool capped = state.raises >= game.max_raises[state.street] &&
                      !(game.uncapped_heads_up && std::popcount(state.in) == 2);
  const Chips facing = state.level - state.contributed[seat];
  if (capped || at_most_one(state.can_act) || state.behind[seat] <= facing) return false;
  if (game.book.short_all_in_reopens || !(state.acted & seat_bit(seat))) return true;
  // In limit games half a raise is enough to reopen the betting.
  return (game.fixed_limit() ? 2 * facing : facing) >= state.raise_by;
}

inline LegalActions legal_actions(const Game& game, const HandState& state) {
  const int seat = state.actor;
  const Chips contributed = state.contributed[seat];
  const Chips all_in = contributed + state.behind[seat];
  const Chips call = std::min(to_match(state, seat), all_in) - contributed;
  LegalActions legal{call, 0, 0, game.book.fold_when_free || call > 0, may_raise(game, state, seat)};
  if (legal.raise) {
    Chips most = game.most[state.street];
    if (game.pot_limit) most = std::min(most, pot_of(game, state) + state.level - contributed);
    const Chips max_to = std::max(state.level + most, state.min_to);
    legal.max_to = std::min(max_to, all_in) - state.base;
    legal.min_to = std::min(state.min_to, all_in) - state.base;
  }
  return legal;
}

inline void begin_street(const Game& game, HandState& state, int street, Chips raise_by) {
  state.street = static_cast<std::int8_t>(street);
  state.raises = 0;
  state.aggressor = -1;
  state.acted = 0;
  state.raise_by = std::clamp(raise_by, game.least[street], game.most[street]);
  state.min_to = state.level + state.raise_by;
  state.to_act = state.can_act;
}

// Passes the turn on, to the next player, the next street or the end.
inline void pass_turn(const Game& game, HandState& state) {
  if (at_most_one(state.in)) return settle(game, state);
  if (at_most_one(state.can_act) && state.to_act && !game.book.last_player_acts) {
    const int last = std::countr_zero(static_cast<unsigned>(state.to_act));
    if (to_match(state, last) <= state.contributed[last]) state.to_act = 0;
  }
  if (state.to_act) {
    state.actor = static_cast<std::int8_t>(seat_from(state.to_act, state.actor));
    return;
  }
  if (at_most_one(state.can_act) || state.street + 1 == game.streets) return settle(game, state);
  state.base = state.level;
  state.unmatched = false;
  begin_street(game, state, state.street + 1, 0);
  state.actor = static_cast<std::int8_t>(seat_from(state.to_act, game.first[state.street]));
}

inline void mark_acted(HandState& state) {
  state.acted |= seat_bit(state.actor);
  state.to_act &= static_cast<Seats>(~seat_bit(state.actor));
  ++state.actions;
}

// The three moves, unchecked: what legal() does not allow must not be asked for.
inline void fold(const Game& game, HandState& state) {
  mark_acted(state);
  state.unmatched |= state.contributed[state.actor] == state.level;
  state.in &= static_cast<Seats>(~seat_bit(state.actor));
  state.can_act &= state.in;
  pass_turn(game, state);
}

inline void pay(HandState& state, int seat, Chips chips) {
  state.contributed[seat] += chips;
  state.behind[seat] -= chips;
  if (state.behind[seat] == 0) state.can_act &= static_cast<Seats>(~seat_bit(seat));
}

inline void check_or_call(const Game& game, HandState& state) {
  const int seat = state.actor;
  mark_acted(state);
  const Chips call = to_match(state, seat) - state.contributed[seat];
  if (call > 0) pay(state, seat, std::min(call, state.behind[seat]));
  pass_turn(game, state);
}

// `to` is the player's bet on this street when done.
inline void raise_to(const Game& game, HandState& state, Chips to) {
  const int seat = state.actor;
  const Chips target = state.base + to;
  const Chips by = target - state.level;
  mark_acted(state);
  pay(state, seat, target - state.contributed[seat]);
  state.to_act = state.can_act & static_cast<Seats>(~seat_bit(seat));
  const bool full = by >= state.raise_by;
  // A short all-in is no raise where the cap counts them, unless it reopens.
  if (full || game.book.short_all_in_reopens || (game.fixed_limit() && 2 * by >= state.raise_by))
    ++state.raises;
  if (full) state.raise_by = by;
  state.min_to = game.book.minimum_stays && !game.fixed_limit() ? std::max(state.min_to, target + by)
                                                               : target + state.raise_by;
  state.level = target;
  state.unmatched = false;
  state.aggressor = static_cast<std::int8_t>(seat);
  pass_turn(game, state);
}

}  // namespace fivebet
