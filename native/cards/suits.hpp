// Permutations of the four suits: hands and boards that one of them turns into each
// other are worth the same.
#pragma once

#include <algorithm>
#include <array>

#include "cards/card_set.hpp"

namespace fivebet {

using SuitMap = std::array<int, kSuits>;  // the suit to which each suit goes
inline constexpr SuitMap kSameSuits = {0, 1, 2, 3};

// All 24 of them, the identity first.
inline constexpr std::array<SuitMap, 24> kSuitMaps = [] {
  std::array<SuitMap, 24> maps{};
  SuitMap map = kSameSuits;
  for (SuitMap& each : maps) {
    each = map;
    std::next_permutation(map.begin(), map.end());
  }
  return maps;
}();

constexpr Card map_card(Card card, const SuitMap& map) {
  return kRanks * map[static_cast<std::size_t>(suit_of(card))] + rank_of(card);
}

constexpr CardSet map_cards(CardSet cards, const SuitMap& map) {
  CardSet mapped = 0;
  for (int suit = 0; suit < kSuits; ++suit)
    mapped |= CardSet{suit_ranks(cards, suit)} << kRanks * map[static_cast<std::size_t>(suit)];
  return mapped;
}

// The index of hole cards a and b under a map.
constexpr int map_combo(Card a, Card b, const SuitMap& map) {
  return combo_index(map_card(a, map), map_card(b, map));
}

}  // namespace fivebet
