#include "table/showdown.hpp"

#include "cards/evaluator.hpp"
#include "cards/hand_ranking.hpp"

namespace fivebet {

namespace {

// 0 when a card is unknown.
CardSet cards_of(const std::uint8_t* cards, int n) {
  CardSet set = 0;
  for (int i = 0; i < n; ++i) {
    if (cards[i] == kUnknownCard) return 0;
    set |= card_set(cards[i]);
  }
  return set;
}

Seats best_of(Seats players, const std::uint32_t* values) {
  std::uint32_t best = 0;
  Seats winners = 0;
  for (unsigned left = players; left; left &= left - 1) {
    const int seat = std::countr_zero(left);
    if (values[seat] > best) {
      best = values[seat];
      winners = 0;
    }
    if (values[seat] == best) winners |= seat_bit(seat);
  }
  return winners;
}

// Calls pay(seat, parts). Odd chips go to the first winners left of the button,
// where the counting of seats begins.
template <class Pay>
void split(const Game& game, Chips chips, Seats winners, Pay pay) {
  const Chips count = std::popcount(winners);
  const Chips whole = game.book.splits_fractions ? chips * kChipFractions / count : chips / count * kChipFractions;
  Chips odd = game.book.splits_fractions ? 0 : chips % count;
  for (unsigned left = winners; left; left &= left - 1) {
    pay(std::countr_zero(left), odd > 0 ? whole + kChipFractions : whole);
    if (odd > 0) --odd;
  }
}

// Values of these hands, 0 for the mucked; false if one is not known.
bool value_hands(const Game& game, const HandState& state, Seats seats, std::uint32_t* values) {
  const int on_board = game.board_cards[game.rounds - 1];
  const CardSet board = cards_of(state.board, on_board);
  if (on_board && !board) return false;
  for (unsigned left = seats; left; left &= left - 1) {
    const int seat = std::countr_zero(left);
    const CardSet hole = cards_of(state.hole[seat], game.hole_cards);
    if (!hole && !(state.mucked & seat_bit(seat))) return false;
    values[seat] = hole ? hand_value(hole | board) : 0;
  }
  return true;
}

// The last to bet on the final street shows first, else the first left of the
// button; after that a hand is shown only if it still can win a pot. With
// somebody all-in every hand is tabled.
void show_hands(const Game& game, HandState& state, const Pot* pots, int n, const std::uint32_t* values) {
  const auto known = static_cast<Seats>(state.in & ~state.mucked);
  if (!game.book.losers_muck || state.can_act != state.in) {
    state.shown = known;
    return;
  }
  state.shown = 0;
  int seat = seat_from(known, state.aggressor < 0 ? 0 : state.aggressor);
  for (int turn = std::popcount(known); turn > 0; --turn) {
    bool can_win = state.shown == 0;
    for (int i = 0; i < n; ++i) {
      if (!(pots[i].players & seat_bit(seat))) continue;
      const auto shown = static_cast<Seats>(pots[i].players & state.shown);
      can_win |= best_of(static_cast<Seats>(shown | seat_bit(seat)), values) & seat_bit(seat);
    }
    if (can_win) state.shown |= seat_bit(seat);
    seat = seat_from(known, (seat + 1) % game.seats);
  }
}

}  // namespace

std::uint32_t hand_value(CardSet cards) {
  if (count(cards) >= 5) return evaluate(cards);
  RankCounts ranks{};
  for (; cards; cards = without_first(cards)) ++ranks[static_cast<std::size_t>(rank_of(first_card(cards)))];
  return ranking::rank_score(ranks);
}

int side_pots(const Game& game, const HandState& state, Pot (&pots)[kMaxSeats]) {
  int n = 0;
  Chips from = 0;
  Seats players = state.in;
  Chips rest = pot_of(game, state);
  while (players) {
    Chips to = kUnlimited * kMaxSeats;
    for (unsigned left = players; left; left &= left - 1)
      to = std::min(to, state.contributed[std::countr_zero(left)]);
    Chips chips = n == 0 ? state.dead : 0;
    Seats above = 0;
    for (int seat = 0; seat < game.seats; ++seat) {
      chips += std::min(state.contributed[seat], to) - std::min(state.contributed[seat], from);
      if (state.contributed[seat] > to) above |= seat_bit(seat) & state.in;
    }
    if (chips > 0) {
      pots[n++] = {chips, players};
      rest -= chips;
    }
    players = above;
    from = to;
  }
  // Chips of a folded player above everybody who is still in.
  if (n > 0) pots[n - 1].chips += rest;
  return n;
}

void show_down(const Game& game, HandState& state) {
  std::uint32_t values[kMaxSeats];
  if (!value_hands(game, state, state.in, values)) return;
  Pot pots[kMaxSeats];
  const int n = side_pots(game, state, pots);
  for (int i = 0; i < n; ++i)
    if (!(pots[i].players & ~state.mucked)) return;
  for (int i = 0; i < n; ++i)
    split(game, pots[i].chips, best_of(pots[i].players, values),
          [&](int seat, Chips parts) { state.won[seat] += parts; });
  show_hands(game, state, pots, n, values);
  state.decided = true;
}

std::vector<Award> awards(const Game& game, const HandState& state) {
  std::uint32_t values[kMaxSeats] = {};
  value_hands(game, state, state.shown, values);
  Pot pots[kMaxSeats];
  const int n = side_pots(game, state, pots);
  std::vector<Award> all;
  for (int i = 0; i < n; ++i) {
    const auto shown = static_cast<Seats>(pots[i].players & state.shown);
    const Seats winners = shown ? best_of(shown, values) : pots[i].players;
    split(game, pots[i].chips, winners,
          [&](int seat, Chips parts) { all.push_back({i, seat, parts}); });
  }
  return all;
}

void add_flows(const Game& game, const HandState& state, const Chips* stacks, double* matrix) {
  const int seats = game.seats;
  Pot pots[kMaxSeats];
  const int n = side_pots(game, state, pots);
  double won[kMaxSeats][kMaxSeats] = {};
  for (const Award& award : awards(game, state))
    won[award.pot][award.seat] += static_cast<double>(award.parts) / kChipFractions;
  Chips from = 0;
  for (int i = 0; i < n; ++i) {
    // A pot reaches up to the least that anybody who can win it has put in, the last one to the top.
    Chips to = kUnlimited * kMaxSeats;
    for (unsigned left = i + 1 < n ? pots[i].players : 0u; left; left &= left - 1)
      to = std::min(to, state.contributed[std::countr_zero(left)]);
    const auto pot = static_cast<double>(pots[i].chips);
    for (int loser = 0; loser < seats; ++loser) {
      Chips paid = std::min(state.contributed[loser], to) - std::min(state.contributed[loser], from);
      // Antes that not all pay alike lie in the main pot, whoever paid them.
      if (i == 0) paid += std::min(stacks[loser], game.cap) - state.behind[loser] - state.contributed[loser];
      for (int winner = 0; winner < seats && paid; ++winner) {
        const double flow = static_cast<double>(paid) * won[i][winner] / pot;
        matrix[winner * seats + loser] += flow;
        matrix[loser * seats + winner] -= flow;
      }
    }
    from = to;
  }
}

}  // namespace fivebet
