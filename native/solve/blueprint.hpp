// A whole hand of heads-up no-limit whose hands are put into buckets after the flop.
//
// Before the flop a decision's information sets are the 169 classes; after it they are
// buckets by strength. Each iteration deals one board at random (public chance sampling,
// Johanson and others, 2012): all 1,326 hands of both players are carried through the
// whole betting on it, and what they learn is added up by bucket. A hand's bucket on the
// flop and turn is its rank among all hands by mean squared strength over the cards to
// come, on the river its rank by strength. The walk is that of cfr_walk.hpp, street by
// street; only splitting reach and learning go through the buckets.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "solve/betting_tree.hpp"
#include "solve/cfr_walk.hpp"
#include "solve/decision_storage.hpp"
#include "solve/runouts.hpp"

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
  // What each action before the flop wins with each class, summed over random boards: for each
  // node of the first street a row of weights, then a row of weighted winnings for each action,
  // over the 169 classes. Nodes where nobody decides have no rows. Both play their averages.
  std::vector<std::vector<double>> action_values(std::uint64_t seed, std::size_t first, std::size_t boards);
  // Takes over all that another has learnt of the same game.
  void copy_from(const Blueprint& other);

  const Forest& preflop() const { return preflop_; }
  // Rows over the 169 classes of a decision before the flop.
  std::vector<float> strategy(std::int32_t node) const;
  std::size_t bytes() const { return storage_.bytes(); }
  std::size_t decisions() const;

 private:
  struct DealtBoard;
  class StreetView;
  const Forest& forest(int street) const { return street == 0 ? preflop_ : betting_.streets[street - 1]; }
  std::size_t padded_buckets(int street) const;
  DecisionRows rows(int street, const BettingNode& node) const;
  void deal_board(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index);
  void walk_street(const Walk& walk, int street, std::int32_t tree, const float* reach, float* value);
  double walk(const Walk& walk);

  Spot spot_;
  std::vector<int> buckets_;
  Forest preflop_;
  Betting betting_;
  std::vector<std::size_t> starts_[2][4];  // by node
  DecisionStorage storage_;
  std::unique_ptr<DealtBoard> dealt_;
  std::vector<std::vector<double>>* recorded_ = nullptr;  // where a walk adds up what actions win
};

}  // namespace fivebet
