// Plans of the postflop solver: which trees are walked together, and what their ends are worth.
#include <algorithm>

#include "solve/postflop_batches.hpp"

namespace fivebet {
namespace {

constexpr std::size_t kTerminalsInBatch = 16 * kLanes;
constexpr std::size_t kFewTerminals = 4 * kLanes;  // where a block more or less matters

}  // namespace

void Solver::plan() {
  for (int street = spot_.first_street; street < kStreets; ++street) {
    const auto trees = static_cast<std::int32_t>(betting_.streets[street].trees());
    for (int player = 0; player < 2; ++player)
      for (std::int32_t tree = 0; tree < trees; tree = plans_[player][street].back().last_tree)
        plans_[player][street].push_back(plan_batch(player, street, tree));
  }
}

// Plans as many trees from `tree` on as are walked together: on the river so many that their
// terminals fill the lanes, before it all, since the next street needs all of them.
Solver::BatchPlan Solver::plan_batch(int player, int street, std::int32_t tree) const {
  const Forest& forest = betting_.streets[street];
  const auto root = [&](std::int32_t spec) { return forest.roots[static_cast<std::size_t>(spec)]; };
  BatchPlan plan{};
  plan.street = street;
  plan.first_tree = tree;
  plan.first_node = root(tree);
  std::size_t terminals = 0;
  for (; tree < static_cast<std::int32_t>(forest.trees()); ++tree) {
    if (street == kStreets - 1 && terminals >= kTerminalsInBatch) break;
    for (std::int32_t at = root(tree); at < root(tree + 1); ++at) {
      const auto kind = forest.nodes[static_cast<std::size_t>(at)].kind;
      terminals += kind == BettingNode::kShowdown || kind == BettingNode::kFolded;
    }
  }
  plan.last_tree = tree;
  plan.last_node = root(tree);
  plan.rows = static_cast<std::int32_t>(plan.trees());
  plan.row.resize(plan.nodes());
  for (std::int32_t at = plan.first_node; at < plan.last_node; ++at) {
    const BettingNode& node = forest.nodes[static_cast<std::size_t>(at)];
    std::int32_t& row = plan.row[static_cast<std::size_t>(at - plan.first_node)];
    if (node.parent < 0)
      row = node.tree - plan.first_tree;
    else if (forest.nodes[static_cast<std::size_t>(node.parent)].player == player)
      row = plan.row_of(node.parent);
    else
      row = plan.rows++;
    plan_terminal(plan, player, at);
  }
  const bool may_derive = street == kStreets - 1 && plan.terminals.size() <= kFewTerminals;
  BatchPlan derived = may_derive ? derive_folds(plan, player) : BatchPlan{};
  plan.fill_blocks();
  derived.fill_blocks();
  return may_derive && derived.cost() < plan.cost() ? derived : plan;
}

// The plan of a river's trees in which folds of the opponent are not valued by themselves.
Solver::BatchPlan Solver::derive_folds(BatchPlan plan, int player) const {
  const Forest& forest = betting_.streets[plan.street];
  for (std::int32_t at = plan.first_node; at < plan.last_node; ++at) {
    const BettingNode& decision = forest.nodes[static_cast<std::size_t>(at)];
    if (decision.kind != BettingNode::kDecision || decision.player == player) continue;
    const auto children = forest.children_of(decision);
    const auto fold = std::ranges::find_if(children, [&](std::int32_t child) {
      return forest.nodes[static_cast<std::size_t>(child)].kind == BettingNode::kFolded;
    });
    if (fold == children.end()) continue;
    std::erase_if(plan.terminals, [&](const auto& each) { return each.folded == *fold; });
    const float won = worth(plan.street, forest.nodes[static_cast<std::size_t>(*fold)], player).all;
    BatchPlan::DerivedFold derived{*fold, {}, {}};
    const auto add = [&](std::int32_t node, float factor) {
      const auto [from, fold_worth] = plan.value_of_fold(plan.row_of(node));
      derived.from.push_back(from);
      derived.factors.push_back(factor / fold_worth);
    };
    add(at, won);
    for (const std::int32_t child : children)
      if (child != *fold) add(child, -won);
    plan.derived_folds.push_back(std::move(derived));
  }
  return plan;
}

Solver::Worth Solver::worth(int street, const BettingNode& terminal, int player) const {
  double chance = 1;  // of a run of cards, given both hands
  for (int dealt = spot_.first_street + 1; dealt <= street; ++dealt) chance /= kDeckSize - 4 - (dealt + 2);
  const double half = static_cast<double>(spot_.pot) / 2;
  const auto rake = [&](double pot) {
    const double taken = spot_.rake * pot;
    return spot_.rake_cap > 0 ? std::min(taken, spot_.rake_cap) : taken;
  };
  if (terminal.kind == BettingNode::kFolded) {
    const double lost = half + static_cast<double>(terminal.contributed[terminal.player]);
    const double won = terminal.player == player ? -lost : lost - rake(2 * lost);
    return {0.0f, static_cast<float>(won * chance)};
  }
  // A winner pays all of the rake and two who tie share it: half of it is what everybody
  // pays, and the rest makes the stake smaller.
  const double stake = half + static_cast<double>(terminal.contributed[player]);
  const double taken = rake(2 * stake) / 2;
  return {static_cast<float>((stake - taken) * chance), static_cast<float>(-taken * chance)};
}

// How a node that ends the street's betting is valued for the player.
void Solver::plan_terminal(BatchPlan& plan, int player, std::int32_t at) const {
  const BettingNode& node = betting_.streets[plan.street].nodes[static_cast<std::size_t>(at)];
  const std::int32_t row = plan.row_of(at);
  if (node.kind == BettingNode::kDecision) return;
  if (node.kind == BettingNode::kChance) {
    plan.chance_nodes.push_back(at);
    return;
  }
  const Worth worth = this->worth(plan.street, node, player);
  const bool runs_out = node.kind == BettingNode::kRunOut;
  const bool raked = runs_out && worth.all != 0;
  if (runs_out) plan.run_outs.push_back({row, at, worth.show, raked});
  if (!runs_out || raked) plan.add_terminal(row, at, node.kind != BettingNode::kShowdown, worth);
}

}  // namespace fivebet
