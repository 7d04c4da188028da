// Rows of numbers over hands, and how two players' rows meet: what the solver's
// inner loops work on.
//
// A row holds one number for each hand that a player may have on a board, padded
// with zeros to a multiple of sixteen. A decision's rows lie one after the other,
// one for each action. On a river board hands stand in order of strength, so that
// a showdown is a sweep from the weakest hand to the best; sixteen terminals of
// the board are swept at once, one in each SIMD lane.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cards/card_set.hpp"

namespace fivebet {

inline constexpr std::size_t kLanes = 16;
inline constexpr std::size_t kMaxActions = 16;

constexpr std::size_t padded(std::size_t hands) { return (hands + kLanes - 1) / kLanes * kLanes; }

// Where a hand finds its sums among the running totals of the others' reach:
// behind how many weaker hands it stands, and behind how many that are not
// better, of all hands and of those that hold its first or its second card.
struct ShowdownIndex {
  std::uint16_t low;
  std::uint16_t high;
  std::uint16_t card_low[2];
  std::uint16_t card_high[2];
  std::uint16_t same_combo;  // the other player's row of the same two cards, or one past the last
  std::uint8_t card[2];
};

// One player's hands on a board as the other player's reach meets them.
struct ShowdownTable {
  std::size_t hands;
  std::size_t others;
  const std::uint16_t* by_card;  // the others' hands that hold a card, weakest first, card by card
  const std::uint16_t* starts;   // kDeckSize + 1 of them
  const ShowdownIndex* indices;
};

// Up to sixteen terminals of a board: each is worth `show` times the reach of the
// weaker hands less that of the better ones, plus `all` times everybody's.
struct Terminals {
  const float* reach[kLanes];  // unused lanes point to zeros
  float* values[kLanes];       // unused lanes point to a row nobody reads
  float show[kLanes];
  float all[kLanes];
  enum Kind : std::uint8_t { kFolds, kShowdowns, kMixed } kind;  // only `all`, only `show`, both
};

// How many numbers of room meeting takes.
constexpr std::size_t terminal_scratch_size(std::size_t hands, std::size_t others) {
  const std::size_t totals = 3 * others + kDeckSize + 1;
  return kLanes * (totals + padded(others + 1) + padded(hands) + kDeckSize);
}

// A decision's numbers: rows of regrets and of the average strategy. With small
// storage both are 16-bit: regrets times *scale, the strategy in 1/65535.
struct DecisionRows {
  std::size_t actions;
  std::size_t hands;  // padded
  void* regrets;
  float* scale;
  void* average;
  const float* locked;  // rows of a strategy that does not change, or null
  bool compressed;
};

// How an iteration forgets: factors of positive and negative regrets, and the
// part of the average that the strategy of this iteration gets.
struct Discount {
  float positive;
  float negative;
  float average_weight;
};

}  // namespace fivebet
