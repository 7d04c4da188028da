#include "boards.hpp"

namespace fivebet {
namespace {

int section_of(Cards board) {
  for (int suit = 0; suit < kSuits; ++suit)
    if (std::popcount(lane(board, suit)) >= 3) return suit;
  return kSuits;
}

void complete(Cards board, Cards deck, std::array<std::vector<Cards>, Boards::kSections>& out) {
  if (count(board) == 5) {
    out[static_cast<std::size_t>(section_of(board))].push_back(board);
    return;
  }
  for (Cards left = deck; left; left = without_first(left))
    complete(board | card_set(first_card(left)), without_first(left), out);
}

}  // namespace

Boards::Boards(Cards board, Cards dead) {
  std::array<std::vector<Cards>, kSections> sections;
  complete(board, kDeck & ~board & ~dead, sections);
  for (int section = 0; section < kSections; ++section) {
    for (const Cards completed : sections[static_cast<std::size_t>(section)]) {
      for (Cards added = completed & ~board; added; added = without_first(added))
        with_card[static_cast<std::size_t>(first_card(added))].push_back(
            static_cast<std::uint16_t>(size()));
      keys.push_back(rank_key(completed) & ~kFlushFlag);
      lanes.push_back(static_cast<std::uint16_t>(section == kSuits ? 0 : lane(completed, section)));
    }
    starts[static_cast<std::size_t>(section) + 1] = size();
  }
}

}  // namespace fivebet
