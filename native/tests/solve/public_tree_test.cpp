// Small games with known values.
#include <cmath>

#include "solve/public_tree.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

const KernelTest a_coin_is_fair("guessing a hidden coin is worth nothing", [] {
  // The first player's coin is its hand; the second guesses.
  PublicTree tree({{PublicNode::kDecision, 1, {1, 2}, 0, 0},
                   {PublicNode::kTerminal, 0, {}, 0, 1.0f},
                   {PublicNode::kTerminal, 0, {}, 0, -1.0f}},
                  2, 1, {{0.5f, -0.5f}});
  for (int t = 0; t < 50; ++t) tree.iterate({1.0f, 1.0f, 1.0f / static_cast<float>(t + 1)});
  check(std::abs(tree.values(1, false)[0]) < 1e-3f, "a coin is fair");
});

// Kuhn's poker: three cards, one bet of one chip.
PublicTree kuhn() {
  std::vector<float> even(9, 0.0f), showdown(9, 0.0f);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      if (i == j) continue;
      even[static_cast<std::size_t>(3 * i + j)] = 1.0f / 6;
      showdown[static_cast<std::size_t>(3 * i + j)] = (i > j ? 1.0f : -1.0f) / 6;
    }
  const auto terminal = [](std::size_t matrix, float scale) {
    return PublicNode{PublicNode::kTerminal, 0, {}, matrix, scale};
  };
  return PublicTree({{PublicNode::kDecision, 0, {1, 2}, 0, 0},  // check or bet
                     {PublicNode::kDecision, 1, {3, 4}, 0, 0},  // behind a check
                     {PublicNode::kDecision, 1, {5, 6}, 0, 0},  // fold or call
                     terminal(1, 1),
                     {PublicNode::kDecision, 0, {7, 8}, 0, 0},
                     terminal(0, 1),
                     terminal(1, 2),
                     terminal(0, -1),
                     terminal(1, 2)},
                    3, 3, {even, showdown});
}

const KernelTest kuhns_value("Kuhn's game is worth minus one eighteenth to the first player", [] {
  PublicTree tree = kuhn();
  for (int t = 1; t <= 2000; ++t) tree.iterate({1.0f, 0.0f, 2.0f / static_cast<float>(t + 1)});
  double value[2] = {}, best[2] = {};
  for (int player = 0; player < 2; ++player) {
    for (const float each : tree.values(player, false)) value[player] += static_cast<double>(each);
    for (const float each : tree.values(player, true)) best[player] += static_cast<double>(each);
  }
  check_near(value[0], -1.0 / 18, 1e-3, "the value");
  check_near(value[0] + value[1], 0, 1e-5, "what one wins the other loses");
  check(best[0] + best[1] < 2e-3 && best[0] + best[1] >= -1e-6, "nobody can gain much");
});

const KernelTest any_number_of_cards("chance may deal any number of cards", [] {
  for (const int cards : {16, 17, 40}) {
    std::vector<PublicNode> nodes{{PublicNode::kChance, 0, {}, 0, 0}};
    for (int card = 1; card <= cards; ++card) {
      nodes[0].children.push_back(card);
      nodes.push_back({PublicNode::kTerminal, 0, {}, 0, static_cast<float>(card)});
    }
    PublicTree tree(nodes, 1, 1, {{1.0f}});
    const auto value = static_cast<double>(tree.values(0, false)[0]);
    check_near(value, cards * (cards + 1) / 2, 1e-6, "the sum of the cards");
  }
});

const Test malformed_trees("trees that are none are rejected", [] {
  const PublicNode terminal{PublicNode::kTerminal, 0, {}, 0, 1.0f};
  check_rejects([&] { PublicTree({{PublicNode::kDecision, 0, {}, 0, 0}}, 1, 1, {{1.0f}}); },
                "a decision without actions");
  check_rejects([&] { PublicTree({{PublicNode::kDecision, 0, {1, 1}, 0, 0}, terminal}, 1, 1, {{1.0f}}); },
                "a node with two parents");
  check_rejects([&] { PublicTree({terminal}, 1, 1, {}); }, "a terminal without a matrix");
});

}  // namespace
}  // namespace fivebet::testing
