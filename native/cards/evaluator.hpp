// The value of the best five among five to seven cards: higher is better.
//
// The ranks held in a suit look up the sum of their rank keys and, in the top bit,
// whether they are a flush. Without a flush the sum over the four suits finds the value
// by two loads (rank_table.hpp); with one, the flush suit alone decides, since five cards
// of one suit among seven leave no room for a full house.
#pragma once

#include <cstdint>

#include "cards/card_set.hpp"
#include "cards/rank_table.hpp"

namespace fivebet {

using Value = std::uint16_t;

namespace tables {
extern const std::uint32_t displacements[];
extern const Value values[];
extern const std::uint32_t suit_keys[kAllRanks + 1];
extern const Value flush_values[kAllRanks + 1];  // 0 unless the ranks are a flush
extern const Value category_starts[kCategories + 1];
}  // namespace tables

inline constexpr std::uint32_t kFlushFlag = 1u << 31;

// The value of cards without a flush, by the sum of their rank keys.
[[gnu::always_inline]] inline Value rank_value(std::uint32_t key) {
  return tables::values[tables::displacements[key >> kColumnBits] + (key & ((1u << kColumnBits) - 1))];
}

[[gnu::always_inline]] inline std::uint32_t rank_key(CardSet cards) {
  return tables::suit_keys[suit_ranks(cards, 0)] + tables::suit_keys[suit_ranks(cards, 1)] +
         tables::suit_keys[suit_ranks(cards, 2)] + tables::suit_keys[suit_ranks(cards, 3)];
}

[[gnu::always_inline]] inline Value flush_value(CardSet cards) {
  const Value clubs = tables::flush_values[suit_ranks(cards, 0)];
  const Value diamonds = tables::flush_values[suit_ranks(cards, 1)];
  const Value hearts = tables::flush_values[suit_ranks(cards, 2)];
  const Value spades = tables::flush_values[suit_ranks(cards, 3)];
  return static_cast<Value>(clubs | diamonds | hearts | spades);
}

// Defined for five, six or seven cards only.
[[gnu::always_inline]] inline Value evaluate(CardSet cards) {
  const std::uint32_t key = rank_key(cards);
  if (key & kFlushFlag) [[unlikely]]
    return flush_value(cards);
  return rank_value(key);
}

inline Category category_of(Value value) {
  int category = kCategories - 1;
  while (value < tables::category_starts[category]) --category;
  return static_cast<Category>(category);
}

}  // namespace fivebet
