// Equilibrium of a heads-up spot after the flop.
//
// Regrets are minimised over the public tree by the walk of cfr_walk.hpp, player after
// player, with one row of numbers over a player's hands for each action (solver_rows.hpp).
// The betting is the same for every board of a street (betting_tree.hpp), so that a
// player's numbers are the product of both: for each board, rows in the order of the
// street's forest. On the river the trees of a board are walked in batches, whose terminals
// fill SIMD lanes. Threads share the boards after the first card; values are added in the
// order of the boards, so that results do not depend on the number of threads.
//
// Values are chips won, less half of the starting pot: without rake what one player wins
// the other loses. Rows of values are counterfactual: weighted with the opponent's reach,
// not with one's own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "solve/betting_tree.hpp"
#include "solve/cfr_walk.hpp"
#include "solve/runouts.hpp"
#include "util/aligned_buffer.hpp"
#include "util/thread_pool.hpp"

namespace fivebet {

class Solver {
 public:
  // Boards and hands are shared with `reuse` where it has the same.
  Solver(const Spot& spot, CardSet board, const Ranges& ranges, bool compressed, bool merge_suits,
         int threads, const Solver* reuse = nullptr);
  ~Solver();

  // Bytes that regrets and averages will take, and those of boards, hands and scales.
  std::size_t bytes_needed() const;
  std::size_t overhead_bytes() const;
  // Takes new memory, all zero; throws std::bad_alloc where there is not enough.
  void allocate();

  // One iteration: both players learn, the first player first.
  void iterate(const Discount& discount);

  // What a player's best response wins against the other's average strategy, or
  // what its own average strategy does; by hand of the spot's board.
  std::vector<float> root_values(int player, Update update);
  // What a player wins on average over all deals, given the values of its hands.
  double expected_value(int player, std::span<const float> values) const;
  double total_weight() const { return total_; }  // of all deals

  // A node of the tree on a board.
  struct Position {
    int street;
    std::size_t board;
    std::int32_t node;
  };
  const BettingNode& node(const Position& position) const;
  // The average strategy, rows over the board's hands.
  std::vector<float> strategy(const Position& position) const;
  // Counterfactual values of `player`'s hands at a node when the other reaches it
  // with `reach`, and of each action when the player acts there; rows over hands.
  std::vector<float> values(const Position& position, int player, std::span<const float> reach,
                            Update update);
  // Locks a decision's strategy to rows over the board's hands; no rows unlock it.
  void lock(const Position& position, std::span<const float> rows);

  // Lets a player choose, hand by hand and before anything else, between a counterfactual value
  // and playing on: the gadget of safe re-solving (Burch, Johanson and Bowling, 2014). Whoever
  // is promised these values does no better against the other's solved strategy, as far as the
  // other can prevent it. `forced` is the probability that a hand has no choice: with some of
  // it, the other also trusts the player's range. Rows are over the hands of the spot's board.
  void set_alternatives(int player, std::span<const float> values, std::span<const float> forced);
  // How often each hand of the player with alternatives plays on, by its average strategy.
  std::vector<float> plays_on() const;

  // What a terminal is worth to a player: `show` times the chance of being ahead less that
  // of being behind, plus `all` in any case; the chance of its board is in both.
  struct Worth {
    float show;
    float all;
  };
  Worth worth(int street, const BettingNode& terminal, int player) const;

  const Spot& spot() const { return spot_; }
  const Betting& betting() const { return betting_; }
  const Runouts& runouts() const { return *runouts_; }
  bool allocated() const { return allocated_; }
  bool compressed() const { return compressed_; }
  // Where a player's numbers stand: how many there are, and the first of a board's rows
  // and of its decisions' scales.
  std::size_t numbers(int player) const { return numbers_[player]; }
  std::size_t decisions(int player) const { return decisions_[player]; }
  std::size_t row_start(int player, int street, std::size_t board) const {
    return row_starts_[player][street][board];
  }
  std::size_t scale_start(int player, int street, std::size_t board) const {
    return scale_starts_[player][street][board];
  }
  // Locked strategies by decision, empty for those that learn; none at all where all do.
  const std::vector<std::vector<float>>& locks(int player) const { return locks_[player]; }
  bool same_betting(const Solver& other) const;
  // All that has been learnt, for files: regrets, averages and scales by player.
  const AlignedBuffer& regrets(int player) const { return regrets_[player]; }
  const AlignedBuffer& averages(int player) const { return averages_[player]; }
  const AlignedBuffer& scales(int player) const { return scales_[player]; }
  // Whether it has threads that stayed behind when this process was forked.
  bool lost_threads() const { return pool_.lost(); }

 private:
  struct BatchPlan;
  struct Worker;
  class BatchView;
  // Where a walk starts, if not at the roots: a node, and the other's reach there.
  struct Entry {
    std::int32_t node;
    const float* reach;
  };

  // A choice at the root: regrets of stopping for the given values and of playing on.
  struct Alternatives {
    int player;
    std::vector<float> values;
    std::vector<float> forced;
    std::vector<float> regrets[2];
    std::vector<float> average;  // probability of choosing to play on

    float chooses_play(std::size_t hand, bool averages) const;
    float plays_on(std::size_t hand, bool averages) const {
      return forced[hand] + (1 - forced[hand]) * chooses_play(hand, averages);
    }
    float choose(const Walk& walk, std::size_t hand, float plays);
  };

  void plan();
  BatchPlan plan_batch(int player, int street, std::int32_t tree) const;
  void plan_terminal(BatchPlan& plan, int player, std::int32_t at) const;
  BatchPlan derive_folds(BatchPlan plan, int player) const;
  void lay_out();
  DecisionRows rows(int street, std::size_t board, const BettingNode& node) const;
  void walk_batch(const Walk& walk, Worker& worker, const BatchPlan& plan, std::size_t board,
                  const float* const* reach, float* const* values, const Entry* entry);
  void evaluate_terminals(const Walk& walk, Worker& worker, const BatchPlan& plan, std::size_t board) const;
  void evaluate_run_outs(const Walk& walk, Worker& worker, const BatchPlan& plan, std::size_t board) const;
  void expand_chance(const Walk& walk, Worker& worker, const BatchPlan& plan, std::size_t board);
  template <class Done>
  void walk_board(const Walk& walk, Worker& worker, int street, std::size_t board, const float* lines,
                  std::size_t lines_size, Done done);
  std::vector<float> walk(const Walk& walk);

  Spot spot_;
  Ranges ranges_;
  Betting betting_;
  std::shared_ptr<const Runouts> runouts_;
  bool compressed_;
  bool allocated_ = false;
  AlignedBuffer regrets_[2];
  AlignedBuffer averages_[2];
  AlignedBuffer scales_[2];                             // by decision
  std::vector<std::vector<float>> locks_[2];            // by decision, like scales; empty if none
  std::vector<std::size_t> row_starts_[2][kStreets];    // by board, in numbers
  std::vector<std::size_t> scale_starts_[2][kStreets];  // by board
  std::size_t numbers_[2] = {0, 0};
  std::size_t decisions_[2] = {0, 0};
  std::vector<BatchPlan> plans_[2][kStreets];  // by player and street: batches of trees
  ThreadPool pool_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::optional<Alternatives> alternatives_;
  ScratchRows results_;  // of the first card's boards
  double total_ = 0;     // weight of all deals
};

}  // namespace fivebet
