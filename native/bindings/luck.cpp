// Python bindings of luck adjustment.
#include <nanobind/nanobind.h>

#include "bindings/arrays.hpp"
#include "bindings/checks.hpp"
#include "bindings/hand_info.hpp"
#include "bindings/long_work.hpp"
#include "table/luck.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fivebet;

namespace {

// Luck can be counted in hold'em with every card known only.
void check(const HandInfo& hand) {
  const Game& game = *hand.rules;
  if (!game.holdem()) throw std::invalid_argument("luck is adjusted in hold'em only");
  for (int seat = 0; seat < game.seats; ++seat)
    for (int i = 0; i < game.hole_cards; ++i)
      if (hand.state.hole[seat][i] == kUnknownCard) throw std::invalid_argument("hole cards are unknown");
  for (int i = 0; i < game.board_cards[game.streets - 1]; ++i)
    if (hand.state.board[i] == kUnknownCard) throw std::invalid_argument("the board is unknown");
}

// What is played of a hand, by value: it may go on in another thread.
struct PlayedHand {
  explicit PlayedHand(const Hand& hand)
      : game(*hand.rules), stacks(hand.stacks), number(hand.number), state(hand.state), moves(hand.moves) {
    check(hand);
  }

  const Game& game;  // which never changes
  std::array<Chips, kMaxSeats> stacks;
  std::uint64_t number;
  HandState state;
  std::vector<Move> moves;
};

// More samples than there are boards.
constexpr std::size_t kMostSamples = 10'000'000;

void check_samples(std::size_t samples) {
  need(samples >= 1 && samples <= kMostSamples, "there are 1 to 10,000,000 samples");
}

// A row for each source of luck, a column for each seat.
Array<double> terms(const PlayedHand& hand, const CardLuck& luck) {
  const auto seats = static_cast<std::size_t>(hand.game.seats);
  std::vector<double> numbers;
  for (const auto& term : luck.terms) numbers.insert(numbers.end(), term, term + seats);
  return array(std::move(numbers), {kLuckSources, seats});
}

PlayedHand finished(const Hand& hand) {
  need(hand.state.over, "the hand is not over");
  return PlayedHand(hand);
}

Array<double> card_luck_of(const Hand& given, std::size_t samples, std::uint64_t seed) {
  check_samples(samples);
  const PlayedHand hand = finished(given);
  return terms(hand, without_gil([&] {
                 return card_luck(hand.game, hand.state, hand.stacks.data(), hand.moves, samples, seed,
                                  hand.number);
               }));
}

Array<double> run_out_luck_of(const Hand& given) {
  const PlayedHand hand = finished(given);
  return terms(hand, without_gil([&] {
                 return run_out_luck(hand.game, hand.state, hand.stacks.data(), hand.moves);
               }));
}

Array<double> range_shares_of(const Hand& given, int seat, std::uint32_t players, int board_cards,
                              std::size_t samples, std::uint64_t seed, std::uint64_t part) {
  check_samples(samples);
  const PlayedHand hand(given);
  const Game& game = hand.game;
  need(seat >= 0 && seat < game.seats && !(players >> game.seats) && players & ~(1u << seat) &&
           board_cards >= 0 && board_cards <= 5,
       "no such seats or board");
  HoleCards holes{game.seats, {}};
  for (int i = 0; i < game.seats; ++i) holes.hands[i] = set_of(hand.state.hole[i], game.hole_cards);
  const CardSet board = set_of(hand.state.board, board_cards);
  const CardSet others = holes.all() & ~holes.hands[seat];
  static constexpr std::uint64_t kPurpose = purpose_key("luck");
  const auto seats = static_cast<std::size_t>(game.seats);
  std::vector<double> columns(seats * kCombos, 0.0);
  without_gil([&] {
    const auto boards = boards_to_come(board, others, samples, Stream(seed, kPurpose, hand.number, part));
    range_shares(holes, seat, static_cast<Seats>(players), boards, columns.data());
  });
  return array(std::move(columns), {seats, kCombos});
}

nb::tuple checked_down(const Hand& hand, const Action* action) {
  HandState state = hand.state;
  if (action) act(*hand.rules, state, *action);
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
  m.def("checked_down", &checked_down, "hand"_a, "action"_a.none() = nb::none());
}
