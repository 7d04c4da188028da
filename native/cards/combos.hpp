// The 1,326 hole cards one by one, and the boards that may come.
#pragma once

#include <array>

#include "cards/card_set.hpp"

namespace fivebet {

inline constexpr std::array<Combo, kCombos> kComboTable = [] {
  std::array<Combo, kCombos> table{};
  for (int i = 0; i < kCombos; ++i) table[static_cast<std::size_t>(i)] = combo_at(i);
  return table;
}();

// The class, 0 to 168, of each of them.
inline constexpr std::array<std::uint8_t, kCombos> kClassTable = [] {
  std::array<std::uint8_t, kCombos> table{};
  for (std::size_t i = 0; i < kCombos; ++i) table[i] = static_cast<std::uint8_t>(class_of(kComboTable[i]));
  return table;
}();

// Calls visit(index, combo) for the hole cards without a dead card, by ascending index.
template <class Visit>
void each_combo(CardSet dead, const Visit& visit) {
  for (int i = 0; i < kCombos; ++i) {
    const Combo combo = kComboTable[static_cast<std::size_t>(i)];
    if (!(combo.cards() & dead)) visit(i, combo);
  }
}

// Calls visit(board) for every way to complete a board to five cards from a deck that
// does not hold its cards.
template <class Visit>
void each_full_board(CardSet board, CardSet deck, const Visit& visit) {
  if (count(board) == 5) return visit(board);
  for (CardSet left = deck; left; left = without_first(left))
    each_full_board(board | (left & -left), without_first(left), visit);
}

}  // namespace fivebet
