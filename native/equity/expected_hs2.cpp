#include "equity/expected_hs2.hpp"

#include <algorithm>

#include "simd/kernels.hpp"

namespace fivebet {
namespace {

struct ComboTable {
  std::array<CardSet, kCombos> cards;
  std::array<std::uint8_t, kCombos> low;
  std::array<std::uint8_t, kCombos> high;
};

const ComboTable& combo_table() {
  static const ComboTable table = [] {
    ComboTable made{};
    for (int i = 0; i < kCombos; ++i) {
      const Combo combo = combo_at(i);
      const auto at = static_cast<std::size_t>(i);
      made.cards[at] = combo.cards();
      made.low[at] = static_cast<std::uint8_t>(combo.low);
      made.high[at] = static_cast<std::uint8_t>(combo.high);
    }
    return made;
  }();
  return table;
}

}  // namespace

OrderedHands::OrderedHands(CardSet board) {
  const ComboTable& table = combo_table();
  std::array<CardSet, kCombos> hands;
  std::array<std::uint16_t, kCombos> live;
  for (std::size_t i = 0; i < kCombos; ++i) {
    live[size] = static_cast<std::uint16_t>(i);
    hands[size] = table.cards[i] | board;
    size += !(table.cards[i] & board);
  }
  std::array<Value, kCombos> worth;
  kernels().evaluate(hands.data(), size, worth.data());
  std::array<std::uint16_t, kValues + 2> starts{};
  for (std::size_t i = 0; i < size; ++i) ++starts[worth[i] + std::size_t{1}];
  for (std::size_t v = 1; v < starts.size(); ++v) starts[v] = static_cast<std::uint16_t>(starts[v] + starts[v - 1]);
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t place = starts[worth[i]]++;
    combos[place] = live[i];
    values[place] = worth[i];
  }
}

void river_strengths(const OrderedHands& hands, float* strengths) {
  const ComboTable& table = combo_table();
  std::fill_n(strengths, kCombos, kNoHand);
  // Hands seen so far, in all and by the cards they hold: those that share a card
  // with ours cannot be the opponent's.
  std::array<int, kDeckSize> below{};
  std::array<int, kDeckSize> level{};
  const int others = 990;
  for (std::size_t from = 0; from < hands.size;) {
    std::size_t to = from;
    for (; to < hands.size && hands.values[to] == hands.values[from]; ++to) {
      ++level[table.low[hands.combos[to]]];
      ++level[table.high[hands.combos[to]]];
    }
    const int tied = static_cast<int>(to - from);
    for (std::size_t i = from; i < to; ++i) {
      const std::uint16_t combo = hands.combos[i];
      const std::uint8_t low = table.low[combo], high = table.high[combo];
      const int ahead = static_cast<int>(from) - below[low] - below[high];
      // The hand itself is in all three counts.
      const int even = tied - level[low] - level[high] + 1;
      strengths[combo] = (static_cast<float>(ahead) + 0.5f * static_cast<float>(even)) / others;
    }
    for (std::size_t i = from; i < to; ++i) {
      const std::uint16_t combo = hands.combos[i];
      for (const std::uint8_t card : {table.low[combo], table.high[combo]}) {
        ++below[card];
        level[card] = 0;
      }
    }
    from = to;
  }
}

void expected_hs2(CardSet board, float* squares) {
  std::array<float, kCombos> strengths;
  if (count(board) == 5) {
    river_strengths(OrderedHands(board), squares);
    for (std::size_t i = 0; i < kCombos; ++i)
      if (squares[i] >= 0) squares[i] *= squares[i];
    return;
  }
  std::array<double, kCombos> sums{};
  std::array<int, kCombos> boards{};
  const auto add = [&](CardSet full) {
    river_strengths(OrderedHands(full), strengths.data());
    for (std::size_t i = 0; i < kCombos; ++i) {
      const bool live = strengths[i] >= 0;
      sums[i] += live ? static_cast<double>(strengths[i]) * strengths[i] : 0.0;
      boards[i] += live;
    }
  };
  for (CardSet left = kDeck & ~board; left; left = without_first(left)) {
    const CardSet next = board | (left & -left);
    if (count(next) == 5) {
      add(next);
      continue;
    }
    for (CardSet more = without_first(left); more; more = without_first(more)) add(next | (more & -more));
  }
  for (std::size_t i = 0; i < kCombos; ++i)
    squares[i] = combo_table().cards[i] & board ? kNoHand : static_cast<float>(sums[i] / boards[i]);
}

}  // namespace fivebet
