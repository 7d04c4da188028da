#include "equity/board_completions.hpp"

#include "cards/combos.hpp"

namespace fivebet {
namespace {

int section_of(CardSet board) {
  for (int suit = 0; suit < kSuits; ++suit)
    if (std::popcount(suit_ranks(board, suit)) >= 3) return suit;
  return kSuits;
}

}  // namespace

BoardCompletions::BoardCompletions(CardSet board, CardSet dead) {
  std::array<std::vector<CardSet>, kSections> sections;
  each_full_board(board, kDeck & ~board & ~dead, [&](CardSet completed) {
    sections[static_cast<std::size_t>(section_of(completed))].push_back(completed);
  });
  for (int section = 0; section < kSections; ++section) {
    for (const CardSet completed : sections[static_cast<std::size_t>(section)]) {
      for (CardSet added = completed & ~board; added; added = without_first(added))
        with_card[static_cast<std::size_t>(first_card(added))].push_back(
            static_cast<std::uint16_t>(size()));
      keys.push_back(rank_key(completed) & ~kFlushFlag);
      ranks.push_back(static_cast<std::uint16_t>(section == kSuits ? 0 : suit_ranks(completed, section)));
    }
    starts[static_cast<std::size_t>(section) + 1] = size();
  }
}

}  // namespace fivebet
