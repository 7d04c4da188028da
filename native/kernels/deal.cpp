// One chunk of random deals (montecarlo.hpp).
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "../stream.hpp"
#include "level.hpp"

namespace fivebet::FIVEBET_LEVEL {
namespace {

// The n-th card of a set.
[[gnu::always_inline]] inline Cards nth_card(Cards cards, std::uint64_t n) {
#ifdef __BMI2__
  return _pdep_u64(Cards{1} << n, cards);
#else
  for (; n > 0; --n) cards = without_first(cards);
  return cards & -cards;
#endif
}

// Draws cards one by one from one random word: each takes the high part of a
// product and leaves the low part for the next. Seven cards use 38 of the 64
// bits, so that no card is favoured by more than one part in 2^26.
class CardDraw {
 public:
  CardDraw(std::uint64_t word, Cards deck) : word_(word), deck_(deck), left_(count(deck)) {}

  [[gnu::always_inline]] Cards take() {
    const __uint128_t product = static_cast<__uint128_t>(word_) * static_cast<unsigned>(left_);
    const Cards card = nth_card(deck_, static_cast<std::uint64_t>(product >> 64));
    word_ = static_cast<std::uint64_t>(product);
    deck_ ^= card;
    --left_;
    return card;
  }

 private:
  std::uint64_t word_;
  Cards deck_;
  int left_;
};

struct Deal {
  Cards hands[kMaxPlayers];  // by seat of the sampler
  Cards left;                // in the deck
};

// Deals all ranges `n` times. A deal in which two collide is overwritten by
// the next: there is no branch to mispredict. False after too many tries.
bool draw_ranges(const Sampler& sampler, Burst& random, Deal* deals, std::size_t n,
                 std::uint64_t& tries) {
  const Cards deck = kDeck & ~(sampler.board | sampler.dead);
  for (std::size_t dealt = 0; dealt < n;) {
    if (++tries > kMaxTries) return false;
    Deal& deal = deals[dealt];
    Cards left = deck;
    Cards collisions = 0;
    std::uint64_t word = 0;
    for (int i = 0; i < sampler.ranges; ++i) {
      word = i % 2 ? word >> 32 : random.next();  // two draws a word
      const std::uint64_t product = (word & UINT32_MAX) * sampler.seats[i].size;
      const AliasEntry& entry = sampler.seats[i].entries[product >> 32];
      const Cards hand = entry.hands[(product & UINT32_MAX) > entry.threshold];
      collisions |= hand & ~left;
      left &= ~hand;
      deal.hands[i] = hand;
    }
    deal.left = left;
    dealt += collisions == 0;
  }
  return true;
}

[[gnu::always_inline]] inline void draw_any_two(const Sampler& sampler, Burst& random,
                                                Deal& deal) {
  for (int i = sampler.ranges; i < sampler.players; ++i) {
    CardDraw draw(random.next(), deal.left);
    const Cards first = draw.take();
    deal.hands[i] = first | draw.take();
    deal.left ^= deal.hands[i];
  }
}

[[gnu::always_inline]] inline int flush_suit(Cards board) {
  for (int suit = 0; suit < kSuits; ++suit)
    if (std::popcount(lane(board, suit)) >= 3) return suit;
  return kSuits;
}

struct Showdown {
  bool won[kMaxPlayers];
  unsigned winners;
};

[[gnu::always_inline]] inline Showdown showdown(const Cards* hands, int players, Cards board) {
  const std::uint32_t key = rank_key(board) & ~kFlushFlag;
  const int suit = flush_suit(board);
  Value values[kMaxPlayers];
  Value best = 0;
  for (int i = 0; i < players; ++i) {
    values[i] = rank_value(key + rank_key(hands[i]));
    if (suit < kSuits) {
      const Value flush = tables::flush_values[lane(board | hands[i], suit)];
      values[i] = flush > values[i] ? flush : values[i];
    }
    best = best > values[i] ? best : values[i];
  }
  Showdown result{{}, 0};
  for (int i = 0; i < players; ++i) {
    result.won[i] = values[i] == best;
    result.winners += result.won[i];
  }
  return result;
}

}  // namespace

void deal(const Sampler& sampler, std::uint64_t seed, std::uint64_t chunk, DealCounts& counts) {
  Burst random(Stream(seed, purpose_key("equity"), chunk));
  const int players = sampler.players;
  const int missing = 5 - count(sampler.board);
  constexpr std::size_t kBatch = 64;
  static_assert(kChunkDeals % kBatch == 0);
  Deal deals[kBatch + 1];
  std::uint64_t tries = 0;
  std::uint64_t won[kMaxPlayers][kMaxPlayers + 1] = {};
  for (std::size_t batch = 0; batch < kChunkDeals / kBatch; ++batch) {
    if (!draw_ranges(sampler, random, deals, kBatch, tries)) {
      counts.stuck = true;
      return;
    }
    for (std::size_t n = 0; n < kBatch; ++n) {
      Deal& deal = deals[n];
      draw_any_two(sampler, random, deal);
      Cards board = sampler.board;
      CardDraw draw(random.next(), deal.left);
      for (int i = 0; i < missing; ++i) board |= draw.take();
      const Showdown end = showdown(deal.hands, players, board);
      for (int i = 0; i < players; ++i) won[i][end.winners] += end.won[i];
      if (!sampler.per_combo) continue;
      for (int i = 0; i < players; ++i) {
        const Cards hand = deal.hands[i];
        const int combo = combo_index(first_card(hand), first_card(without_first(hand)));
        const auto at = static_cast<std::size_t>(kCombos * sampler.seats[i].player + combo);
        counts.combo_deals[at] += 1;
        counts.combo_shares[at] += end.won[i] ? kWholePot / end.winners : 0u;
      }
    }
  }
  for (int i = 0; i < players; ++i)
    for (int k = 1; k <= players; ++k) counts.won[sampler.seats[i].player][k] += won[i][k];
  counts.deals += kChunkDeals;
}

}  // namespace fivebet::FIVEBET_LEVEL
