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

// Calls pay(seat, fractions of a chip) for each winner.
template <class Pay>
void split_pot(const Game& game, Chips chips, Seats winners, Pay pay) {
  if (!game.book.splits_fractions)
    return split_chips(chips, winners, [&](int seat, Chips whole) { pay(seat, whole * kChipFractions); });
  each_seat(winners, [&](int seat) { pay(seat, chips * kChipFractions / std::popcount(winners)); });
}

// Values of these hands, 0 for the mucked; false if one is not known.
bool value_hands(const Game& game, const HandState& state, Seats seats, std::uint32_t* values) {
  const int on_board = game.board_cards[game.streets - 1];
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
      can_win |= best_hands(static_cast<Seats>(shown | seat_bit(seat)), values) & seat_bit(seat);
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
  return side_pots(state.contributed, game.seats, state.in, state.dead, pots);
}

void show_down(const Game& game, HandState& state) {
  std::uint32_t values[kMaxSeats];
  if (!value_hands(game, state, state.in, values)) return;
  Pot pots[kMaxSeats];
  const int n = side_pots(game, state, pots);
  for (int i = 0; i < n; ++i)
    if (!(pots[i].players & ~state.mucked)) return;
  for (int i = 0; i < n; ++i)
    split_pot(game, pots[i].chips, best_hands(pots[i].players, values),
          [&](int seat, Chips fractions) { state.won[seat] += fractions; });
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
    const Seats winners = shown ? best_hands(shown, values) : pots[i].players;
    split_pot(game, pots[i].chips, winners,
          [&](int seat, Chips fractions) { all.push_back({i, seat, fractions}); });
  }
  return all;
}

void add_flows(const Game& game, const HandState& state, const Chips* stacks, double* matrix) {
  const int seats = game.seats;
  Pot pots[kMaxSeats];
  const int n = side_pots(game, state, pots);
  double won[kMaxSeats][kMaxSeats] = {};
  for (const Award& award : awards(game, state))
    won[award.pot][award.seat] += static_cast<double>(award.fractions) / kChipFractions;
  Chips from = 0;
  for (int i = 0; i < n; ++i) {
    const Chips to = i + 1 < n ? pots[i].up_to : kUnlimited * kMaxSeats;
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
