// Exact equity of weighted ranges.
//
// After the flop every hand is valued on every way the board can end, boards
// side by side, and hands are compared row against row; weights come in only
// at the end, so that the counts are whole numbers. Before the flop each deal
// of hole cards is enumerated by ranks (simd/enumerate_boards.cpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cards/card_set.hpp"
#include "simd/kernels.hpp"

namespace fivebet {

using Weights = const double*;  // one per combo

// Sums over all deals, each with the product of its players' weights. Arrays
// by player and combo; `share` counts a sole win as 1 and a k-way tie as 1/k.
struct ShowdownSums {
  explicit ShowdownSums(int players);
  int players;
  std::vector<double> dealt;
  std::vector<double> won;
  std::vector<double> tied;
  std::vector<double> share;
  void add(const ShowdownSums& other);
};

// Hands valued on every completion of a board of three to five cards.
class ValuedHands {
 public:
  // The combos must have no card among the board's and the dead ones.
  ValuedHands(std::vector<int> combos, CardSet board, CardSet dead);

  std::size_t size() const { return combos_.size(); }
  int combo(std::size_t hand) const { return combos_[hand]; }
  CardSet cards(std::size_t hand) const { return cards_[hand]; }
  const CardSet* all_cards() const { return cards_.data(); }
  const ValueRows& rows() const { return rows_; }
  // The number of boards on which two hands without a card in common can be dealt.
  double boards_per_pair() const { return boards_per_pair_; }
  // Wins and ties of up to kRowsAtOnce hands from `hand` on against those from
  // `from` to `to`; meaningless where two share a card.
  void compare(std::size_t hand, std::size_t hands, std::size_t from, std::size_t to,
               const Tallies* tallies) const;

 private:
  std::vector<int> combos_;
  std::vector<CardSet> cards_;
  std::vector<Value> values_;
  ValueRows rows_{};
  double boards_per_pair_ = 0;
  std::uint32_t blocked_one_ = 0;   // boards that block the other hand but not this one
  std::uint32_t blocked_both_ = 0;  // boards that block both, and padding
};

// Memory for the counts of compare().
class TallyRows {
 public:
  explicit TallyRows(std::size_t hands);
  Tallies rows[kRowsAtOnce];

 private:
  std::vector<std::uint32_t> counts_;
};

// Equity of two ranges on a board of three to five cards.
ShowdownSums heads_up(Weights first, Weights second, CardSet board, CardSet dead, int threads);

// Equity of any number of ranges on any board, over only those deals in which the first player
// holds one of its hands from `from` to `to` (counted over its live combos),
// so that long work can be cut into chunks.
ShowdownSums multiway(std::span<const Weights> ranges, CardSet board, CardSet dead, std::size_t from,
                      std::size_t to, int threads);

// The combos of a range that the dead cards leave.
std::vector<int> live_combos(Weights weights, CardSet dead);

}  // namespace fivebet
