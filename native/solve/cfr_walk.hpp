// The walk of counterfactual regret minimisation through a public tree, one for all games.
//
// A walk finds what one player's hands are worth. On the way down it carries the
// opponent's reach, the probability that the opponent plays to a node with each hand:
// the opponent's strategy splits it among the actions, while the player's own decisions
// and public cards pass it on unchanged. At the leaves the game itself turns reach into
// values. On the way up the values of the opponent's actions add up, since the reach is
// in them already; a decision of the player learns from the values of its actions,
// averages them by its strategy, or takes the best of them.
//
// Games show their tree by a small class `Tree` (the four solvers each have one):
//   std::size_t size()            how many nodes there are
//   Node node(i)                  the i-th of them; parents come before their children
//   Role role(node, player)       what the node is to the player whose values are sought
//   children(node)                a range of nodes, in the order of the actions
//   void share_reach(node, child) lets a child have its parent's reach
//   float* add_reach(child)       gives a child a row of reach of its own
//   void split_reach(node, average, rows)
//   float* value(node)            its row of values, width() long
//   void update_own(node, walk, values)
//   void evaluate_leaves(walk)    values of terminals, and of what lies behind chance
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simd/kernels.hpp"
#include "simd/solver_rows.hpp"
#include "util/interruption.hpp"

namespace fivebet {

// What happens at the decisions of the player whose values are sought.
enum class Update : std::uint8_t { kLearn, kAverage, kBestResponse };

struct Walk {
  int player;
  Update update;
  bool opponent_averages;  // otherwise the opponent plays by its current regrets
  Discount discount;

  static Walk learn(int player, const Discount& discount) {
    return {player, Update::kLearn, false, discount};
  }
  // Nothing is learnt; both sides are measured by their averages.
  static Walk measure(int player, Update update) { return {player, update, true, {}}; }
};

// Leaves are terminals, and chance nodes behind which the game walks by itself.
enum class Role : std::uint8_t { kLeaf, kOwn, kOpponent, kPublicChance };

constexpr Role decision_role(int actor, int player) { return actor == player ? Role::kOwn : Role::kOpponent; }

// A walk looks every so many nodes whether it is still wanted.
inline constexpr std::size_t kNodesBetweenLooks = 64;

template <class Tree>
void propagate_reach(Tree& tree, const Walk& walk, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to; ++i) {
    if (i % kNodesBetweenLooks == 0) interruption_point();
    const auto node = tree.node(i);
    const Role role = tree.role(node, walk.player);
    if (role == Role::kLeaf) continue;
    if (role != Role::kOpponent) {
      for (const auto child : tree.children(node)) tree.share_reach(node, child);
      continue;
    }
    float* rows[kMaxActions];
    std::size_t n = 0;
    for (const auto child : tree.children(node)) rows[n++] = tree.add_reach(child);
    tree.split_reach(node, walk.opponent_averages, rows);
  }
}

template <class Tree>
void accumulate_values(Tree& tree, const Walk& walk) {
  std::vector<const float*> values;  // of a node's children: chance has any number
  for (std::size_t i = tree.size(); i-- > 0;) {
    if (i % kNodesBetweenLooks == 0) interruption_point();
    const auto node = tree.node(i);
    const Role role = tree.role(node, walk.player);
    if (role == Role::kLeaf) continue;
    values.clear();
    for (const auto child : tree.children(node)) values.push_back(tree.value(child));
    if (role == Role::kOwn)
      tree.update_own(node, walk, values.data());
    else
      kernels().add_rows(values.data(), values.size(), tree.width(), tree.value(node));
  }
}

template <class Tree>
void walk_tree(Tree& tree, const Walk& walk) {
  propagate_reach(tree, walk, 0, tree.size());
  tree.evaluate_leaves(walk);
  accumulate_values(tree, walk);
}

// The value of a player's own decision whose hands are those of its rows. `scratch` has
// room for all its actions' rows where they are compressed.
inline void update_decision(const Walk& walk, const DecisionRows& rows, const float* const* values,
                            float* value, float* scratch = nullptr) {
  if (rows.locked || walk.update == Update::kAverage)
    kernels().strategy_value(rows, true, values, value);
  else if (walk.update == Update::kLearn)
    kernels().update_regrets(rows, values, walk.discount, value, scratch);
  else
    kernels().max_rows(values, rows.actions, rows.hands, value);
}

}  // namespace fivebet
