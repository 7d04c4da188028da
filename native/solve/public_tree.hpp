// Small two-player zero-sum games: a public tree, private hands, payoff matrices.
//
// Everything that both players see is a node: who acts, or chance, or a terminal.
// What only one of them knows is a hand; a decision's information sets are its
// hands. A terminal names a matrix of what the first player wins from each pair of
// hands, weighted with the chance of dealing them, of all public cards and of
// nothing else. Kuhn's and Leduc's games, jam-or-fold and abstracted games are
// given like this; their walk is that of cfr_walk.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solve/cfr_walk.hpp"
#include "solve/decision_storage.hpp"

namespace fivebet {

struct PublicNode {
  enum Kind : std::uint8_t { kDecision, kChance, kTerminal } kind;
  int player = 0;             // of a decision
  std::vector<int> children;  // stand behind their parents
  std::size_t matrix = 0;     // of a terminal
  float scale = 0;            // what its matrix is multiplied with
};

class PublicTree {
 public:
  // Matrices are row-major, the first player's hands by the second's.
  PublicTree(std::vector<PublicNode> nodes, std::size_t first_hands, std::size_t second_hands,
             const std::vector<std::vector<float>>& matrices);

  // One iteration: both players learn, the first player first.
  void iterate(const Discount& discount);
  // What a player wins with its average strategy, or with the best response to the
  // other's, by hand.
  std::vector<float> values(int player, bool best);
  // Rows over hands of a decision's average strategy.
  std::vector<float> strategy(std::size_t node) const;
  void set_strategy(std::size_t node, std::span<const float> rows);

  const std::vector<PublicNode>& nodes() const { return nodes_; }
  std::size_t hands(int player) const { return hands_[player]; }

 private:
  class View;
  std::vector<float> walk(const Walk& walk);
  DecisionRows rows(std::size_t node) const;

  std::vector<PublicNode> nodes_;
  std::size_t hands_[2];
  std::vector<AlignedBuffer> matrices_[2];  // one row per hand of either player
  std::vector<std::size_t> starts_;         // of the decisions' numbers, by node
  DecisionStorage storage_;
  std::vector<const float*> reach_;  // by node
  AlignedBuffer reach_rows_;
  AlignedBuffer values_;
};

}  // namespace fivebet
