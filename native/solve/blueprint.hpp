// A whole hand of heads-up no-limit, its hands put into buckets after the flop.
//
// Before the flop a decision's hands are the 169 classes; after it they are buckets
// by strength. Each iteration deals one board at random (Johanson and others, 2012):
// all 1,326 hands of both players are carried through the whole betting on it, and
// what they learn is added up by bucket. A flop's and a turn's bucket is the hand's
// place by its mean squared strength over the cards to come, a river's by its
// strength.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "solve/betting_tree.hpp"
#include "simd/solver_rows.hpp"
#include "solve/runouts.hpp"
#include "util/aligned_buffer.hpp"

namespace fivebet {

class Blueprint {
 public:
  // `buckets` of flop, turn and river.
  Blueprint(const Spot& spot, const Blinds& blinds, std::vector<int> buckets);
  ~Blueprint();

  // One random board; `learners` is 3 for both players, or 1 or 2 for one of them,
  // who learns to respond to the other's average strategy.
  void iterate(std::uint64_t seed, std::uint64_t index, const Discount& discount, int learners);
  // What the first player wins on average, board by board.
  std::vector<double> measure(std::uint64_t seed, std::size_t boards);
  // All that another has learnt of the same game.
  void copy_from(const Blueprint& from);

  const Forest& preflop() const { return preflop_; }
  // Rows over the 169 classes of a decision before the flop.
  std::vector<float> strategy(std::int32_t node) const;
  std::size_t bytes() const { return 2 * numbers_ * sizeof(float); }
  std::size_t decisions() const;

 private:
  struct DealtBoard;
  enum class How : std::uint8_t { kLearn, kRespond, kMeasure };
  const Forest& forest(int street) const { return street == 0 ? preflop_ : betting_.streets[street - 1]; }
  DecisionRows rows(int street, const BettingNode& node) const;
  void deal_board(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index);
  void play(int player, How how, const Discount& discount, int street, std::int32_t tree,
            const float* reach, float* value);
  void evaluate_terminals(int player, int street, std::int32_t tree);
  double walk(int player, How how, const Discount& discount);

  Spot spot_;
  std::vector<int> buckets_;
  Forest preflop_;
  Betting betting_;
  std::size_t numbers_ = 0;
  std::vector<std::size_t> starts_[2][4];  // by node
  AlignedBuffer regrets_;
  AlignedBuffer averages_;
  std::unique_ptr<DealtBoard> dealt_;
};

}  // namespace fivebet
