// All hole cards on a board in order of strength, and how many others each beats at the end.
#pragma once

#include <array>
#include <cstdint>

#include "cards/combos.hpp"
#include "cards/evaluator.hpp"

namespace fivebet {

// The holdings that an opponent may have on a complete board, our two cards gone.
inline constexpr int kOpponentHoldings = 990;

// The holdings that a board leaves, weakest first as they stand; equal ones in the order of combos.
struct OrderedHands {
  explicit OrderedHands(CardSet board);  // of three to five cards

  std::size_t size = 0;
  std::array<std::uint16_t, kCombos> combos;
  std::array<Value, kCombos> values;
};

// Calls visit(combo, points) for each hand: two points for every opponent's holding that
// it beats, one for every tie, on a complete board. Holdings that share a card with it are
// left out by counting those seen so far card by card.
template <class Visit>
void each_river_score(const OrderedHands& hands, const Visit& visit) {
  std::array<std::uint16_t, kDeckSize> weaker{};  // by card
  std::array<std::uint16_t, kDeckSize> level{};
  for (std::size_t from = 0, to = 0; from < hands.size; from = to) {
    for (; to < hands.size && hands.values[to] == hands.values[from]; ++to) {
      const Combo combo = kComboTable[hands.combos[to]];
      ++level[static_cast<std::size_t>(combo.low)];
      ++level[static_cast<std::size_t>(combo.high)];
    }
    for (std::size_t i = from; i < to; ++i) {
      const Combo combo = kComboTable[hands.combos[i]];
      const auto low = static_cast<std::size_t>(combo.low), high = static_cast<std::size_t>(combo.high);
      const auto beaten = static_cast<std::uint32_t>(from) - weaker[low] - weaker[high];
      // The hand itself is in all three counts.
      const auto ties = static_cast<std::uint32_t>(to - from) + 1 - level[low] - level[high];
      visit(hands.combos[i], 2 * beaten + ties);
    }
    for (std::size_t i = from; i < to; ++i) {
      const Combo combo = kComboTable[hands.combos[i]];
      for (const Card card : {combo.low, combo.high}) {
        ++weaker[static_cast<std::size_t>(card)];
        level[static_cast<std::size_t>(card)] = 0;
      }
    }
  }
}

}  // namespace fivebet
