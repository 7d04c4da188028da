#include "solve/limit_game.hpp"

#include <algorithm>
#include <stdexcept>

#include "simd/kernels.hpp"
#include "util/interruption.hpp"
#include "util/memory.hpp"

namespace fivebet {
namespace {

constexpr int kRiver = 3;
constexpr int kTurn = 2;

}  // namespace

LimitGame::LimitGame(const LimitRules& rules, const std::array<int, 4>& buckets,
                     std::span<const std::uint64_t> won, std::span<const std::uint64_t> tied, int threads)
    : buckets_(buckets), pool_(threads), workspaces_(pool_.size()) {
  std::size_t n = 1;
  for (std::size_t street = 0; street < 4; ++street) {
    if (buckets[street] < 1 || buckets[street] > 169)
      throw std::invalid_argument("a street has 1 to 169 buckets");
    sequences_[street] = n *= static_cast<std::size_t>(buckets[street]);
  }
  if (n > 10'000) throw std::invalid_argument("there are at most 10,000 sequences");
  if (won.size() != n * n || tied.size() != n * n)
    throw std::invalid_argument("meetings are counted for each pair of sequences");
  for (std::size_t street = 0; street < 4; ++street)
    if (rules.max_raises[street] < 0 || rules.max_raises[street] > 8 || rules.bets[street] < 1)
      throw std::invalid_argument("a street has at most 8 raises, of 1 chip or more");
  build(rules, 0, 1, rules.blinds, 0, false);
  std::size_t numbers = 0;
  turn_of_.assign(nodes_.size(), 0);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    LimitNode& node = nodes_[i];
    node.start = numbers;
    if (node.kind == LimitNode::kDecision) numbers += node.actions() * width(node.street);
    if (node.kind == LimitNode::kChance && node.street == kTurn) {
      turn_of_[i] = turns_.size();
      turns_.push_back(static_cast<int>(i));
    }
  }
  split_into_streets();
  storage_ = DecisionStorage(numbers);
  turn_reach_ = AlignedBuffer(turns_.size() * width(kTurn - 1) * sizeof(float));
  turn_values_ = AlignedBuffer(turns_.size() * width(kTurn - 1) * sizeof(float));
  make_matrices(won, tied);
}

// Paid is what each player has put in; closing, whether a check or call ends the street.
int LimitGame::build(const LimitRules& rules, int street, int actor, std::array<int, 2> paid, int raises,
                     bool closing) {
  const int at = static_cast<int>(nodes_.size());
  nodes_.push_back({LimitNode::kDecision, street, actor});
  const auto add_terminal = [&](LimitNode::Kind kind, int winner, int stake) {
    nodes_.push_back({kind, street, winner, static_cast<float>(stake)});
    nodes_.back().end = static_cast<int>(nodes_.size());
    return nodes_.back().end - 1;
  };
  const auto me = static_cast<std::size_t>(actor);
  const std::size_t you = 1 - me;
  std::array<int, 3> children{-1, -1, -1};
  if (paid[you] > paid[me]) children[0] = add_terminal(LimitNode::kFold, 1 - actor, paid[me]);
  std::array<int, 2> even = paid;
  even[me] = paid[you];
  if (!closing) {
    children[1] = build(rules, street, 1 - actor, even, raises, true);
  } else if (street == kRiver) {
    children[1] = add_terminal(LimitNode::kShowdown, 0, paid[you]);
  } else {
    const int chance = static_cast<int>(nodes_.size());
    nodes_.push_back({LimitNode::kChance, street + 1});
    const int next = build(rules, street + 1, 0, even, 0, false);
    nodes_[static_cast<std::size_t>(chance)].children[1] = next;
    nodes_[static_cast<std::size_t>(chance)].end = static_cast<int>(nodes_.size());
    children[1] = chance;
  }
  if (raises < rules.max_raises[static_cast<std::size_t>(street)]) {
    std::array<int, 2> raised = even;
    raised[me] += rules.bets[static_cast<std::size_t>(street)];
    children[2] = build(rules, street, 1 - actor, raised, raises + 1, true);
  }
  nodes_[static_cast<std::size_t>(at)].children = children;
  nodes_[static_cast<std::size_t>(at)].end = static_cast<int>(nodes_.size());
  return at;
}

// A street tree has the nodes from its root on that lie before the next public card.
void LimitGame::split_into_streets() {
  tree_of_.resize(nodes_.size());
  local_.resize(nodes_.size());
  std::vector<int> roots = {0};
  for (const LimitNode& node : nodes_)
    if (node.kind == LimitNode::kChance) roots.push_back(node.children[1]);
  for (const int root : roots) {
    StreetTree tree;
    for (int node = root; node < at(root).end;) {
      const bool chance = at(node).kind == LimitNode::kChance;
      tree_of_[static_cast<std::size_t>(node)] = trees_.size();
      local_[static_cast<std::size_t>(node)] = tree.nodes.size();
      tree.nodes.push_back(node);
      if (chance) tree.chance_nodes.push_back(node);
      node = chance ? at(node).end : node + 1;
    }
    trees_.push_back(std::move(tree));
  }
}

const LimitGame::StreetTree& LimitGame::tree_behind(const LimitNode& chance) const {
  return trees_[tree_of_[static_cast<std::size_t>(chance.children[1])]];
}

void LimitGame::make_matrices(std::span<const std::uint64_t> won, std::span<const std::uint64_t> tied) {
  const std::size_t n = sequences_[kRiver];
  need_memory(4 * n * n * sizeof(double));
  double total = 0;
  for (std::size_t i = 0; i < n * n; ++i)
    total += 2.0 * static_cast<double>(won[i]) + static_cast<double>(tied[i]);
  if (!(total > 0)) throw std::invalid_argument("no sequences meet");
  showdown_ = AlignedBuffer(n * width(kRiver) * sizeof(float));
  std::array<std::vector<double>, 4> sums;
  for (std::size_t street = 0; street < 4; ++street)
    sums[street].resize(sequences_[street] * sequences_[street]);
  for (std::size_t i = 0; i < n; ++i) {
    interruption_point();
    for (std::size_t j = 0; j < n; ++j) {
      const auto wins = static_cast<double>(won[i * n + j]), losses = static_cast<double>(won[j * n + i]);
      sums[kRiver][i * n + j] = (wins + losses + static_cast<double>(tied[i * n + j])) / total;
      showdown_.floats()[i * width(kRiver) + j] = static_cast<float>((losses - wins) / total);
    }
  }
  for (std::size_t street = kRiver; street-- > 0;) {
    const std::size_t many = sequences_[street + 1], few = sequences_[street];
    const auto parts = static_cast<std::size_t>(buckets_[street + 1]);
    for (std::size_t i = 0; i < many; ++i)
      for (std::size_t j = 0; j < many; ++j)
        sums[street][i / parts * few + j / parts] += sums[street + 1][i * many + j];
  }
  for (int street = 0; street < 4; ++street) {
    const std::size_t here = sequences(street);
    AlignedBuffer& dealt = dealt_[static_cast<std::size_t>(street)];
    dealt = AlignedBuffer(here * width(street) * sizeof(float));
    for (std::size_t i = 0; i < here; ++i)
      for (std::size_t j = 0; j < here; ++j)
        dealt.floats()[i * width(street) + j] =
            static_cast<float>(sums[static_cast<std::size_t>(street)][i * here + j]);
  }
}

DecisionRows LimitGame::rows(const LimitNode& node) const {
  return storage_.rows(node.start, node.actions(), width(node.street));
}

// Rows are as long as the river's, so that one stack serves every street.
float* LimitGame::take_row(Workspace& workspace) const {
  if (workspace.used == workspace.rows.size()) workspace.rows.emplace_back(width(kRiver) * sizeof(float));
  return workspace.rows[workspace.used++].floats();
}

// The row of a chance node before the turn.
float* LimitGame::turn_row(const AlignedBuffer& rows, int node) const {
  return rows.floats() + turn_of_[static_cast<std::size_t>(node)] * width(kTurn - 1);
}

void LimitGame::refine(int street, const float* from, float* to) const {
  const auto parts = static_cast<std::size_t>(buckets_[static_cast<std::size_t>(street)]);
  for (std::size_t i = 0; i < sequences(street - 1); ++i) std::fill_n(to + i * parts, parts, from[i]);
  std::fill(to + sequences(street), to + width(street), 0.0f);
}

void LimitGame::merge(int street, const float* from, float* to) const {
  const auto parts = static_cast<std::size_t>(buckets_[static_cast<std::size_t>(street)]);
  for (std::size_t i = 0; i < sequences(street - 1); ++i) {
    float sum = 0;
    for (std::size_t k = 0; k < parts; ++k) sum += from[i * parts + k];
    to[i] = sum;
  }
  std::fill(to + sequences(street - 1), to + width(street - 1), 0.0f);
}

// A street's tree as a walk sees it; rows come from the workspace.
class LimitGame::StreetView {
 public:
  StreetView(LimitGame& game, const StreetTree& tree, const float* reach, Workspace& workspace)
      : game_(game),
        tree_(tree),
        workspace_(workspace),
        reach_(tree.nodes.size()),
        values_(tree.nodes.size()) {
    reach_[0] = reach;
  }

  // Values are only needed where the walk comes back.
  void take_values(float* root) {
    values_[0] = root;
    for (std::size_t i = 1; i < size(); ++i) values_[i] = game_.take_row(workspace_);
  }

  std::size_t size() const { return tree_.nodes.size(); }
  int node(std::size_t i) const { return tree_.nodes[i]; }
  std::size_t width() const { return game_.width(street()); }
  Role role(int node, int player) const {
    const LimitNode& at = game_.at(node);
    return at.kind == LimitNode::kDecision ? decision_role(at.player, player) : Role::kLeaf;
  }
  // The actions that are possible stand side by side: only a fold or a raise may be missing.
  std::span<const int> children(int node) const {
    const LimitNode& at = game_.at(node);
    return {at.children.data() + (at.children[0] < 0), at.actions()};
  }

  const float* reach(int node) const { return reach_[local(node)]; }
  void share_reach(int node, int child) { reach_[local(child)] = reach(node); }
  float* add_reach(int child) {
    float* row = game_.take_row(workspace_);
    reach_[local(child)] = row;
    return row;
  }
  void split_reach(int node, bool average, float* const* rows) {
    kernels().split_reach(game_.rows(game_.at(node)), average, reach(node), rows);
  }
  float* value(int node) const { return values_[local(node)]; }
  void update_own(int node, const Walk& walk, const float* const* values) {
    update_decision(walk, game_.rows(game_.at(node)), values, value(node));
  }

  void evaluate_leaves(const Walk& walk) {
    evaluate_terminals(walk, LimitNode::kFold, game_.dealt_[static_cast<std::size_t>(street())]);
    if (street() == kRiver) evaluate_terminals(walk, LimitNode::kShowdown, game_.showdown_);
    for (const int node : tree_.chance_nodes) {
      if (game_.at(node).street == kTurn)  // threads have worked it out before the flop was walked
        std::copy_n(game_.turn_row(game_.turn_values_, node), width(), value(node));
      else
        game_.expand_chance(walk, game_.at(node), reach(node), value(node), workspace_);
    }
  }

 private:
  std::size_t local(int node) const { return game_.local_[static_cast<std::size_t>(node)]; }
  int street() const { return game_.at(tree_.nodes[0]).street; }

  void evaluate_terminals(const Walk& walk, LimitNode::Kind kind, const AlignedBuffer& matrix) {
    std::vector<const float*> reach;
    std::vector<float*> values;
    std::vector<float> scales;
    for (const int node : tree_.nodes) {
      const LimitNode& at = game_.at(node);
      if (at.kind != kind) continue;
      reach.push_back(this->reach(node));
      values.push_back(value(node));
      scales.push_back(kind == LimitNode::kFold && at.player != walk.player ? -at.stake : at.stake);
    }
    kernels().matmul(matrix.floats(), width(), game_.sequences(street()), reach.data(), scales.data(),
                     values.data(), reach.size());
  }

  LimitGame& game_;
  const StreetTree& tree_;
  Workspace& workspace_;
  std::vector<const float*> reach_;
  std::vector<float*> values_;
};

void LimitGame::walk_street(const Walk& walk, const StreetTree& tree, const float* reach, float* value,
                            Workspace& workspace) {
  const std::size_t before = workspace.used;
  StreetView view(*this, tree, reach, workspace);
  view.take_values(value);
  walk_tree(view, walk);
  workspace.used = before;
}

// The value before a public card, on the street that it ends.
void LimitGame::expand_chance(const Walk& walk, const LimitNode& chance, const float* reach, float* value,
                              Workspace& workspace) {
  const std::size_t before = workspace.used;
  float* refined = take_row(workspace);
  float* behind = take_row(workspace);
  refine(chance.street, reach, refined);
  walk_street(walk, tree_behind(chance), refined, behind, workspace);
  merge(chance.street, behind, value);
  workspace.used = before;
}

// Leaves the opponent's reach at every chance node before the turn.
void LimitGame::collect_turn_reach(const Walk& walk, const StreetTree& tree, const float* reach,
                                   Workspace& workspace) {
  const std::size_t before = workspace.used;
  StreetView view(*this, tree, reach, workspace);
  propagate_reach(view, walk, 0, view.size());
  for (const int node : tree.chance_nodes) {
    const LimitNode& chance = at(node);
    if (chance.street == kTurn) {
      std::copy_n(view.reach(node), width(kTurn - 1), turn_row(turn_reach_, node));
      continue;
    }
    float* refined = take_row(workspace);
    refine(chance.street, view.reach(node), refined);
    collect_turn_reach(walk, tree_behind(chance), refined, workspace);
  }
  workspace.used = before;
}

double LimitGame::walk(const Walk& walk) {
  Workspace& workspace = workspaces_[0];
  for (Workspace& each : workspaces_) each.used = 0;
  float* reach = take_row(workspace);
  float* value = take_row(workspace);
  std::fill_n(reach, width(0), 0.0f);
  std::fill_n(reach, sequences(0), 1.0f);
  collect_turn_reach(walk, trees_[0], reach, workspace);
  pool_.run(turns_.size(), [&](std::size_t turn, std::size_t thread) {
    const int node = turns_[turn];
    expand_chance(walk, at(node), turn_row(turn_reach_, node), turn_row(turn_values_, node),
                  workspaces_[thread]);
  });
  walk_street(walk, trees_[0], reach, value, workspace);
  double sum = 0;
  for (std::size_t i = 0; i < sequences(0); ++i) sum += value[i];
  return sum;
}

void LimitGame::iterate(const Discount& discount) {
  for (int player = 0; player < 2; ++player) walk(Walk::learn(player, discount));
}

double LimitGame::value(int player, bool best) {
  return walk(Walk::measure(player, best ? Update::kBestResponse : Update::kAverage));
}

std::vector<float> LimitGame::strategy(std::size_t node) const {
  return average_strategy(rows(nodes_[node]), sequences(nodes_[node].street));
}

void LimitGame::set_strategy(std::size_t node, std::span<const float> given) {
  set_average_strategy(rows(nodes_[node]), sequences(nodes_[node].street), given);
}

}  // namespace fivebet
