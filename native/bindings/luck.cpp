// The Python face of luck adjustment.
#include <nanobind/nanobind.h>

#include "bindings/arrays.hpp"
#include "table/luck.hpp"
#include "bindings/hand_info.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fivebet;

namespace {

// Hold'em with every card known: nothing else has a luck that we can count.
void check(const HandInfo& hand) {
  const Game& game = *hand.rules;
  if (!game.holdem()) throw std::invalid_argument("luck is adjusted in hold'em only");
  for (int seat = 0; seat < game.seats; ++seat)
    for (int i = 0; i < game.hole_cards; ++i)
      if (hand.state.hole[seat][i] == kUnknownCard) throw std::invalid_argument("hole cards are unknown");
  for (int i = 0; i < game.board_cards[game.streets - 1]; ++i)
    if (hand.state.board[i] == kUnknownCard) throw std::invalid_argument("the board is unknown");
}

// A row for each chance, a column for each seat.
Array<double> terms(const Hand& hand, const CardLuck& luck) {
  const auto seats = static_cast<std::size_t>(hand.rules->seats);
  std::vector<double> numbers;
  for (const auto& term : luck.terms) numbers.insert(numbers.end(), term, term + seats);
  return array(std::move(numbers), {kLuckSources, seats});
}

void check_over(const Hand& hand) {
  check(hand);
  if (!hand.state.over) throw std::invalid_argument("the hand is not over");
}

Array<double> card_luck_of(const Hand& hand, std::size_t samples, std::uint64_t seed) {
  check_over(hand);
  if (samples == 0) throw std::invalid_argument("no samples");
  return terms(hand, card_luck(*hand.rules, hand.state, hand.stacks.data(), hand.moves, samples, seed, hand.number));
}

Array<double> run_out_luck_of(const Hand& hand) {
  check_over(hand);
  return terms(hand, run_out_luck(*hand.rules, hand.state, hand.stacks.data(), hand.moves));
}

Array<double> range_shares_of(const Hand& hand, int seat, std::uint32_t players, int board_cards,
                              std::size_t samples, std::uint64_t seed, std::uint64_t part) {
  check(hand);
  const Game& game = *hand.rules;
  if (seat < 0 || seat >= game.seats || players >> game.seats || !(players & ~(1u << seat)) ||
      samples == 0 || board_cards < 0 || board_cards > 5)
    throw std::invalid_argument("no such seats, board or samples");
  HoleCards holes{game.seats, {}};
  for (int i = 0; i < game.seats; ++i) holes.hands[i] = set_of(hand.state.hole[i], game.hole_cards);
  const CardSet board = set_of(hand.state.board, board_cards);
  const CardSet others = holes.all() & ~holes.hands[seat];
  static constexpr std::uint64_t kPurpose = purpose_key("luck");
  const auto boards = boards_to_come(board, others, samples, Stream(seed, kPurpose, hand.number, part));
  const auto seats = static_cast<std::size_t>(game.seats);
  std::vector<double> columns(seats * kCombos, 0.0);
  range_shares(holes, seat, static_cast<Seats>(players), boards, columns.data());
  return array(std::move(columns), {seats, kCombos});
}

nb::tuple checked_down(const Hand& hand, nb::object action) {
  HandState state = hand.state;
  if (!action.is_none()) act(*hand.rules, state, nb::cast<Action>(action));
  const CheckedDown down = check_down(*hand.rules, state);
  nb::list pots;
  for (int i = 0; i < down.n; ++i) pots.append(nb::make_tuple(down.pots[i].chips, down.pots[i].players));
  nb::list contributed;
  for (int seat = 0; seat < hand.rules->seats; ++seat) contributed.append(down.contributed[seat]);
  return nb::make_tuple(pots, contributed);
}

}  // namespace

void bind_luck(nb::module_& m) {
  m.def("card_luck", &card_luck_of, "hand"_a, "samples"_a, "seed"_a);
  m.def("run_out_luck", &run_out_luck_of, "hand"_a);
  m.def("range_shares", &range_shares_of, "hand"_a, "seat"_a, "players"_a, "board_cards"_a, "samples"_a,
        "seed"_a, "part"_a);
  m.def("checked_down", &checked_down, "hand"_a, "action"_a = nb::none());
}
