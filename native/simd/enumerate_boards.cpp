// All boards for hole cards that are known: ranks first, suits after.
//
// Without flushes a showdown depends on the board's ranks alone, so boards
// are counted by rank multiset (6,175 at most), each with the number of suit
// patterns that the dead cards leave it. Then, suit by suit, the boards that
// can make a flush are counted again: once negatively as ranks, once with the
// flush. A board flushes in one suit at most, so the sum is exact.
#include "simd/binomials.hpp"
#include "simd/level.hpp"

namespace fivebet::FIVEBET_LEVEL {
namespace {

struct Enumeration {
  int players;
  std::uint32_t keys[kMaxPlayers];        // rank key of each player's hole cards
  Value flushes[kMaxPlayers];             // each player's flush on the suited part, 0 if none
  int available[kRanks];                  // cards left of each rank to draw from
  std::int64_t* counts;

  // The set of players with the best hand.
  [[gnu::always_inline]] unsigned winners(const Value* values) const {
    Value best = 0;
    for (int i = 0; i < players; ++i) best = best > values[i] ? best : values[i];
    unsigned set = 0;
    for (int i = 0; i < players; ++i) set |= static_cast<unsigned>(values[i] == best) << i;
    return set;
  }

  [[gnu::always_inline]] void rank_values(std::uint32_t board, Value* values) const {
    for (int i = 0; i < players; ++i) values[i] = rank_value(keys[i] + board);
  }

  void by_ranks(std::uint32_t board, std::int64_t ways) const {
    Value values[kMaxPlayers];
    rank_values(board, values);
    counts[winners(values)] += ways;
  }

  void by_suit(std::uint32_t board, std::int64_t ways) const {
    Value values[kMaxPlayers];
    rank_values(board, values);
    counts[winners(values)] -= ways;
    for (int i = 0; i < players; ++i) values[i] = values[i] > flushes[i] ? values[i] : flushes[i];
    counts[winners(values)] += ways;
  }

  // Draws `more` cards of rank `rank` or lower by rank; kSuited says what to
  // do with a full board.
  template <bool kSuited>
  void draw(int rank, int more, std::uint32_t board, std::int64_t ways) const {
    if (more == 0) {
      if constexpr (kSuited)
        by_suit(board, ways);
      else
        by_ranks(board, ways);
      return;
    }
    for (; rank >= 0; --rank) {
      const int most = more < available[rank] ? more : available[rank];
      std::uint32_t key = board;
      for (int n = 1; n <= most; ++n) {
        key += kRankKeys[rank];
        draw<kSuited>(rank - 1, more - n, key, ways * kChoose[available[rank]][n]);
      }
    }
  }
};

// Calls visit(subset) for each n-element subset of a lane.
template <class Visit>
[[gnu::always_inline]] inline void each_subset(std::uint32_t ranks, int n, Visit visit) {
  std::uint32_t members[kRanks];
  int size = 0;
  for (std::uint32_t left = ranks; left; left &= left - 1) members[size++] = left & -left;
  if (n > size) return;
  std::uint32_t pick = (1u << n) - 1;
  while (pick < 1u << size) {
    std::uint32_t subset = 0;
    for (std::uint32_t left = pick; left; left &= left - 1) subset |= members[std::countr_zero(left)];
    visit(subset);
    const std::uint32_t lowest = pick & -pick;  // as next_set does, in 32 bits
    const std::uint32_t ripple = pick + lowest;
    pick = ((pick ^ ripple) >> 2) / lowest | ripple;
  }
}

}  // namespace

void enumerate_boards(const PlayersOnBoard& table, CardSet dead, std::int64_t* counts) {
  Enumeration all{};
  all.players = table.players;
  all.counts = counts;
  CardSet left = kDeck & ~dead;
  for (int i = 0; i < table.players; ++i) {
    all.keys[i] = rank_key(table.hands[i]);
    left &= ~table.hands[i];
  }
  for (int suit = 0; suit < kSuits; ++suit)
    for (int rank = 0; rank < kRanks; ++rank) all.available[rank] += suit_ranks(left, suit) >> rank & 1;
  all.draw<false>(kRanks - 1, 5, 0, 1);

  for (int suit = 0; suit < kSuits; ++suit) {
    int most_held = 0;
    for (int i = 0; i < table.players; ++i) {
      const int held = std::popcount(suit_ranks(table.hands[i], suit));
      most_held = most_held > held ? most_held : held;
    }
    Enumeration suited = all;
    for (int rank = 0; rank < kRanks; ++rank) suited.available[rank] -= suit_ranks(left, suit) >> rank & 1;
    for (int n = 5 - most_held; n <= 5; ++n) {
      each_subset(suit_ranks(left, suit), n, [&](std::uint32_t ranks) {
        for (int i = 0; i < table.players; ++i)
          suited.flushes[i] = tables::flush_values[ranks | suit_ranks(table.hands[i], suit)];
        suited.draw<true>(kRanks - 1, 5 - n, tables::suit_keys[ranks] & ~kFlushFlag, 1);
      });
    }
  }
}

}  // namespace fivebet::FIVEBET_LEVEL
