// The postflop solver.
#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "solve/postflop_solver.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

// A turn spot on two threads, wide and small: both players' values cancel.
const KernelTest test_solver("what one player wins the other loses, compressed or not", [] {
  Ranges ranges;
  for (auto& weights : ranges.weights) {
    weights.assign(kCombos, 0.0f);
    for (int i = 0; i < 60; ++i) weights[random_word() % kCombos] = 1.0f;
  }
  for (const bool compressed : {false, true}) {
    Spot spot;
    spot.first_street = 1;
    spot.pot = 20;
    spot.stack = 60;
    for (auto& player : spot.bet_sizes)
      for (BetSizes& sizes : player) {
        sizes.bets = {{BetSize::kPot, 0.7, 0}, {BetSize::kGeometric, 0, 0}};
        sizes.raises = {{BetSize::kLast, 2.5, 0}};
      }
    Solver solver(spot, draw(4), ranges, compressed, true, 2);
    solver.allocate();
    double weight = 0;
    for (int t = 1; t <= 20; ++t) {
      weight = weight * (t - 1) / t + 1;
      solver.iterate({0.9f, 0.5f, static_cast<float>(1 / weight)});
    }
    double sum = 0, best = 0;
    for (int player = 0; player < 2; ++player) {
      sum += solver.expected_value(player, solver.root_values(player, Update::kAverage));
      best += solver.expected_value(player, solver.root_values(player, Update::kBestResponse));
    }
    check(std::abs(sum) < 1e-3, "what one wins the other loses");
    check(best > -1e-3 && best < 20, "best responses gain, less and less");
  }
});

// A decision of three actions and sixteen hands hands on its value by the strategy that it has
// played, by the one that it has learnt, or by something between them.
const KernelTest lookahead("lookahead values a decision by what it has just learnt", [] {
  constexpr std::size_t kActions = 3;
  std::vector<float> values(kActions * kLanes), before(kActions * kLanes);
  for (float& each : values) each = static_cast<float>(10 * random_unit() - 5);
  for (float& each : before) each = static_cast<float>(10 * random_unit() - 5);
  const float* rows_of_values[kActions];
  for (std::size_t a = 0; a < kActions; ++a) rows_of_values[a] = values.data() + a * kLanes;
  const auto won = [&](const std::vector<float>& regrets, std::size_t hand, double otherwise) {
    double sum = 0, weighed = 0;
    for (std::size_t i = hand; i < regrets.size(); i += kLanes) {
      const double regret = std::max(static_cast<double>(regrets[i]), 0.0);
      sum += regret;
      weighed += regret * static_cast<double>(values[i]);
    }
    return sum > 0 ? weighed / sum : otherwise;
  };
  for (const float part : {0.0f, 0.5f, 1.0f}) {
    std::vector<float> regrets = before, average(before.size()), value(kLanes);
    DecisionRows rows{};
    rows.actions = kActions;
    rows.hands = kLanes;
    rows.regrets = regrets.data();
    rows.average = average.data();
    kernels().update_regrets(rows, rows_of_values, {0.9f, 0.5f, 0.1f, part}, value.data(), nullptr);
    for (std::size_t hand = 0; hand < kLanes; ++hand) {
      double even = 0;
      for (std::size_t i = hand; i < values.size(); i += kLanes) even += static_cast<double>(values[i]) / kActions;
      const double played = won(before, hand, even), learnt = won(regrets, hand, played);
      check_near(static_cast<double>(value[hand]), played + static_cast<double>(part) * (learnt - played), 1e-4,
                 "the value that is handed on");
    }
  }
});

// One player has the best hand or nothing and may bet the pot; the other can only beat a
// bluff. Bluffs are half as many as bets for value, and half of the bets are called.
const KernelTest polar_river("a pot-sized bet on the river is bluffed and called half the time", [] {
  const auto combo = [](std::string_view hole) {
    const CardSet both = cards(hole);
    return static_cast<std::size_t>(combo_index(first_card(both), first_card(without_first(both))));
  };
  Ranges ranges;
  for (auto& weights : ranges.weights) weights.assign(kCombos, 0.0f);
  ranges.weights[0][combo("7sAc")] = ranges.weights[0][combo("3h4h")] = 1.0f;
  ranges.weights[1][combo("8h8d")] = 1.0f;
  Spot spot;
  spot.first_street = 2;
  spot.pot = 100;
  spot.stack = 100;
  for (BetSizes& sizes : spot.bet_sizes[0]) sizes.bets = {{BetSize::kAllIn, 0, 0}};
  Solver solver(spot, cards("7c7d7h2s2d"), ranges, false, true, 1);
  solver.allocate();
  for (int t = 1; t <= 3000; ++t) solver.iterate({1.0f, 0.0f, 2.0f / static_cast<float>(t + 1)});
  const std::vector<float> bets = solver.strategy({2, 0, 0});
  const Forest& forest = solver.betting().streets[2];
  const std::size_t stride = solver.runouts().boards[2][0].hands[0].stride;
  check(forest.nodes[0].actions == 2, "check or all-in");
  // Hands stand by strength: the bluff first.
  check_near(static_cast<double>(bets[stride]), 0.5, 0.02, "bluffs");
  check_near(static_cast<double>(bets[stride + 1]), 1, 0.02, "bets for value");
  const std::int32_t facing = forest.children_of(forest.nodes[0])[1];
  const std::vector<float> answers = solver.strategy({2, 0, facing});
  check_near(static_cast<double>(answers[solver.runouts().boards[2][0].hands[1].stride]), 0.5, 0.02, "calls");
  // The pot is worth 100 half of the time, and a bet wins half of it back from the calls.
  check_near(solver.expected_value(0, solver.root_values(0, Update::kAverage)), 25, 0.5,
             "three quarters of the pot");
});

}  // namespace
}  // namespace fivebet::testing
