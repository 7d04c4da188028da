// Luck in the cards against equities and enumeration.
#include <cmath>
#include <numeric>
#include <vector>

#include "cards/combos.hpp"
#include "cards/evaluator.hpp"
#include "simd/kernels.hpp"
#include "table/luck.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

constexpr std::size_t kManyBoards = 1'000'000;

HoleCards random_holes(int seats) {
  HoleCards holes{seats, {}};
  for (int seat = 0; seat < seats; ++seat) holes.hands[seat] = draw(2, holes.all());
  return holes;
}

const Test boards_that_may_come("all boards are counted where they are few, and drawn where not", [] {
  const CardSet flop = cards("QhJh2c"), dead = cards("AsAhKsKh");
  const Stream stream(1, purpose_key("test"));
  const auto all = boards_to_come(flop, dead, kManyBoards, stream);
  check(all.size() == 45 * 44 / 2, "two of the cards left");
  const auto drawn = boards_to_come(0, dead, 500, stream);
  check(drawn.size() == 500, "as many as asked for");
  for (const CardSet board : drawn) check(count(board) == 5 && !(board & dead), "five live cards");
});

const KernelTest shares_agree("a pot's shares are those of all boards one by one", [] {
  const HoleCards holes = random_holes(kMaxSeats);  // leaves 32 cards: 201,376 boards
  const Seats players = 0b1000000111;
  const auto boards = boards_to_come(0, holes.all(), kManyBoards, Stream(1, 1));
  check(boards.size() == choose(32, 5), "all boards");
  const PotShares slow = pot_shares(holes, players, boards), quick = preflop_pot_shares(holes, players);
  double sum = 0;
  for (int seat = 0; seat < kMaxSeats; ++seat) {
    check_near(quick.seat[seat], slow.seat[seat], 1e-9, "a seat's share");
    check((players >> seat & 1) == (slow.seat[seat] > 0), "only those who play have one");
    sum += quick.seat[seat];
  }
  check_near(sum, 1, 1e-9, "one pot");
});

const Test range_shares_agree("for the cards that a seat holds its range's share is its own", [] {
  const HoleCards holes = random_holes(4);
  const CardSet board = draw(4, holes.all());
  const Seats players = 0b1011;
  const auto boards = boards_to_come(board, holes.all() & ~holes.hands[1], kManyBoards, Stream(1, 1));
  std::vector<double> columns(4 * kCombos);
  range_shares(holes, 1, players, boards, columns.data());
  for (int trial = 0; trial < 20; ++trial) {
    HoleCards other = holes;
    other.hands[1] = draw(2, (holes.all() & ~holes.hands[1]) | board);
    const auto left = boards_to_come(board, other.all(), kManyBoards, Stream(1, 1));
    const PotShares slow = pot_shares(other, players, left);
    const CardSet hole = other.hands[1];
    const int at = combo_index(first_card(hole), first_card(without_first(hole)));
    for (int seat = 0; seat < 4; ++seat)
      check_near(columns[static_cast<std::size_t>(seat * kCombos + at)], slow.seat[seat], 1e-9, "each seat's share");
  }
});

struct Played {
  Game game;
  HandState state{};
  std::vector<Move> moves;

  explicit Played(int seats) {
    game.seats = seats;
    std::iota(game.deck, game.deck + kDeckSize, std::uint8_t{0});
    game.blind[seats == 2] = 1;
    game.blind[seats != 2] = 2;
    game.first[0] = seats == 2 ? 1 : 2 % seats;
    for (int seat = 0; seat < seats; ++seat) game.stack[seat] = 100;
    for (int street = 0; street < kMaxStreets; ++street) {
      game.least[street] = 2;
      game.most[street] = kUnlimited;
      game.max_raises[street] = 255;
    }
  }
  void act(ActionKind kind, Chips to = 0) { moves.push_back(fivebet::act(game, state, {kind, to})); }
};

const Test all_in_luck("the luck of an all-in before the flop is equity less outcome", [] {
  for (std::uint64_t number = 0; number < 5; ++number) {
    Played hand(2);
    Stream stream(number, purpose_key("luck test"));
    deal_cards(hand.game, stream, hand.state);
    start_hand(hand.game, hand.game.stack, hand.state);
    hand.act(ActionKind::kRaise, 100);
    hand.act(ActionKind::kCall);
    PlayersOnBoard table{2, {set_of(hand.state.hole[0], 2), set_of(hand.state.hole[1], 2)}};
    std::int64_t counts[kWinnerSets] = {};
    kernels().enumerate_boards(table, 0, counts);
    const double boards = static_cast<double>(counts[1] + counts[2] + counts[3]);
    const double equity = (static_cast<double>(counts[1]) + static_cast<double>(counts[3]) / 2) / boards;
    const CardLuck luck = run_out_luck(hand.game, hand.state, hand.game.stack, hand.moves);
    const double won = static_cast<double>(hand.state.won[0]) / static_cast<double>(kChipFractions);
    check_near(luck.terms[kRunOut][0], 200 * equity - won, 1e-9, "what the board took from the first seat");
    check_near(luck.terms[kRunOut][0] + luck.terms[kRunOut][1], 0, 1e-9, "luck cancels");
    for (const int source : {kHoleCards, kFlop, kTurn, kRiver})
      check(luck.terms[source][0] == 0, "the run-out alone is counted");
  }
});

const Test luck_cancels("what the cards give one seat they take from the others", [] {
  for (std::uint64_t number = 0; number < 20; ++number) {
    Played hand(4);
    Stream stream(number, purpose_key("luck test"));
    deal_cards(hand.game, stream, hand.state);
    start_hand(hand.game, hand.game.stack, hand.state);
    hand.act(ActionKind::kFold);
    while (!hand.state.over) hand.act(ActionKind::kCall);
    const CardLuck luck = card_luck(hand.game, hand.state, hand.game.stack, hand.moves, 300, 1, number);
    for (int source = 0; source < kLuckSources; ++source) {
      double sum = 0;
      for (int seat = 0; seat < 4; ++seat) sum += luck.terms[source][seat];
      check_near(sum, 0, 1e-9, "a source of luck");
    }
    // After the flop boards are counted, so that turn and river lead from equity to outcome.
    const HoleCards holes{4, {set_of(hand.state.hole[0], 2), set_of(hand.state.hole[1], 2),
                              set_of(hand.state.hole[2], 2), set_of(hand.state.hole[3], 2)}};
    const auto boards = boards_to_come(set_of(hand.state.board, 3), holes.all(), kManyBoards, Stream(1, 1));
    const PotShares on_flop = pot_shares(holes, hand.state.in, boards);
    for (const int seat : {0, 1, 3}) {
      const double won = static_cast<double>(hand.state.won[seat]) / static_cast<double>(kChipFractions);
      const double before = 6 * on_flop.seat[seat];
      check_near(luck.terms[kTurn][seat] + luck.terms[kRiver][seat], before - won, 1e-9, "turn and river");
    }
    const CheckedDown down = check_down(hand.game, hand.state);
    check(down.n == 1 && down.pots[0].chips == 6 && down.pots[0].players == 0b1011, "one pot of three blinds");
  }
});

}  // namespace
}  // namespace fivebet::testing
