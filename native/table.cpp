#include "table.hpp"

#include <cstring>

#include "showdown.hpp"

namespace fivebet {

namespace {

Chips post(Deal& deal, int seat, Chips chips) {
  const Chips paid = std::min(chips, deal.left[seat]);
  deal.left[seat] -= paid;
  return paid;
}

// What nobody has called goes back to the one who bet it.
void return_uncalled(const Game& game, Deal& deal) {
  int top = 0;
  Chips second = 0;
  for (int seat = 1; seat < game.seats; ++seat) {
    const bool higher = deal.spent[seat] > deal.spent[top];
    second = std::max(second, higher ? deal.spent[top] : deal.spent[seat]);
    if (higher) top = seat;
  }
  if (deal.spent[top] == second) return;
  deal.uncalled = deal.spent[top] - second;
  deal.returned = static_cast<std::int8_t>(top);
  deal.spent[top] -= deal.uncalled;
  deal.left[top] += deal.uncalled;
}

}  // namespace

void start(const Game& game, const Chips* stacks, Deal& deal) {
  std::memset(&deal.won, 0, sizeof deal.won);
  deal.dead = 0;
  deal.uncalled = 0;
  deal.shown = 0;
  deal.actions = 0;
  deal.returned = -1;
  deal.over = false;
  deal.decided = false;
  deal.in = static_cast<Seats>((1u << game.seats) - 1);
  deal.able = 0;
  deal.base = game.common_ante;
  Chips highest = 0;
  Chips big = 0;
  for (int seat = 0; seat < game.seats; ++seat) {
    deal.left[seat] = std::min(stacks[seat], game.cap);
    deal.spent[seat] = post(deal, seat, game.common_ante);
    deal.dead += post(deal, seat, game.ante[seat] - game.common_ante);
    deal.spent[seat] += post(deal, seat, game.blind[seat]);
    if (deal.left[seat] > 0) deal.able |= seat_bit(seat);
    highest = std::max(highest, deal.spent[seat]);
    big = std::max(big, game.blind[seat]);
  }
  deal.level = std::max(highest, deal.base + big);
  deal.unmatched = deal.level > highest;
  begin_round(game, deal, 0, big);
  deal.actor = static_cast<std::int8_t>(game.first[0]);
  pass_turn(game, deal);
}

void deal_cards(const Game& game, Stream& stream, Deal& deal) {
  std::uint8_t deck[kDeckSize];
  std::memcpy(deck, game.deck, sizeof deck);
  int left = game.deck_size;
  const auto draw = [&] {
    const std::uint64_t at = stream.below(static_cast<std::uint64_t>(left));
    const std::uint8_t card = deck[at];
    deck[at] = deck[--left];
    return card;
  };
  for (int seat = 0; seat < game.seats; ++seat)
    for (int i = 0; i < game.hole_cards; ++i) deal.hole[seat][i] = draw();
  for (int i = 0; i < game.board_cards[game.rounds - 1]; ++i) deal.board[i] = draw();
}

void settle(const Game& game, Deal& deal) {
  return_uncalled(game, deal);
  deal.over = true;
  deal.actor = -1;
  deal.pending = 0;
  if (at_most_one(deal.in)) {
    deal.won[std::countr_zero(static_cast<unsigned>(deal.in))] = kParts * pot_of(game, deal);
    deal.decided = true;
    return;
  }
  deal.round = static_cast<std::int8_t>(game.rounds - 1);
  show_down(game, deal);
}

}  // namespace fivebet
