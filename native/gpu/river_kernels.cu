// River boards made ready for the walk, thousands at once: hands in order of strength, and
// where each finds its sums. Both players may hold every hand that the board leaves.
#include "gpu/portable.hpp"
#include "gpu/walk_data.hpp"

namespace fivebet::gpu {

constexpr int kCombos = 1326;
constexpr int kRiverHands = 1081;     // that a board of five cards leaves
constexpr int kHandsOfCard = 46;      // of them, with a given card
constexpr int kSorted = 2048;         // places that are sorted, a power of two
constexpr int kComboBits = 11;

// The highest `n` bits of a set.
FIVEBET_DEVICE unsigned highest(unsigned set, int n) {
  unsigned found = 0;
  for (; n > 0 && set; --n) {
    const unsigned bit = 1u << highest_bit(set);
    found |= bit;
    set ^= bit;
  }
  return found;
}

// How high the best straight of a set of ranks ends, from 1 for five-high; 0 for none.
FIVEBET_DEVICE unsigned straight_end(unsigned ranks) {
  const unsigned with_low_ace = (ranks << 1) | ((ranks >> 12) & 1);
  const unsigned starts = with_low_ace & (with_low_ace >> 1) & (with_low_ace >> 2) & (with_low_ace >> 3) &
                          (with_low_ace >> 4);
  return starts ? static_cast<unsigned>(highest_bit(starts)) + 1 : 0;
}

// A number that orders hands of seven cards: the category, then ranks that are held several
// times, then the rest.
FIVEBET_DEVICE unsigned long long strength(const unsigned suits[4]) {
  const unsigned once = suits[0] | suits[1] | suits[2] | suits[3];
  const unsigned pairs01 = suits[0] & suits[1], pairs23 = suits[2] & suits[3];
  const unsigned any01 = suits[0] | suits[1], any23 = suits[2] | suits[3];
  const unsigned twice = pairs01 | pairs23 | (any01 & any23);
  const unsigned thrice = (pairs01 & any23) | (pairs23 & any01);
  const unsigned four = pairs01 & pairs23;
  unsigned flush = 0;
  for (int suit = 0; suit < 4; ++suit)
    if (count_bits(suits[suit]) >= 5) flush = suits[suit];
  const auto hand = [](unsigned category, unsigned first, unsigned rest) {
    return (static_cast<unsigned long long>(category) << 26) | (static_cast<unsigned long long>(first) << 13) |
           rest;
  };
  if (flush && straight_end(flush)) return hand(9, straight_end(flush), 0);
  if (four) return hand(8, four, highest(once & ~four, 1));
  const unsigned best_three = highest(thrice, 1);
  if (best_three && (twice & ~best_three)) return hand(7, best_three, highest(twice & ~best_three, 1));
  if (flush) return hand(6, highest(flush, 5), 0);
  if (straight_end(once)) return hand(5, straight_end(once), 0);
  if (best_three) return hand(4, best_three, highest(once & ~best_three, 2));
  const unsigned two = highest(twice, 2);
  if (count_bits(two) == 2) return hand(3, two, highest(once & ~two, 1));
  if (two) return hand(2, two, highest(once & ~two, 3));
  return hand(1, highest(once, 5), 0);
}

// The first of `n` rising numbers that is not below `x`.
template <class Number>
FIVEBET_DEVICE int lower_bound(const Number* numbers, int n, Number x) {
  int from = 0;
  while (n > 0) {
    const int half = n / 2;
    if (numbers[from + half] < x) {
      from += half + 1;
      n -= half + 1;
    } else {
      n = half;
    }
  }
  return from;
}

// Sorts kSorted keys by a bitonic network.
FIVEBET_DEVICE void sort_keys(unsigned long long* keys) {
  for (int run = 2; run <= kSorted; run *= 2)
    for (int apart = run / 2; apart > 0; apart /= 2) {
      for (int i = thread(); i < kSorted / 2; i += threads()) {
        const int low = 2 * apart * (i / apart) + i % apart;
        const unsigned long long a = keys[low], b = keys[low + apart];
        if ((a > b) == ((low & run) == 0)) {
          keys[low] = b;
          keys[low + apart] = a;
        }
      }
      sync_block();
    }
}

}  // namespace fivebet::gpu

// One block for each board. `cards` are the two cards of each combo, `weights` both
// players' by combo, board after board; `width` is that of the rows that they are put in.
FIVEBET_KERNEL prepare_rivers(const unsigned char* boards, const unsigned char* cards, const float* weights,
                              int board_count, int width, unsigned short* combos,
                              fivebet::gpu::HandIndex* indices, unsigned short* by_card,
                              unsigned short* starts, float* rows) {
  using namespace fivebet::gpu;
  FIVEBET_SHARED(shared);
  auto* keys = reinterpret_cast<unsigned long long*>(shared);
  auto* lists = reinterpret_cast<unsigned short*>(keys + kSorted);  // hands by card
  const long long at = block();
  const unsigned char* board = boards + 5 * at;
  unsigned on_board[4] = {};
  unsigned long long dead = 0;
  for (int i = 0; i < 5; ++i) {
    on_board[board[i] / 13] |= 1u << board[i] % 13;
    dead |= 1ull << board[i];
  }
  for (int combo = thread(); combo < kSorted; combo += threads()) {
    unsigned long long key = ~0ull;
    if (combo < kCombos) {
      const int first = cards[2 * combo], second = cards[2 * combo + 1];
      if (!((dead >> first | dead >> second) & 1)) {
        unsigned suits[4];
        for (int suit = 0; suit < 4; ++suit)
          suits[suit] = on_board[suit] | (first / 13 == suit ? 1u << first % 13 : 0) |
                        (second / 13 == suit ? 1u << second % 13 : 0);
        key = strength(suits) << kComboBits | static_cast<unsigned>(combo);
      }
    }
    keys[combo] = key;
  }
  sync_block();
  sort_keys(keys);
  const auto combo_at = [&](int place) { return static_cast<int>(keys[place] & ((1 << kComboBits) - 1)); };
  const auto start_of = [&](int card) {
    const int live = card - count_bits(static_cast<unsigned>(dead & ((1ull << card) - 1))) -
                     count_bits(static_cast<unsigned>((dead & ((1ull << card) - 1)) >> 32));
    return kHandsOfCard * live;
  };
  for (int card = thread(); card < 52; card += threads()) {
    int next = start_of(card);
    starts[53 * at + card] = static_cast<unsigned short>(next);
    if (card == 51) starts[53 * at + 52] = 2 * kRiverHands;
    if (dead >> card & 1) continue;
    for (int place = 0; place < kRiverHands; ++place) {
      const int combo = combo_at(place);
      if (cards[2 * combo] == card || cards[2 * combo + 1] == card)
        lists[next++] = static_cast<unsigned short>(place);
    }
  }
  sync_block();
  for (int place = thread(); place < kRiverHands; place += threads()) {
    const int combo = combo_at(place);
    const unsigned long long value = keys[place] >> kComboBits << kComboBits;
    HandIndex index{};
    index.low = static_cast<unsigned short>(lower_bound(keys, kRiverHands, value));
    index.high =
        static_cast<unsigned short>(lower_bound(keys, kRiverHands, value + (1ull << kComboBits)));
    index.same_combo = static_cast<unsigned short>(place);
    for (int k = 0; k < 2; ++k) {
      const int card = cards[2 * combo + k], first = start_of(card);
      index.card[k] = static_cast<unsigned char>(card);
      index.card_low[k] =
          static_cast<unsigned short>(first + lower_bound(lists + first, kHandsOfCard, index.low));
      index.card_high[k] =
          static_cast<unsigned short>(first + lower_bound(lists + first, kHandsOfCard, index.high));
    }
    indices[kRiverHands * at + place] = index;
    combos[kRiverHands * at + place] = static_cast<unsigned short>(combo);
    for (long long player = 0; player < 2; ++player)
      rows[(player * board_count + at) * width + place] =
          weights[(player * board_count + at) * kCombos + combo];
  }
  for (int i = thread(); i < 2 * kRiverHands; i += threads()) by_card[2 * kRiverHands * at + i] = lists[i];
}
