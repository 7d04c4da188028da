// Random hands of random games.
#include <vector>

#include "table/statistics.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

// Counted beside the table or afterwards is the same, and nothing is done more often than it can be.
void check_counts(const Game& game, const SeatRoles& roles, const std::vector<Move>& moves,
                  const HandState& state, const SeatCounts* beside) {
  SeatCounts after[kMaxSeats] = {};
  count_statistics(game, roles, game.stack, moves, state, after);
  bool alike = true;
  bool shares = true;
  for (int seat = 0; seat < game.seats; ++seat)
    for (int street = 0; street < kMaxStreets; ++street)
      for (int i = 0; i < kStatistics; ++i) {
        const Count one = beside[seat][street][i];
        const Count other = after[seat][street][i];
        alike &= one.times == other.times && one.opportunities == other.opportunities;
        shares &= i >= static_cast<int>(Statistic::kBetSize) || one.times <= one.opportunities;
      }
  check(alike, "hands are counted alike beside the table and afterwards");
  check(shares, "nothing is done more often than it can be");
}

// Random hands of random games: the rules never ask for the impossible, and no
// chip is made or lost.
const Test test_table("random hands keep to the rules and lose no chip", [] {
  const auto below = [](Chips n) { return static_cast<Chips>(random_word() % static_cast<std::uint64_t>(n)); };
  for (int round = 0; round < 20000; ++round) {
    Game game;
    game.book = round % 2 ? kTda : kAcpc;
    game.seats = static_cast<int>(2 + below(9));
    game.pot_limit = round % 3 == 0;
    for (int card = 0; card < kDeckSize; ++card) game.deck[card] = static_cast<std::uint8_t>(card);
    game.blind[game.seats == 2] = 1 + below(5);
    game.blind[game.seats != 2] = 2 * game.blind[game.seats == 2];
    game.common_ante = below(3);
    game.first[0] = game.seats == 2 ? 1 : 2 % game.seats;
    Chips before = 0;
    for (int seat = 0; seat < game.seats; ++seat) {
      game.stack[seat] = 1 + below(60);
      game.ante[seat] = game.common_ante;
      before += game.stack[seat];
    }
    for (int street = 0; street < kMaxStreets; ++street) {
      game.least[street] = game.big_blind();
      game.most[street] = kUnlimited;
      game.max_raises[street] = 255;
    }
    HandState state{};
    Stream stream(static_cast<std::uint64_t>(round), purpose_key("table"));
    deal_cards(game, stream, state);
    start_hand(game, game.stack, state);
    const SeatRoles roles{0b1, 0b11, 10};
    std::vector<Move> moves;
    SeatCounts beside[kMaxSeats] = {};
    Counter counter(game, roles, beside);
    while (!state.over) {
      const LegalActions legal = legal_actions(game, state);
      check(legal.call >= 0 && (!legal.raise || legal.min_to <= legal.max_to), "bounds are bounds");
      const Chips choice = below(4);
      Action action{legal.call > 0 ? ActionKind::kCall : ActionKind::kCheck, 0};
      if (choice == 0 && legal.fold)
        action.kind = ActionKind::kFold;
      else if (choice == 1 && legal.raise)
        action = {state.level == state.base ? ActionKind::kBet : ActionKind::kRaise,
                  legal.min_to + below(legal.max_to - legal.min_to + 1)};
      counter.observe(state, action);
      moves.push_back(act(game, state, action));
      check(moves.back().action == action, "a move is what it was meant to be");
      check(moves.size() < 1000, "a hand ends");
    }
    counter.finish(state, game.stack);
    check_counts(game, roles, moves, state, beside);
    Chips after = 0;
    for (int seat = 0; seat < game.seats; ++seat) after += kChipFractions * state.behind[seat] + state.won[seat];
    check(state.decided && after == kChipFractions * before, "no chip is made or lost");
  }
});

}  // namespace
}  // namespace fivebet::testing
