// The whole-hand blueprint: a closed form, and what learning changes.
#include <cmath>
#include <vector>

#include "solve/blueprint.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

struct Setting {
  Spot spot;
  Blinds blinds{50, 100, {{{BetSize::kLast, 2.5, 0}, {BetSize::kAllIn, 0, 0}}, {{BetSize::kAllIn, 0, 0}}}};
  Setting() {
    spot.stack = 800;
    for (auto& player : spot.bet_sizes)
      for (BetSizes& sizes : player) {
        sizes.bets = {{BetSize::kPot, 1, 0}};
        sizes.raises = {{BetSize::kAllIn, 0, 0}};
      }
  }
  Blueprint make() const { return Blueprint(spot, blinds, {8, 8, 8}); }
};

// What the first player wins if all actions of every decision are as likely: showdowns
// between all hands cancel, so that only folds count.
double even_value(const Forest* forests, int street, std::int32_t number) {
  const BettingNode& node = forests[street].nodes[static_cast<std::size_t>(number)];
  if (node.kind == BettingNode::kFolded) {
    const auto lost = static_cast<double>(node.contributed[node.player]);
    return node.player == 0 ? -lost : lost;
  }
  if (node.kind == BettingNode::kChance)
    return even_value(forests, street + 1,
                      forests[street + 1].roots[static_cast<std::size_t>(node.next_tree)]);
  if (node.kind != BettingNode::kDecision) return 0;
  double sum = 0;
  for (const std::int32_t child : forests[street].children_of(node))
    sum += even_value(forests, street, child);
  return sum / node.actions;
}

const KernelTest untrained_value("before any learning only folds are worth something", [] {
  const Setting setting;
  Blueprint blueprint = setting.make();
  std::vector<StreetStart> starts;
  Forest forests[4] = {build_preflop(setting.spot, setting.blinds, starts), {}, {}, {}};
  Betting betting = build_betting(setting.spot, 100'000, starts);
  for (int street = 0; street < 3; ++street) forests[street + 1] = betting.streets[street];
  const double expected = even_value(forests, 0, 0);
  check(std::abs(expected) > 1, "there is something to measure");
  for (const double won : blueprint.measure(3, 2)) check_near(won, expected, 0.02, "on any board");
});

// All decisions of a player before the flop.
std::vector<float> strategies(const Blueprint& blueprint, int player) {
  std::vector<float> all;
  const auto& nodes = blueprint.preflop().nodes;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].kind != BettingNode::kDecision || nodes[i].player != player) continue;
    const std::vector<float> rows = blueprint.strategy(static_cast<std::int32_t>(i));
    all.insert(all.end(), rows.begin(), rows.end());
  }
  return all;
}

const KernelTest learners("only those who learn change, and copies are the same", [] {
  const Setting setting;
  Blueprint first = setting.make(), second = setting.make();
  for (std::uint64_t i = 0; i < 3; ++i)
    first.iterate(1, i, {1.0f, 1.0f, 1.0f / static_cast<float>(i + 1)}, 3);
  second.copy_from(first);
  check(first.measure(2, 2) == second.measure(2, 2), "a copy plays the same");
  second.iterate(5, 0, {1.0f, 1.0f, 0.5f}, 2);
  check(strategies(first, 0) == strategies(second, 0), "the first player did not learn");
  check(strategies(first, 1) != strategies(second, 1), "the second player did");
});

const KernelTest values_of_actions("actions are worth what the strategy wins by them", [] {
  const Setting setting;
  Blueprint blueprint = setting.make();
  for (std::uint64_t i = 0; i < 3; ++i)
    blueprint.iterate(1, i, {1.0f, 1.0f, 1.0f / static_cast<float>(i + 1)}, 3);
  const auto found = blueprint.action_values(2, 0, 2);
  const std::vector<float> strategy = blueprint.strategy(0);
  check(blueprint.preflop().nodes[0].player == 1, "the small blind acts first");
  double weight = 0, won = 0;
  for (std::size_t c = 0; c < kClasses; ++c) {
    weight += found[0][c];
    for (std::size_t a = 0; a < 4; ++a)
      won += static_cast<double>(strategy[a * kClasses + c]) * found[0][(a + 1) * kClasses + c];
    check_near(found[0][kClasses + c] / found[0][c], -50, 0.01, "a fold loses the small blind");
  }
  const std::vector<double> measured = blueprint.measure(2, 2);
  check_near(won / weight, -(measured[0] + measured[1]) / 2, 0.02, "all actions together");
  check(blueprint.action_values(2, 0, 2) == found, "the same boards, the same values");
});

const Test aces("a short-stacked blueprint never folds aces and learns to fold rags", [] {
  const Setting setting;
  Blueprint blueprint = setting.make();
  for (std::uint64_t i = 0; i < 40; ++i)
    blueprint.iterate(1, i, {1.0f, 1.0f, 2.0f / static_cast<float>(i + 2)}, 3);
  const std::vector<float> rows = blueprint.strategy(0);  // fold, limp, raise, all-in
  check(blueprint.preflop().nodes[0].actions == 4, "four actions");
  const auto named = [](std::string_view hole) {
    const CardSet both = cards(hole);
    return static_cast<std::size_t>(class_of({first_card(both), first_card(without_first(both))}));
  };
  check(rows[named("AsAh")] < 0.05f, "aces are played");
  check(rows[named("3s2h")] > rows[named("AsAh")] + 0.3f, "three-deuce is folded more often");
});

}  // namespace
}  // namespace fivebet::testing
