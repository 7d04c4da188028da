// One chunk of random deals (montecarlo.hpp).
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "util/random.hpp"
#include "simd/level.hpp"

namespace fivebet::FIVEBET_LEVEL {
namespace {

// nth_card with the help of an instruction where there is one.
[[gnu::always_inline]] inline CardSet pick_card(CardSet cards, std::uint64_t n) {
#ifdef __BMI2__
  return _pdep_u64(CardSet{1} << n, cards);
#else
  for (; n > 0; --n) cards = without_first(cards);  // inlined: levels share no function
  return cards & -cards;
#endif
}

// Draws cards one by one from one random word: each takes the high part of a
// product and leaves the low part for the next. Seven cards use 38 of the 64
// bits, so that no card is favoured by more than one part in 2^26.
class CardDraw {
 public:
  CardDraw(std::uint64_t word, CardSet deck) : word_(word), deck_(deck), left_(count(deck)) {}

  [[gnu::always_inline]] CardSet take() {
    const __uint128_t product = static_cast<__uint128_t>(word_) * static_cast<unsigned>(left_);
    const CardSet card = pick_card(deck_, static_cast<std::uint64_t>(product >> 64));
    word_ = static_cast<std::uint64_t>(product);
    deck_ ^= card;
    --left_;
    return card;
  }

 private:
  std::uint64_t word_;
  CardSet deck_;
  int left_;
};

// Some of the ranges, dealt many times over without two that collide.
constexpr std::size_t kPool = 128;
constexpr int kHalf = kMaxPlayers / 2;
struct Half {
  CardSet hands[kPool + 1][kHalf];
  CardSet used[kPool + 1];
};

// Fills a half with hands of kSeats seats. A draw in which two collide is
// overwritten by the next: there is no branch to mispredict. False after too
// many tries.
template <int kSeats, bool kEven>
bool fill(const Sampler& sampler, const Sampler::Seat* seats, Xoshiro256& random, Half& half,
          std::uint64_t& tries) {
  const CardSet blocked = sampler.board | sampler.dead;
  for (std::size_t dealt = 0; dealt < kPool;) {
    if (++tries > kMaxTries) return false;
    CardSet used = blocked;
    CardSet collisions = 0;
    std::uint64_t word = 0;
#pragma GCC unroll 5
    for (int i = 0; i < kSeats; ++i) {
      word = i % 2 ? word >> 32 : random.next();  // two draws a word
      const std::uint64_t product = (word & UINT32_MAX) * seats[i].size;
      CardSet hand;
      if constexpr (kEven) {
        hand = seats[i].hands[product >> 32];
      } else {
        const AliasEntry& entry = seats[i].entries[product >> 32];
        hand = entry.hands[(product & UINT32_MAX) > entry.threshold];
      }
      collisions |= used & hand;
      used |= hand;
      half.hands[dealt][i] = hand;
    }
    half.used[dealt] = used & ~blocked;
    dealt += collisions == 0;
  }
  return true;
}

using Fill = bool (*)(const Sampler&, const Sampler::Seat*, Xoshiro256&, Half&, std::uint64_t&);
constexpr Fill kFill[2][kHalf + 1] = {
    {fill<0, false>, fill<1, false>, fill<2, false>, fill<3, false>, fill<4, false>, fill<5, false>},
    {fill<0, true>, fill<1, true>, fill<2, true>, fill<3, true>, fill<4, true>, fill<5, true>}};

bool all_even(const Sampler::Seat* seats, int n) {
  for (int i = 0; i < n; ++i)
    if (!seats[i].even) return false;
  return true;
}

[[gnu::always_inline]] inline int flush_suit(CardSet board) {
  for (int suit = 0; suit < kSuits; ++suit)
    if (std::popcount(suit_ranks(board, suit)) >= 3) return suit;
  return kSuits;
}

constexpr struct CardKeys {
  std::uint32_t keys[kDeckSize] = {};
  constexpr CardKeys() {
    for (Card card = 0; card < kDeckSize; ++card) keys[card] = kRankKeys[rank_of(card)];
  }
  // Of two cards, which is quicker than over four lanes.
  std::uint32_t of_hole(CardSet hole) const {
    return keys[first_card(hole)] + keys[first_card(without_first(hole))];
  }
} kCardKeys;

struct Showdown {
  bool won[kMaxPlayers];
  unsigned winners;
};

template <int kPlayers>
[[gnu::always_inline]] inline Showdown showdown(const CardSet* hands, CardSet board) {
  const std::uint32_t key = rank_key(board) & ~kFlushFlag;
  const int suit = flush_suit(board);
  Value values[kMaxPlayers];
  Value best = 0;
  for (int i = 0; i < kPlayers; ++i) {
    values[i] = rank_value(key + kCardKeys.of_hole(hands[i]));
    if (suit < kSuits) {
      const Value flush = tables::flush_values[suit_ranks(board | hands[i], suit)];
      values[i] = flush > values[i] ? flush : values[i];
    }
    best = best > values[i] ? best : values[i];
  }
  Showdown result{{}, 0};
  for (int i = 0; i < kPlayers; ++i) {
    result.won[i] = values[i] == best;
    result.winners += result.won[i];
  }
  return result;
}

template <int kPlayers>
void deal_chunk(const Sampler& sampler, std::uint64_t seed, std::uint64_t chunk, DealCounts& counts) {
  Xoshiro256 random(Stream(seed, purpose_key("equity"), chunk));
  const int missing = 5 - count(sampler.board);
  // Three ranges collide too rarely to be worth halving.
  const int in_first = sampler.ranges <= 3 ? sampler.ranges : (sampler.ranges + 1) / 2;
  const int in_second = sampler.ranges - in_first;
  const Sampler::Seat* second_seats = sampler.seats + in_first;
  const Fill fill_first = kFill[all_even(sampler.seats, in_first)][in_first];
  const Fill fill_second = kFill[all_even(second_seats, in_second)][in_second];
  Half first;
  Half second;
  std::uint64_t tries = 0;
  std::uint64_t won[kMaxPlayers][kMaxPlayers + 1] = {};
  for (std::uint64_t dealt = 0; dealt < kChunkDeals;) {
    tries += kPool;
    if (!fill_first(sampler, sampler.seats, random, first, tries) ||
        !fill_second(sampler, second_seats, random, second, tries)) {
      counts.stuck = true;
      return;
    }
    std::uint16_t fitting[kPool + 1];
    std::size_t fit = 0;
    for (std::size_t i = 0; i < kPool; ++i) {
      fitting[fit] = static_cast<std::uint16_t>(i);
      fit += (first.used[i] & second.used[i]) == 0;
    }
    // Deals beyond the chunk are dropped: it must be the same for everybody.
    fit = fit < kChunkDeals - dealt ? fit : kChunkDeals - dealt;
    dealt += fit;
    // All cards first, then all showdowns: deals that do not depend on each
    // other keep more of the processor busy than the steps of one deal.
    CardSet hands[kPool][kMaxPlayers];
    CardSet boards[kPool];
    for (std::size_t n = 0; n < fit; ++n) {
      const std::size_t at = fitting[n];
      for (int i = 0; i < in_first; ++i) hands[n][i] = first.hands[at][i];
      for (int i = 0; i < in_second; ++i) hands[n][in_first + i] = second.hands[at][i];
      CardSet left = kDeck & ~(sampler.board | sampler.dead | first.used[at] | second.used[at]);
      for (int i = sampler.ranges; i < kPlayers; ++i) {
        CardDraw draw(random.next(), left);
        const CardSet one = draw.take();
        hands[n][i] = one | draw.take();
        left ^= hands[n][i];
      }
      boards[n] = sampler.board;
      CardDraw draw(random.next(), left);
      for (int i = 0; i < missing; ++i) boards[n] |= draw.take();
    }
    for (std::size_t n = 0; n < fit; ++n) {
      const Showdown end = showdown<kPlayers>(hands[n], boards[n]);
      for (int i = 0; i < kPlayers; ++i) won[i][end.winners] += end.won[i];
      if (!sampler.per_combo) continue;
      for (int i = 0; i < kPlayers; ++i) {
        const CardSet hand = hands[n][i];
        const int combo = combo_index(first_card(hand), first_card(without_first(hand)));
        const auto place = static_cast<std::size_t>(kCombos * sampler.seats[i].player + combo);
        counts.combo_deals[place] += 1;
        counts.combo_shares[place] += end.won[i] ? kPotFractions / end.winners : 0u;
      }
    }
  }
  for (int i = 0; i < kPlayers; ++i)
    for (int k = 1; k <= kPlayers; ++k) counts.won[sampler.seats[i].player][k] += won[i][k];
  counts.deals += kChunkDeals;
}

using DealChunk = void (*)(const Sampler&, std::uint64_t, std::uint64_t, DealCounts&);
constexpr DealChunk kDealChunk[kMaxPlayers + 1] = {
    nullptr,       nullptr,       deal_chunk<2>, deal_chunk<3>, deal_chunk<4>, deal_chunk<5>,
    deal_chunk<6>, deal_chunk<7>, deal_chunk<8>, deal_chunk<9>, deal_chunk<10>};

}  // namespace

void sample_deals(const Sampler& sampler, std::uint64_t seed, std::uint64_t chunk, DealCounts& counts) {
  kDealChunk[sampler.players](sampler, seed, chunk, counts);
}

}  // namespace fivebet::FIVEBET_LEVEL
