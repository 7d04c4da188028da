// Rows of numbers over hands: what the solvers' inner loops work on.
//
// A row holds one number for each hand that a player may have on a board, padded
// with zeros to a multiple of sixteen. A decision's rows lie one after the other,
// one for each action. On a river board hands stand in order of strength, so that a
// showdown needs one pass from the weakest hand to the best; sixteen terminals of the
// board are valued at once, one in each SIMD lane.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cards/card_set.hpp"

namespace fivebet {

inline constexpr std::size_t kLanes = 16;
inline constexpr std::size_t kMaxActions = 16;

constexpr std::size_t padded(std::size_t hands) { return (hands + kLanes - 1) / kLanes * kLanes; }

// Where a hand finds its sums among the running totals of the opponent's reach: behind
// how many weaker hands it stands (low), and behind how many that are not better (high),
// of all hands and of those that hold its first or its second card.
struct ShowdownIndex {
  std::uint16_t low;
  std::uint16_t high;
  std::uint16_t card_low[2];
  std::uint16_t card_high[2];
  std::uint16_t same_combo;  // the opponent's hand of the same two cards, or one past the last
  std::uint8_t card[2];
};

// One player's hands on a board, indexed against the opponent's.
struct ShowdownTable {
  std::size_t hands;
  std::size_t others;
  const std::uint16_t* by_card;  // the opponent's hands that hold a card, weakest first, card by card
  const std::uint16_t* starts;   // kDeckSize + 1 of them
  const ShowdownIndex* indices;
};

// Up to sixteen rows of reach that end on a board, each in a showdown, in a fold or in both: a
// player who may fold or call has one row of the opponent's reach for both. A showdown is worth
// `show` times the reach of the weaker hands less that of the better ones, plus `rake` times
// everybody's; a fold is worth `fold` times everybody's.
struct Terminals {
  enum Needs : unsigned { kShowdowns = 1, kFolds = 2, kRake = 4 };
  unsigned needs;              // what the lanes have between them
  const float* reach[kLanes];  // unused lanes point to zeros
  float* shown[kLanes];        // values; unused lanes point to a row nobody reads
  float* folded[kLanes];
  float show[kLanes];
  float rake[kLanes];
  float fold[kLanes];
};

// How many floats of scratch terminal_values needs.
constexpr std::size_t terminal_scratch_size(std::size_t others) {
  const std::size_t totals = 3 * others + kDeckSize + 1;
  return kLanes * (totals + padded(others + 1) + kDeckSize);
}

// A decision's numbers: rows of regrets and of the average strategy. Compressed,
// both are 16-bit: regrets times *scale, the strategy in 1/65535.
struct DecisionRows {
  std::size_t actions;
  std::size_t hands;  // padded
  void* regrets;
  float* scale;
  void* average;
  const float* locked;  // rows of a strategy that does not change, or null
  bool compressed;
};

// One layer of a value network for a tile of hands, or the product of a board's matrix with
// ranges: each of some rows of weights times the tile's inputs. Rows stand in groups, input by
// input, whose last one is filled with zeros.
inline constexpr std::size_t kTileHands = 2 * kLanes;
inline constexpr std::size_t kTileGroup = 8;
struct TileProduct {
  const float* weights;      // of a group, kTileGroup for each input
  std::size_t group_stride;  // from one group to the next
  std::size_t rows;
  std::size_t inputs;
  const float* in;     // kTileHands for each input
  bool squared;        // whether inputs are squared first
  const float* add;    // to each row, whose numbers below zero are then cut; or null
  float* out;          // kTileHands for each row, those of a whole group
  const float* range;  // the weights of the hands, or null
  float* totals;       // kLanes for each row, to which its products with the range are added
};

// How an iteration discounts what came before: factors of positive and negative regrets,
// and the weight of this iteration's strategy in the average. A decision hands its value on to
// the decisions before it: by the strategy that it has played, or, by the part of `lookahead`,
// by the one that it has just learnt, so that they need not wait an iteration for it.
struct Discount {
  float positive;
  float negative;
  float average_weight;
  float lookahead = 0;
};

}  // namespace fivebet
