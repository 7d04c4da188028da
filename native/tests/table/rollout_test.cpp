// Hands played out from anywhere in a limit hand.
#include <cmath>
#include <vector>

#include "table/rollout.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

// Hands played out from anywhere in a limit hand: quick betting and table agree.
const Test test_rollout("quick betting and the table agree, on any number of threads", [] {
  const auto below = [](std::uint64_t n) { return static_cast<int>(random_word() % n); };
  std::vector<double> shares(kCombos);
  for (double& share : shares) share = static_cast<double>(below(1000)) / 1000;
  for (int round = 0; round < 200; ++round) {
    Game game;
    game.book = round % 2 ? kTda : kAcpc;
    game.seats = 2 + below(9);
    for (int card = 0; card < kDeckSize; ++card) game.deck[card] = static_cast<std::uint8_t>(card);
    game.blind[game.seats == 2] = 5;
    game.blind[game.seats != 2] = 10;
    game.first[0] = game.seats == 2 ? 1 : 2 % game.seats;
    const bool short_stacks = round % 5 == 0;
    for (int seat = 0; seat < game.seats; ++seat)
      game.stack[seat] = short_stacks ? 1 + below(99) : kUnlimited;
    for (int street = 0; street < kMaxStreets; ++street) {
      game.least[street] = game.most[street] = street < 2 ? 10 : 20;
      game.max_raises[street] = 3;
    }
    HandState state{};
    Stream stream(static_cast<std::uint64_t>(round), purpose_key("rollout test"));
    deal_cards(game, stream, state);
    start_hand(game, game.stack, state);
    for (int moves = below(20); moves > 0 && !state.over; --moves) check_or_call(game, state);
    if (state.over) continue;
    Situation situation;
    situation.game = &game;
    situation.state = &state;
    situation.stack = game.stack[state.actor];
    situation.preflop = situation.now = shares.data();
    std::vector<std::vector<double>> weights;
    for (int seat = 0; seat < game.seats; ++seat) {
      weights.emplace_back(kCombos, 1.0);
      for (double& weight : weights.back())
        if (seat % 2) weight = below(3);
      Policy& policy = situation.seats[seat].policy;
      policy.basis = static_cast<PolicyBasis>(below(4));
      for (int street = 0; street < kMaxStreets; ++street)
        for (int facing_bet = 0; facing_bet < 2; ++facing_bet) {
          policy.fold[street][facing_bet] = 0.3;
          policy.raise[street][facing_bet] = 0.8;
          policy.bluff[street][facing_bet] = 0.1 * below(3);
        }
    }
    for (int seat = 0; seat < game.seats; ++seat)
      situation.seats[seat].weights = weights[static_cast<std::size_t>(seat)].data();
    const Rollout quick(situation, false);
    const Rollout slow(situation, true);
    check(quick.quick() == !short_stacks && !slow.quick(), "deep limit hands are bet quickly");
    Chips one[kRolloutChunkDeals][kChoices];
    Chips other[kRolloutChunkDeals][kChoices];
    for (std::uint64_t chunk = 0; chunk < 3; ++chunk) {
      quick.play_chunk(1, chunk, kRolloutChunkDeals, one);
      slow.play_chunk(1, chunk, kRolloutChunkDeals, other);
      check(std::equal(&one[0][0], &one[0][0] + kRolloutChunkDeals * kChoices, &other[0][0]),
            "quick hands are the table's");
    }
    const RolloutSums alone = quick.play(2, 500, HUGE_VAL, 1);
    const RolloutSums many = quick.play(2, 500, HUGE_VAL, 3);
    check(alone.deals == 500 && alone.won[0] == many.won[0] && alone.product == many.product,
          "threads do not matter");
  }
});

}  // namespace
}  // namespace fivebet::testing
