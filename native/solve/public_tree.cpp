#include "solve/public_tree.hpp"

#include <algorithm>
#include <stdexcept>

#include "solve/average_strategy.hpp"
#include "simd/kernels.hpp"

namespace fivebet {
namespace {

enum How { kLearn, kAverage, kBestResponse };

void check(const std::vector<PublicNode>& nodes, std::size_t matrices) {
  std::vector<int> parents(nodes.size(), 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const PublicNode& node = nodes[i];
    const bool end = node.kind == PublicNode::kEnd;
    if (end != node.children.empty()) throw std::invalid_argument("ends and only they have no children");
    if (end && node.matrix >= matrices) throw std::invalid_argument("an end names a matrix");
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
  regrets_ = AlignedBuffer(numbers * sizeof(float));
  averages_ = AlignedBuffer(numbers * sizeof(float));
  reach_ = AlignedBuffer(nodes_.size() * std::max(widths[0], widths[1]) * sizeof(float));
  values_ = AlignedBuffer(nodes_.size() * std::max(widths[0], widths[1]) * sizeof(float));
}

DecisionRows PublicTree::rows(std::size_t node) const {
  DecisionRows rows{};
  rows.actions = nodes_[node].children.size();
  rows.hands = padded(hands_[nodes_[node].player]);
  rows.regrets = regrets_.floats() + starts_[node];
  rows.average = averages_.floats() + starts_[node];
  return rows;
}

std::vector<float> PublicTree::walk(int player, int how, const Discount& discount) {
  const std::size_t width = padded(hands_[player]);
  const std::size_t other = padded(hands_[1 - player]);
  const auto reach = [&](std::size_t node) { return reach_.floats() + node * other; };
  const auto value = [&](std::size_t node) { return values_.floats() + node * width; };
  std::fill_n(reach(0), other, 0.0f);
  std::fill_n(reach(0), hands_[1 - player], 1.0f);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const PublicNode& node = nodes_[i];
    if (node.kind == PublicNode::kEnd) {
      std::fill_n(value(i), width, 0.0f);
      kernels().matvec(matrices_[player][node.matrix].floats(), hands_[player], other, reach(i),
                             node.scale, value(i));
    } else if (node.kind == PublicNode::kDecision && node.player != player) {
      float* children[kMaxActions];
      for (std::size_t a = 0; a < node.children.size(); ++a)
        children[a] = reach(static_cast<std::size_t>(node.children[a]));
      kernels().spread_reach(rows(i), how != kLearn, reach(i), children);
    } else {
      for (const int child : node.children)
        std::copy_n(reach(i), other, reach(static_cast<std::size_t>(child)));
    }
  }
  std::vector<const float*> children;
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const PublicNode& node = nodes_[i];
    if (node.kind == PublicNode::kEnd) continue;
    children.clear();
    for (const int child : node.children) children.push_back(value(static_cast<std::size_t>(child)));
    if (node.kind == PublicNode::kChance || node.player != player)
      kernels().add_rows(children.data(), children.size(), width, value(i));
    else if (how == kLearn)
      kernels().update_regrets(rows(i), children.data(), discount, value(i), nullptr);
    else if (how == kAverage)
      kernels().strategy_value(rows(i), true, children.data(), value(i));
    else
      kernels().max_rows(children.data(), children.size(), width, value(i));
  }
  return {value(0), value(0) + hands_[player]};
}

void PublicTree::iterate(const Discount& discount) {
  for (int player = 0; player < 2; ++player) walk(player, kLearn, discount);
}

std::vector<float> PublicTree::values(int player, bool best) {
  return walk(player, best ? kBestResponse : kAverage, {});
}

std::vector<float> PublicTree::strategy(std::size_t node) const {
  return average_strategy(rows(node), hands_[nodes_[node].player]);
}

void PublicTree::set_strategy(std::size_t node, std::span<const float> given) {
  const DecisionRows here = rows(node);
  const std::size_t hands = hands_[nodes_[node].player];
  for (std::size_t a = 0; a < here.actions; ++a)
    std::copy_n(given.data() + a * hands, hands, static_cast<float*>(here.average) + a * here.hands);
}

}  // namespace fivebet
