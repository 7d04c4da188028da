// Cards that are drawn one by one without replacement.
//
// A drawn card changes places with the last one left (Fisher and Yates). Random
// generators have a `below(n)`; what they draw fixes which cards come, so that a seed
// deals the same hands for ever.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "cards/card_set.hpp"

namespace fivebet {

class Deck {
 public:
  // Lowest card first.
  explicit Deck(CardSet cards) {
    for (; cards; cards = without_first(cards)) cards_[size_++] = static_cast<std::uint8_t>(first_card(cards));
    left_ = size_;
  }
  Deck(const std::uint8_t* cards, int n) : size_(static_cast<std::uint32_t>(n)), left_(size_) {
    std::copy(cards, cards + n, cards_);
  }
  // All 52 cards, the highest first.
  static Deck descending() {
    Deck deck(CardSet{0});
    deck.size_ = deck.left_ = kDeckSize;
    for (int i = 0; i < kDeckSize; ++i) deck.cards_[i] = static_cast<std::uint8_t>(kDeckSize - 1 - i);
    return deck;
  }

  // Puts all cards back, in the order in which they lie now.
  void restore() { left_ = size_; }

  template <class Random>
  Card draw(Random& random) {
    return take(random.below(left_));
  }
  // The same with places counted from the other end: on a descending deck, a draw from
  // the cards in ascending order.
  template <class Random>
  Card draw_from_end(Random& random) {
    return take(left_ - 1 - random.below(left_));
  }

 private:
  Card take(std::uint64_t at) {
    std::swap(cards_[at], cards_[--left_]);
    return cards_[left_];
  }

  std::uint8_t cards_[kDeckSize];
  std::uint32_t size_ = 0;
  std::uint32_t left_ = 0;
};

}  // namespace fivebet
