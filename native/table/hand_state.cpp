#include "table/hand_state.hpp"

#include <cstring>

#include "cards/deck.hpp"
#include "table/showdown.hpp"

namespace fivebet {

namespace {

Chips post(HandState& state, int seat, Chips chips) {
  const Chips paid = std::min(chips, state.behind[seat]);
  state.behind[seat] -= paid;
  return paid;
}

// What nobody has called goes back to the one who bet it.
void return_uncalled(const Game& game, HandState& state) {
  int top = 0;
  Chips second = 0;
  for (int seat = 1; seat < game.seats; ++seat) {
    const bool higher = state.contributed[seat] > state.contributed[top];
    second = std::max(second, higher ? state.contributed[top] : state.contributed[seat]);
    if (higher) top = seat;
  }
  if (state.contributed[top] == second) return;
  state.uncalled = state.contributed[top] - second;
  state.returned = static_cast<std::int8_t>(top);
  state.contributed[top] -= state.uncalled;
  state.behind[top] += state.uncalled;
}

}  // namespace

void start_hand(const Game& game, const Chips* stacks, HandState& state) {
  std::memset(&state.won, 0, sizeof state.won);
  state.dead = 0;
  state.uncalled = 0;
  state.shown = 0;
  state.actions = 0;
  state.returned = -1;
  state.over = false;
  state.decided = false;
  state.in = static_cast<Seats>((1u << game.seats) - 1);
  state.can_act = 0;
  state.base = game.common_ante;
  Chips highest = 0;
  Chips big = 0;
  for (int seat = 0; seat < game.seats; ++seat) {
    state.behind[seat] = std::min(stacks[seat], game.cap);
    state.contributed[seat] = post(state, seat, game.common_ante);
    state.dead += post(state, seat, game.ante[seat] - game.common_ante);
    state.contributed[seat] += post(state, seat, game.blind[seat]);
    if (state.behind[seat] > 0) state.can_act |= seat_bit(seat);
    highest = std::max(highest, state.contributed[seat]);
    big = std::max(big, game.blind[seat]);
  }
  state.level = std::max(highest, state.base + big);
  state.unmatched = state.level > highest;
  begin_street(game, state, 0, big);
  state.actor = static_cast<std::int8_t>(game.first[0]);
  pass_turn(game, state);
}

void deal_cards(const Game& game, Stream& stream, HandState& state) {
  Deck deck(game.deck, game.deck_size);
  const auto draw = [&] { return static_cast<std::uint8_t>(deck.draw(stream)); };
  for (int seat = 0; seat < game.seats; ++seat)
    for (int i = 0; i < game.hole_cards; ++i) state.hole[seat][i] = draw();
  for (int i = 0; i < game.board_cards[game.streets - 1]; ++i) state.board[i] = draw();
}

void settle(const Game& game, HandState& state) {
  return_uncalled(game, state);
  state.over = true;
  state.actor = -1;
  state.to_act = 0;
  if (at_most_one(state.in)) {
    state.won[std::countr_zero(static_cast<unsigned>(state.in))] = kChipFractions * pot_of(game, state);
    state.decided = true;
    return;
  }
  state.street = static_cast<std::int8_t>(game.streets - 1);
  show_down(game, state);
}

}  // namespace fivebet
