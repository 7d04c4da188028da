// Cards and sets of cards.
//
// A card is a number from 0 (2c) to 51 (As): 13 * suit + rank, suits in the
// order c, d, h, s and ranks from deuce to ace. A set of cards is one 64-bit
// word whose bit i stands for card i, so that each suit is a lane of 13 bits.
#pragma once

#include <bit>
#include <cstdint>

namespace fivebet {

using Card = int;
using CardSet = std::uint64_t;

inline constexpr int kRanks = 13;
inline constexpr int kSuits = 4;
inline constexpr int kDeckSize = kRanks * kSuits;
inline constexpr int kCombos = kDeckSize * (kDeckSize - 1) / 2;
inline constexpr int kClasses = kRanks * kRanks;
inline constexpr std::uint32_t kAllRanks = (1u << kRanks) - 1;
inline constexpr CardSet kDeck = (CardSet{1} << kDeckSize) - 1;

constexpr int rank_of(Card card) { return card % kRanks; }
constexpr int suit_of(Card card) { return card / kRanks; }
constexpr CardSet card_set(Card card) { return CardSet{1} << card; }
constexpr int count(CardSet cards) { return std::popcount(cards); }
constexpr Card first_card(CardSet cards) { return std::countr_zero(cards); }
constexpr CardSet without_first(CardSet cards) { return cards & (cards - 1); }

// The n-th card of a set, as a set of one.
constexpr CardSet nth_card(CardSet cards, std::uint64_t n) {
  for (; n > 0; --n) cards = without_first(cards);
  return cards & -cards;
}

// The next set with as many cards; from the lowest on, all of them.
constexpr CardSet next_set(CardSet cards) {
  const CardSet lowest = cards & -cards;
  const CardSet ripple = cards + lowest;
  return ((cards ^ ripple) >> 2) / lowest | ripple;
}

// In how many ways k of n cards can be dealt.
constexpr std::uint64_t choose(int n, int k) {
  if (k < 0 || n < k) return 0;
  std::uint64_t ways = 1;
  for (int i = 1; i <= k; ++i) ways = ways * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
  return ways;
}

// The ranks that a set holds in one suit, bit 0 for the deuce.
constexpr std::uint32_t suit_ranks(CardSet cards, int suit) {
  return static_cast<std::uint32_t>(cards >> (kRanks * suit)) & kAllRanks;
}

// Hole cards a < b have the index b(b-1)/2 + a, from 0 (2c3c) to 1325 (KsAs).
constexpr int combo_index(Card a, Card b) {
  return a < b ? b * (b - 1) / 2 + a : a * (a - 1) / 2 + b;
}

struct Combo {
  Card low;
  Card high;
  constexpr CardSet cards() const { return card_set(low) | card_set(high); }
};

constexpr Combo combo_at(int index) {
  Card high = 1;
  while ((high + 1) * high / 2 <= index) ++high;
  return {index - high * (high - 1) / 2, high};
}

// The 169 classes read as the 13 x 13 grid, aces first: the diagonal holds
// the pairs, suited classes lie right of it and offsuit ones left.
constexpr int class_of(Combo combo) {
  const int a = kRanks - 1 - rank_of(combo.low);
  const int b = kRanks - 1 - rank_of(combo.high);
  const int top = a < b ? a : b;
  const int bottom = a < b ? b : a;
  const bool suited = suit_of(combo.low) == suit_of(combo.high);
  return suited ? kRanks * top + bottom : kRanks * bottom + top;
}

}  // namespace fivebet
