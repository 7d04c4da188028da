#include "solve/public_tree.hpp"

#include <algorithm>
#include <stdexcept>

#include "simd/kernels.hpp"

namespace fivebet {
namespace {

void check(const std::vector<PublicNode>& nodes, std::size_t matrices) {
  std::vector<int> parents(nodes.size(), 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const PublicNode& node = nodes[i];
    const bool terminal = node.kind == PublicNode::kTerminal;
    if (terminal != node.children.empty()) throw std::invalid_argument("ends and only they have no children");
    if (terminal && node.matrix >= matrices) throw std::invalid_argument("an end names a matrix");
    if (node.kind == PublicNode::kDecision && (node.player != 0 && node.player != 1))
      throw std::invalid_argument("a player is 0 or 1");
    if (node.children.size() > kMaxActions && node.kind == PublicNode::kDecision)
      throw std::invalid_argument("a decision has at most 16 actions");
    for (const int child : node.children) {
      if (child <= static_cast<int>(i) || child >= static_cast<int>(nodes.size()))
        throw std::invalid_argument("children stand behind their parents");
      ++parents[static_cast<std::size_t>(child)];
    }
  }
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (parents[i] != (i > 0)) throw std::invalid_argument("every node but the first has one parent");
}

}  // namespace

PublicTree::PublicTree(std::vector<PublicNode> nodes, std::size_t first_hands, std::size_t second_hands,
                       const std::vector<std::vector<float>>& matrices)
    : nodes_(std::move(nodes)), hands_{first_hands, second_hands} {
  if (nodes_.empty() || !first_hands || !second_hands)
    throw std::invalid_argument("a game has nodes and hands");
  check(nodes_, matrices.size());
  const std::size_t widths[2] = {padded(first_hands), padded(second_hands)};
  for (const std::vector<float>& matrix : matrices) {
    if (matrix.size() != first_hands * second_hands)
      throw std::invalid_argument("a matrix has a number for each pair of hands");
    for (int player = 0; player < 2; ++player) {
      AlignedBuffer rows(hands_[player] * widths[1 - player] * sizeof(float));
      for (std::size_t i = 0; i < first_hands; ++i)
        for (std::size_t j = 0; j < second_hands; ++j) {
          const float won = matrix[i * second_hands + j];
          if (player == 0)
            rows.floats()[i * widths[1] + j] = won;
          else
            rows.floats()[j * widths[0] + i] = -won;
        }
      matrices_[player].push_back(std::move(rows));
    }
  }
  std::size_t numbers = 0;
  for (const PublicNode& node : nodes_) {
    starts_.push_back(numbers);
    if (node.kind == PublicNode::kDecision) numbers += node.children.size() * widths[node.player];
  }
  storage_ = DecisionStorage(numbers);
  reach_.resize(nodes_.size());
  reach_rows_ = AlignedBuffer(nodes_.size() * std::max(widths[0], widths[1]) * sizeof(float));
  values_ = AlignedBuffer(nodes_.size() * std::max(widths[0], widths[1]) * sizeof(float));
}

DecisionRows PublicTree::rows(std::size_t node) const {
  return storage_.rows(starts_[node], nodes_[node].children.size(), padded(hands_[nodes_[node].player]));
}

// The tree as a walk for one player sees it.
class PublicTree::View {
 public:
  View(PublicTree& tree, int player)
      : tree_(tree),
        player_(player),
        width_(padded(tree.hands_[player])),
        other_width_(padded(tree.hands_[1 - player])) {}

  std::size_t size() const { return tree_.nodes_.size(); }
  int node(std::size_t i) const { return static_cast<int>(i); }
  std::size_t width() const { return width_; }
  const std::vector<int>& children(int node) const { return at(node).children; }
  Role role(int node, int player) const {
    if (at(node).kind == PublicNode::kTerminal) return Role::kLeaf;
    return at(node).kind == PublicNode::kChance ? Role::kPublicChance
                                                : decision_role(at(node).player, player);
  }

  void share_reach(int node, int child) { reach(child) = reach(node); }
  float* add_reach(int node) {
    float* row = tree_.reach_rows_.floats() + static_cast<std::size_t>(node) * other_width_;
    reach(node) = row;
    return row;
  }
  void split_reach(int node, bool average, float* const* rows) {
    kernels().split_reach(tree_.rows(static_cast<std::size_t>(node)), average, reach(node), rows);
  }
  float* value(int node) const { return tree_.values_.floats() + static_cast<std::size_t>(node) * width_; }
  void update_own(int node, const Walk& walk, const float* const* values) {
    update_decision(walk, tree_.rows(static_cast<std::size_t>(node)), values, value(node));
  }

  void evaluate_leaves(const Walk&) {
    for (int node = 0; node < static_cast<int>(size()); ++node) {
      if (at(node).kind != PublicNode::kTerminal) continue;
      interruption_point();
      std::fill_n(value(node), width_, 0.0f);
      kernels().matvec(tree_.matrices_[player_][at(node).matrix].floats(), tree_.hands_[player_],
                       other_width_, reach(node), at(node).scale, value(node));
    }
  }

 private:
  const PublicNode& at(int node) const { return tree_.nodes_[static_cast<std::size_t>(node)]; }
  const float*& reach(int node) { return tree_.reach_[static_cast<std::size_t>(node)]; }

  PublicTree& tree_;
  int player_;
  std::size_t width_;
  std::size_t other_width_;
};

std::vector<float> PublicTree::walk(const Walk& walk) {
  View view(*this, walk.player);
  const std::size_t others = hands_[1 - walk.player];
  float* reach = view.add_reach(0);
  std::fill_n(reach, others, 1.0f);
  std::fill(reach + others, reach + padded(others), 0.0f);
  walk_tree(view, walk);
  return {view.value(0), view.value(0) + hands_[walk.player]};
}

void PublicTree::iterate(const Discount& discount) {
  for (int player = 0; player < 2; ++player) walk(Walk::learn(player, discount));
}

std::vector<float> PublicTree::values(int player, bool best) {
  return walk(Walk::measure(player, best ? Update::kBestResponse : Update::kAverage));
}

std::vector<float> PublicTree::strategy(std::size_t node) const {
  return average_strategy(rows(node), hands_[nodes_[node].player]);
}

void PublicTree::set_strategy(std::size_t node, std::span<const float> given) {
  set_average_strategy(rows(node), hands_[nodes_[node].player], given);
}

}  // namespace fivebet
