// Heads-up limit hold'em between bucket sequences, and its regret minimiser.
//
// The betting is that of the real game, street by street; a decision's information
// sets are the sequences of its street (sequences.hpp). An end is worth what the
// loser has put in, times the chance that the two sequences meet: by a fold all of
// it, at a showdown what is won of it less what is lost. Both players are updated in
// turn over the whole tree, nothing is sampled; subtrees from the turn on are shared
// out to threads. Whoever knows a sequence knows all that came before it, so that a
// best response is found by taking the best action street by street from the end.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "util/thread_pool.hpp"
#include "simd/solver_rows.hpp"
#include "util/aligned_buffer.hpp"

namespace fivebet {

struct LimitRules {
  std::array<int, 2> blinds;      // by seat: seat 1 has the button and acts first before the flop
  std::array<int, 4> bets;        // of each street
  std::array<int, 4> max_raises;  // bets and raises of each street, blinds not counted
};

struct LimitNode {
  enum Kind : std::uint8_t { kDecision, kFold, kShowdown, kChance } kind;
  int street = 0;
  int player = 0;                              // who decides, or who wins by a fold
  float stake = 0;                             // at an end: what the loser has put in
  std::array<int, 3> children{-1, -1, -1};     // fold, check or call, bet or raise; a deal has the middle one
  int end = 0;                                 // one behind the last node below this one
  std::size_t start = 0;                       // of a decision's numbers

  std::size_t actions() const {
    return static_cast<std::size_t>((children[0] >= 0) + (children[1] >= 0) + (children[2] >= 0));
  }
};

class LimitGame {
 public:
  // `won` and `tied` count meetings on the river, the row's sequence first (sequences.hpp).
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

 private:
  struct Walk {
    int player;
    enum How : std::uint8_t { kLearn, kAverage, kBestResponse } how;
    Discount discount;
  };
  struct Workspace {  // one thread's room
    std::vector<AlignedBuffer> blocks;
    std::size_t used = 0;
  };

  int build(const LimitRules& rules, int street, int actor, std::array<int, 2> paid, int raises, bool closing);
  void make_matrices(std::span<const std::uint64_t> won, std::span<const std::uint64_t> tied);
  DecisionRows rows(const LimitNode& node) const;
  std::size_t width(int street) const { return padded(sequences(street)); }
  float* take(Workspace& workspace) const;
  double run(const Walk& walk);
  void collect_turn_reach(const Walk& walk, int node, const float* reach, Workspace& workspace);
  void visit(const Walk& walk, int node, const float* reach, float* value, Workspace& workspace);
  void visit_street_end(const Walk& walk, const LimitNode& node, const float* reach, float* value, Workspace& workspace);
  void visit_river(const Walk& walk, int root, const float* reach, float* value, Workspace& workspace);
  void combine(const Walk& walk, const LimitNode& node, const float* const* values, float* value) const;
  void refine(int street, const float* from, float* to) const;
  void merge(int street, const float* from, float* to) const;

  std::array<int, 4> buckets_;
  std::array<std::size_t, 4> sequences_;
  std::vector<LimitNode> nodes_;
  std::array<AlignedBuffer, 4> meet_;  // the chance that two sequences of a street meet
  AlignedBuffer show_;                 // on the river, what the column's sequence wins from the row's
  AlignedBuffer regrets_;
  AlignedBuffer averages_;
  std::vector<int> turns_;       // deals that lead to the turn
  std::vector<std::size_t> turn_of_;  // by node, the place of such a deal among them
  AlignedBuffer turn_reach_;
  AlignedBuffer turn_values_;
  ThreadPool pool_;
  std::vector<Workspace> workspaces_;
};

}  // namespace fivebet
