// Heads-up limit hold'em whose hands are put into buckets after the flop, on sampled boards.
//
// Each iteration deals a few boards at random (public chance sampling, Johanson and others,
// 2012): all hands that a board leaves are carried through the whole betting on it, and what
// they learn is added up by bucket. On a board that is known to the river hands can stand in
// order of strength on every street, so that rows need never be reordered. Buckets forget
// those of earlier streets; before the flop they are the 169 classes.
//
// Regrets count by the number of their iteration and the average strategy by its square. A
// player's average is weighted with its own reach, which is at hand while the other learns.
// The turn's trees are shared among threads, each for all boards: no two threads ever write
// the same numbers, and results do not depend on how many there are.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "solve/betting_tree.hpp"
#include "solve/board_buckets.hpp"
#include "solve/cfr_walk.hpp"
#include "solve/limit_game.hpp"
#include "util/aligned_buffer.hpp"
#include "util/thread_pool.hpp"

namespace fivebet {

class LimitBlueprint {
 public:
  static constexpr int kAllStreets = 4;

  LimitBlueprint(const LimitRules& rules, const BoardBuckets& buckets, int threads);
  ~LimitBlueprint();

  // Both players learn on the boards from number `first` on; `iteration` counts from 1.
  void iterate(std::uint64_t seed, std::uint64_t first, std::size_t boards, std::uint64_t iteration);

  struct Measured {
    std::vector<double> won;  // by board, what the first player wins with both averages
    // Chips that a bucket wins on average from each start of a turn on, by player, start and
    // bucket, less what was paid; NaN where the other player never comes.
    std::vector<float> turn_values;
  };
  Measured measure(std::uint64_t seed, std::size_t boards);

  const Forest& forest(int street) const { return street == 0 ? preflop_ : betting_.streets[street - 1]; }
  std::size_t buckets(int street) const { return widths_[static_cast<std::size_t>(street)]; }
  // Rows over the buckets of a decision's average strategy, one for each action.
  std::vector<float> strategy(int street, std::int32_t node) const;
  const AlignedBuffer& regrets() const { return regrets_; }
  const AlignedBuffer& averages() const { return averages_; }
  bool lost_threads() const { return pool_.lost(); }

 private:
  struct DealtBoard;
  struct Rows;
  struct Workspace;
  class TreeView;
  using EachTurn = std::function<void(const DealtBoard& board, std::size_t tree, const float* reach,
                                      const float* value, Workspace& workspace)>;

  void deal(std::uint64_t seed, std::uint64_t purpose, std::uint64_t first, std::size_t boards);
  void deal_board(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index, DealtBoard& board) const;
  // Walks all dealt boards; visit(board, …) sees each start of a turn.
  void walk(const Walk& walk, std::uint64_t iteration, std::size_t boards, const EachTurn& visit);
  std::size_t start(int street, const BettingNode& node) const;

  const BoardBuckets& buckets_;
  Forest preflop_;
  Betting betting_;
  std::array<std::size_t, kAllStreets> widths_;
  std::vector<std::size_t> starts_[kAllStreets];  // by node, of its numbers
  AlignedBuffer regrets_;   // by decision, bucket and action
  AlignedBuffer averages_;
  ThreadPool pool_;
  std::vector<std::unique_ptr<DealtBoard>> dealt_;
  std::vector<std::unique_ptr<Workspace>> workspaces_;
};

}  // namespace fivebet
