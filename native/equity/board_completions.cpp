#include "equity/board_completions.hpp"

namespace fivebet {
namespace {

int section_of(CardSet board) {
  for (int suit = 0; suit < kSuits; ++suit)
    if (std::popcount(suit_ranks(board, suit)) >= 3) return suit;
  return kSuits;
}

void complete(CardSet board, CardSet deck, std::array<std::vector<CardSet>, BoardCompletions::kSections>& out) {
  if (count(board) == 5) {
    out[static_cast<std::size_t>(section_of(board))].push_back(board);
    return;
  }
  for (CardSet left = deck; left; left = without_first(left))
    complete(board | card_set(first_card(left)), without_first(left), out);
}

}  // namespace

BoardCompletions::BoardCompletions(CardSet board, CardSet dead) {
  std::array<std::vector<CardSet>, kSections> sections;
  complete(board, kDeck & ~board & ~dead, sections);
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
