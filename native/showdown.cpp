#include "showdown.hpp"

#include "evaluator.hpp"
#include "ranking.hpp"

namespace fivebet {

namespace {

// 0 when a card is unknown.
Cards cards_of(const std::uint8_t* cards, int n) {
  Cards set = 0;
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
  const Chips whole = game.book.splits_fractions ? chips * kParts / count : chips / count * kParts;
  Chips odd = game.book.splits_fractions ? 0 : chips % count;
  for (unsigned left = winners; left; left &= left - 1) {
    pay(std::countr_zero(left), odd > 0 ? whole + kParts : whole);
    if (odd > 0) --odd;
  }
}

// Values of these hands, 0 for the mucked; false if one is not known.
bool value_hands(const Game& game, const Deal& deal, Seats seats, std::uint32_t* values) {
  const int on_board = game.board_cards[game.rounds - 1];
  const Cards board = cards_of(deal.board, on_board);
  if (on_board && !board) return false;
  for (unsigned left = seats; left; left &= left - 1) {
    const int seat = std::countr_zero(left);
    const Cards hole = cards_of(deal.hole[seat], game.hole_cards);
    if (!hole && !(deal.mucked & seat_bit(seat))) return false;
    values[seat] = hole ? hand_value(hole | board) : 0;
  }
  return true;
}

// The last to bet on the final street shows first, else the first left of the
// button; after that a hand is shown only if it still can win a pot. With
// somebody all-in every hand is tabled.
void show_hands(const Game& game, Deal& deal, const Pot* pots, int n, const std::uint32_t* values) {
  const auto known = static_cast<Seats>(deal.in & ~deal.mucked);
  if (!game.book.losers_muck || deal.able != deal.in) {
    deal.shown = known;
    return;
  }
  deal.shown = 0;
  int seat = seat_from(known, deal.aggressor < 0 ? 0 : deal.aggressor);
  for (int turn = std::popcount(known); turn > 0; --turn) {
    bool can_win = deal.shown == 0;
    for (int i = 0; i < n; ++i) {
      if (!(pots[i].players & seat_bit(seat))) continue;
      const auto shown = static_cast<Seats>(pots[i].players & deal.shown);
      can_win |= best_of(static_cast<Seats>(shown | seat_bit(seat)), values) & seat_bit(seat);
    }
    if (can_win) deal.shown |= seat_bit(seat);
    seat = seat_from(known, (seat + 1) % game.seats);
  }
}

}  // namespace

std::uint32_t hand_value(Cards cards) {
  if (count(cards) >= 5) return evaluate(cards);
  RankCounts ranks{};
  for (; cards; cards = without_first(cards)) ++ranks[static_cast<std::size_t>(rank_of(first_card(cards)))];
  return ranking::rank_score(ranks);
}

int side_pots(const Game& game, const Deal& deal, Pot (&pots)[kMaxSeats]) {
  int n = 0;
  Chips from = 0;
  Seats players = deal.in;
  Chips rest = pot_of(game, deal);
  while (players) {
    Chips to = kUnlimited * kMaxSeats;
    for (unsigned left = players; left; left &= left - 1)
      to = std::min(to, deal.spent[std::countr_zero(left)]);
    Chips chips = n == 0 ? deal.dead : 0;
    Seats above = 0;
    for (int seat = 0; seat < game.seats; ++seat) {
      chips += std::min(deal.spent[seat], to) - std::min(deal.spent[seat], from);
      if (deal.spent[seat] > to) above |= seat_bit(seat) & deal.in;
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

void show_down(const Game& game, Deal& deal) {
  std::uint32_t values[kMaxSeats];
  if (!value_hands(game, deal, deal.in, values)) return;
  Pot pots[kMaxSeats];
  const int n = side_pots(game, deal, pots);
  for (int i = 0; i < n; ++i)
    if (!(pots[i].players & ~deal.mucked)) return;
  for (int i = 0; i < n; ++i)
    split(game, pots[i].chips, best_of(pots[i].players, values),
          [&](int seat, Chips parts) { deal.won[seat] += parts; });
  show_hands(game, deal, pots, n, values);
  deal.decided = true;
}

std::vector<Award> awards(const Game& game, const Deal& deal) {
  std::uint32_t values[kMaxSeats] = {};
  value_hands(game, deal, deal.shown, values);
  Pot pots[kMaxSeats];
  const int n = side_pots(game, deal, pots);
  std::vector<Award> all;
  for (int i = 0; i < n; ++i) {
    const auto shown = static_cast<Seats>(pots[i].players & deal.shown);
    const Seats winners = shown ? best_of(shown, values) : pots[i].players;
    split(game, pots[i].chips, winners,
          [&](int seat, Chips parts) { all.push_back({i, seat, parts}); });
  }
  return all;
}

void add_flows(const Game& game, const Deal& deal, const Chips* stacks, double* matrix) {
  const int seats = game.seats;
  Pot pots[kMaxSeats];
  const int n = side_pots(game, deal, pots);
  double won[kMaxSeats][kMaxSeats] = {};
  for (const Award& award : awards(game, deal))
    won[award.pot][award.seat] += static_cast<double>(award.parts) / kParts;
  Chips from = 0;
  for (int i = 0; i < n; ++i) {
    // A pot reaches up to the least that anybody who can win it has put in, the last one to the top.
    Chips to = kUnlimited * kMaxSeats;
    for (unsigned left = i + 1 < n ? pots[i].players : 0u; left; left &= left - 1)
      to = std::min(to, deal.spent[std::countr_zero(left)]);
    const auto pot = static_cast<double>(pots[i].chips);
    for (int loser = 0; loser < seats; ++loser) {
      Chips paid = std::min(deal.spent[loser], to) - std::min(deal.spent[loser], from);
      // Antes that not all pay alike lie in the main pot, whoever paid them.
      if (i == 0) paid += std::min(stacks[loser], game.cap) - deal.left[loser] - deal.spent[loser];
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
