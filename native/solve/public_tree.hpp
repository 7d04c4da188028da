// Small two-player zero-sum games: a public tree, private hands, payoff matrices.
//
// Everything that both players see is a node: who acts, or chance, or an end.
// What only one of them knows is a hand; a decision's information sets are its
// hands. An end names a matrix of what the first player wins from each pair of
// hands, weighted with the chance of dealing them, of all public cards and of
// nothing else. Kuhn's and Leduc's games, jam-or-fold and abstracted games are
// given like this; regrets are minimised by the same loops as after the flop.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "simd/solver_rows.hpp"
#include "util/aligned_buffer.hpp"

namespace fivebet {

struct PublicNode {
  enum Kind : std::uint8_t { kDecision, kChance, kEnd } kind;
  int player = 0;               // of a decision
  std::vector<int> children;    // stand behind their parents
  std::size_t matrix = 0;       // of an end
  float scale = 0;              // what its matrix is multiplied with
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
  std::vector<float> walk(int player, int how, const Discount& discount);
  DecisionRows rows(std::size_t node) const;

  std::vector<PublicNode> nodes_;
  std::size_t hands_[2];
  std::vector<AlignedBuffer> matrices_[2];  // rows of either player
  std::vector<std::size_t> starts_;
  AlignedBuffer regrets_;
  AlignedBuffer averages_;
  AlignedBuffer reach_;
  AlignedBuffer values_;
};

}  // namespace fivebet
