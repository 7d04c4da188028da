// Values of many hands, and the count of every value over all hands.
#include "equity/matchups.hpp"
#include "simd/level.hpp"

namespace fivebet::FIVEBET_LEVEL {

void evaluate(const CardSet* hands, std::size_t n, Value* values) {
  for (std::size_t i = 0; i < n; ++i) values[i] = fivebet::evaluate(hands[i]);
}

bool evaluate_checked(const CardSet* hands, std::size_t n, Value* values) {
  constexpr CardSet kAnyHand = 31;
  bool fine = true;
  for (std::size_t i = 0; i < n; ++i) {
    const CardSet hand = __atomic_load_n(hands + i, __ATOMIC_RELAXED);
    const bool is_hand = !(hand & ~kDeck) && static_cast<unsigned>(count(hand) - 5) <= 2;
    fine &= is_hand;
    values[i] = fivebet::evaluate(is_hand ? hand : kAnyHand);
  }
  return fine;
}

namespace {

// Pairs of cards, highest low card first: those above any card come first.
struct LastPairs {
  std::uint32_t keys[kCombos];
  std::uint8_t ranks[kCombos];  // rank_pair
  std::uint32_t rank_keys[kRankPairs];

  LastPairs() {
    int at = 0;
    for (Card low = kDeckSize - 2; low >= 0; --low) {
      for (Card high = low + 1; high < kDeckSize; ++high, ++at) {
        keys[at] = kRankKeys[rank_of(low)] + kRankKeys[rank_of(high)];
        ranks[at] = static_cast<std::uint8_t>(rank_pair(rank_of(low), rank_of(high)));
        rank_keys[ranks[at]] = keys[at];
      }
    }
  }
};

// Moves the hands that flush from what they count as by rank to what they are.
void count_flushes(CardSet prefix, std::uint32_t key, Card last, int suit, std::uint32_t* histogram) {
  const CardSet above = kDeck & ~((card_set(last) << 1) - 1);
  const CardSet suited = above & CardSet{kAllRanks} << kRanks * suit;
  const int missing = 5 - std::popcount(suit_ranks(prefix, suit));
  const auto count = [&](Card low, CardSet others) __attribute__((always_inline)) {
    const std::uint32_t low_key = key + kRankKeys[rank_of(low)];
    for (; others; others = without_first(others)) {
      const Card high = first_card(others);
      --histogram[rank_value(low_key + kRankKeys[rank_of(high)])];
      ++histogram[tables::flush_values[suit_ranks(prefix | card_set(low) | card_set(high), suit)]];
    }
  };
  for (CardSet left = missing > 0 ? suited : above; left; left = without_first(left)) {
    const CardSet later = without_first(left);
    count(first_card(left), missing == 1 ? later | (above & ~suited) : later);
  }
}

// All hands that add two cards above `last` to a prefix of up to five cards.
[[gnu::always_inline]] inline void count_pairs(const LastPairs& pairs, CardSet prefix, std::uint32_t key,
                                               Card last, std::uint32_t* histogram) {
  const int above = kDeckSize - 1 - last;
  const int n = above * (above - 1) / 2;
  if (n < 2 * kRankPairs) {
    for (int i = 0; i < n; ++i) ++histogram[rank_value(key + pairs.keys[i])];
  } else {
    // Many pairs of the same ranks: their values fit into the nearest cache.
    Value by_rank[kRankPairs];
    for (int p = 0; p < kRankPairs; ++p) by_rank[p] = rank_value(key + pairs.rank_keys[p]);
    for (int i = 0; i < n; ++i) ++histogram[by_rank[pairs.ranks[i]]];
  }
  for (int suit = 0; suit < kSuits; ++suit)
    if (std::popcount(suit_ranks(prefix, suit)) >= 3) count_flushes(prefix, key, last, suit, histogram);
}

template <int kMore>
void count_prefixes(const LastPairs& pairs, CardSet prefix, std::uint32_t key, Card last,
                    std::uint32_t* histogram) {
  if constexpr (kMore == 2) {
    count_pairs(pairs, prefix, key, last, histogram);
  } else {
    for (Card card = last + 1; card < kDeckSize; ++card)
      count_prefixes<kMore - 1>(pairs, prefix | card_set(card), key + kRankKeys[rank_of(card)], card,
                                histogram);
  }
}

}  // namespace

void count_values(int cards, Card lowest, std::uint64_t* histogram) {
  const LastPairs pairs;
  std::uint32_t counts[kValues + 1] = {};
  const std::uint32_t key = kRankKeys[rank_of(lowest)];
  if (cards == 5) count_prefixes<4>(pairs, card_set(lowest), key, lowest, counts);
  if (cards == 6) count_prefixes<5>(pairs, card_set(lowest), key, lowest, counts);
  if (cards == 7) count_prefixes<6>(pairs, card_set(lowest), key, lowest, counts);
  for (int value = 0; value <= kValues; ++value) histogram[value] += counts[value];
}

}  // namespace fivebet::FIVEBET_LEVEL
