#include "equity/expected_hs2.hpp"

#include <algorithm>

namespace fivebet {
namespace {

float strength(std::uint32_t points) { return 0.5f * static_cast<float>(points) / kOpponentHoldings; }

}  // namespace

void squared_river_strengths(const OrderedHands& hands, float* hs2) {
  std::fill_n(hs2, kCombos, kNoHand);
  each_river_score(hands, [&](std::uint16_t combo, std::uint32_t points) {
    hs2[combo] = strength(points) * strength(points);
  });
}

void expected_hs2(CardSet board, float* hs2) {
  if (count(board) == 5) return squared_river_strengths(OrderedHands(board), hs2);
  std::array<double, kCombos> sums{};
  std::array<int, kCombos> boards{};
  each_full_board(board, kDeck & ~board, [&](CardSet full) {
    each_river_score(OrderedHands(full), [&](std::uint16_t combo, std::uint32_t points) {
      sums[combo] += static_cast<double>(strength(points)) * strength(points);
      ++boards[combo];
    });
  });
  std::fill_n(hs2, kCombos, kNoHand);
  each_combo(board, [&](int index, Combo) {
    const auto i = static_cast<std::size_t>(index);
    hs2[i] = static_cast<float>(sums[i] / boards[i]);
  });
}

}  // namespace fivebet
