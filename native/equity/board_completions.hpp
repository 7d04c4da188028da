// The ways in which a board can be completed to five cards, and what a
// showdown needs of each: its rank key and the one suit that may flush.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards/card_set.hpp"
#include "cards/evaluator.hpp"

namespace fivebet {

// Boards by the suit of which they hold three or more cards: section s for
// suit s, the last one for boards on which nobody can flush.
struct BoardCompletions {
  static constexpr int kSections = kSuits + 1;

  // All completions of a board of three to five cards from the deck without `dead`.
  BoardCompletions(CardSet board, CardSet dead);

  std::size_t size() const { return keys.size(); }

  std::vector<std::uint32_t> keys;
  std::vector<std::uint16_t> ranks;  // the ranks of the section's suit
  std::array<std::size_t, kSections + 1> starts{};
  std::array<std::vector<std::uint16_t>, kDeckSize> with_card;  // the boards that use a card
};

}  // namespace fivebet
