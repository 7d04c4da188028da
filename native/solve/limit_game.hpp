// Heads-up limit hold'em between bucket sequences, solved without sampling.
//
// The betting is that of the real game, street by street; a decision's information
// sets are the sequences of its street (bucket_sequences.hpp). A terminal is worth what
// the loser has put in, times the chance that two sequences are dealt together: all of
// it after a fold, what is won of it less what is lost at a showdown. The terminals of a
// street that share a matrix are valued by one multiplication. Each street's betting is
// a tree of its own for the walk of cfr_walk.hpp; behind its chance nodes the rows are
// refined to the next street's sequences and merged again on the way back. Subtrees from
// the turn on are shared out to threads. Whoever knows a sequence knows all that came
// before it, so that a best response takes the best action street by street.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "solve/cfr_walk.hpp"
#include "solve/decision_storage.hpp"
#include "util/thread_pool.hpp"

namespace fivebet {

struct LimitRules {
  std::array<int, 2> blinds;      // by seat; seat 1 has the button and acts first before the flop
  std::array<int, 4> bets;        // of each street
  std::array<int, 4> max_raises;  // bets and raises of each street, blinds not counted
};

struct LimitNode {
  enum Kind : std::uint8_t { kDecision, kFold, kShowdown, kChance } kind;
  int street = 0;
  int player = 0;                           // who decides, or who wins by a fold
  float stake = 0;                          // at a terminal: what the loser has put in
  std::array<int, 3> children{-1, -1, -1};  // fold, check or call, bet or raise; chance has the middle one
  int end = 0;                              // one behind the last node below this one
  std::size_t start = 0;                    // of a decision's numbers

  std::size_t actions() const {
    return static_cast<std::size_t>((children[0] >= 0) + (children[1] >= 0) + (children[2] >= 0));
  }
};

class LimitGame {
 public:
  // `won` and `tied` are counts of pairs of sequences on the river (bucket_sequences.hpp).
  LimitGame(const LimitRules& rules, const std::array<int, 4>& buckets, std::span<const std::uint64_t> won,
            std::span<const std::uint64_t> tied, int threads);

  void iterate(const Discount& discount);
  // What a player wins with its average strategy, or with the best response to the other's.
  double value(int player, bool best);

  const std::vector<LimitNode>& nodes() const { return nodes_; }
  std::size_t sequences(int street) const { return sequences_[static_cast<std::size_t>(street)]; }
  // Rows over sequences of a decision's average strategy.
  std::vector<float> strategy(std::size_t node) const;
  void set_strategy(std::size_t node, std::span<const float> rows);
  // Whether it has threads that stayed behind when this process was forked.
  bool lost_threads() const { return pool_.lost(); }

 private:
  class StreetView;
  // The betting of one street; its chance nodes lead to other street trees.
  struct StreetTree {
    std::vector<int> nodes;
    std::vector<int> chance_nodes;
  };
  // One thread's stack of rows.
  struct Workspace {
    std::vector<AlignedBuffer> rows;
    std::size_t used = 0;
  };

  int build(const LimitRules& rules, int street, int actor, std::array<int, 2> paid, int raises,
            bool closing);
  void split_into_streets();
  void make_matrices(std::span<const std::uint64_t> won, std::span<const std::uint64_t> tied);
  const LimitNode& at(int node) const { return nodes_[static_cast<std::size_t>(node)]; }
  const StreetTree& tree_behind(const LimitNode& chance) const;
  DecisionRows rows(const LimitNode& node) const;
  std::size_t width(int street) const { return padded(sequences(street)); }
  float* take_row(Workspace& workspace) const;
  float* turn_row(const AlignedBuffer& rows, int node) const;
  double walk(const Walk& walk);
  void collect_turn_reach(const Walk& walk, const StreetTree& tree, const float* reach, Workspace& workspace);
  void walk_street(const Walk& walk, const StreetTree& tree, const float* reach, float* value,
                   Workspace& workspace);
  void expand_chance(const Walk& walk, const LimitNode& chance, const float* reach, float* value,
                     Workspace& workspace);
  void refine(int street, const float* from, float* to) const;
  void merge(int street, const float* from, float* to) const;

  std::array<int, 4> buckets_;
  std::array<std::size_t, 4> sequences_;
  std::vector<LimitNode> nodes_;
  std::vector<StreetTree> trees_;       // the first is the preflop betting
  std::vector<std::size_t> tree_of_;    // by node
  std::vector<std::size_t> local_;      // by node, its place among the nodes of its street tree
  std::array<AlignedBuffer, 4> dealt_;  // the chance that two sequences of a street are dealt together
  AlignedBuffer showdown_;              // on the river, what the column's sequence wins from the row's
  DecisionStorage storage_;
  std::vector<int> turns_;            // chance nodes that lead to the turn
  std::vector<std::size_t> turn_of_;  // by node, the place of such a chance node among them
  AlignedBuffer turn_reach_;
  AlignedBuffer turn_values_;
  ThreadPool pool_;
  std::vector<Workspace> workspaces_;
};

}  // namespace fivebet
