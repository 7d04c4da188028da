#include "equity/prepared_hands.hpp"

#include "simd/kernels.hpp"

namespace fivebet {

PreparedHands::PreparedHands(const std::vector<CardSet>& hands) {
  for (const CardSet hand : hands) {
    for (CardSet left = hand; left; left = without_first(left))
      with_card_[static_cast<std::size_t>(first_card(left))].push_back(
          static_cast<std::uint32_t>(keys_.size()));
    for (int suit = 0; suit < kSuits; ++suit)
      ranks_[static_cast<std::size_t>(suit)].push_back(static_cast<std::uint16_t>(suit_ranks(hand, suit)));
    keys_.push_back(rank_key(hand));
  }
}

void PreparedHands::evaluate(CardSet board, Value* values) const {
  const std::uint32_t key = rank_key(board) & ~kFlushFlag;
  int flush = kSuits;  // the suit in which two more cards may make one
  for (int suit = 0; suit < kSuits; ++suit)
    if (std::popcount(suit_ranks(board, suit)) >= 3) flush = suit;
  if (flush == kSuits)
    kernels().rank_values(keys_.data(), size(), key, values);
  else
    kernels().suit_values(keys_.data(), ranks_[static_cast<std::size_t>(flush)].data(), size(), key,
                          suit_ranks(board, flush), values);
  for (CardSet left = board; left; left = without_first(left))
    for (const std::uint32_t blocked : with_card_[static_cast<std::size_t>(first_card(left))])
      values[blocked] = 0;
}

}  // namespace fivebet
