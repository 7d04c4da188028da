// The two parts of a heads-up matchup (matchups.hpp).
#include "equity/matchups.hpp"

#include "simd/binomials.hpp"
#include "simd/level.hpp"

namespace fivebet::FIVEBET_LEVEL {
namespace {

// A board by ranks: up to five different ones, each with its number of cards.
struct RankBoard {
  int size = 0;
  int ranks[5];
  int cards[5];
  std::uint32_t key = 0;
};

// Calls visit(board) for each multiset of n ranks, up to `most` cards of each.
template <class Visit>
void each_board(int n, int most, int highest, const RankBoard& board, const Visit& visit) {
  if (n == 0) return visit(board);
  for (int rank = highest; rank >= 0; --rank) {
    RankBoard more = board;
    more.ranks[more.size++] = rank;
    for (int cards = 1; cards <= (n < most ? n : most); ++cards) {
      more.cards[more.size - 1] = cards;
      more.key += kRankKeys[rank];
      each_board(n - cards, most, rank - 1, more, visit);
    }
  }
}

struct RankHand {
  int first;
  int second;
  int held(int rank) const { return (first == rank) + (second == rank); }
};

struct RankHands {
  RankHand hands[kRankPairs];
  RankHands() {
    for (int a = 0; a < kRanks; ++a)
      for (int b = 0; b <= a; ++b) hands[rank_pair(a, b)] = {a, b};
  }

  // Values on a board; meaningless where there would be five cards of a rank.
  void evaluate(std::uint32_t key, Value* values) const {
    for (int p = 0; p < kRankPairs; ++p)
      values[p] = rank_value(key + kRankKeys[hands[p].first] + kRankKeys[hands[p].second]);
  }
};

struct SuitHand {
  std::uint32_t lane;  // ranks held in the suit
  int off[2];          // ranks held off it, -1 for none
  int pair;            // the rank pair
  int held_off(int rank) const { return (off[0] == rank) + (off[1] == rank); }
};

struct SuitHands {
  SuitHand hands[suit_type::kTypes];
  SuitHands() {
    for (int a = 0; a < kRanks; ++a) {
      for (int b = 0; b < kRanks; ++b) {
        const int pair = rank_pair(a, b);
        if (a > b) hands[suit_type::two(a, b)] = {1u << a | 1u << b, {-1, -1}, pair};
        hands[suit_type::one(a, b)] = {1u << a, {b, -1}, pair};
        if (a >= b) hands[suit_type::none(a, b)] = {0, {a, b}, pair};
      }
    }
  }
};

}  // namespace

void rank_matchups(int part, int parts, std::uint32_t* wins, std::uint32_t* ties) {
  const RankHands all;
  int number = 0;
  each_board(5, 4, kRanks - 1, RankBoard{}, [&](const RankBoard& board) {
    if (number++ % parts != part) return;
    Value values[kRankPairs];
    std::uint8_t held[5][kRankPairs];
    for (int i = 0; i < board.size; ++i)
      for (int p = 0; p < kRankPairs; ++p)
        held[i][p] = static_cast<std::uint8_t>(all.hands[p].held(board.ranks[i]));
    all.evaluate(board.key, values);
    for (int p = 0; p < kRankPairs; ++p) {
      for (int q = p; q < kRankPairs; ++q) {
        // Suit patterns of this board that both hands leave.
        std::uint32_t ways = 1;
        for (int i = 0; i < board.size; ++i) {
          const int left = 4 - held[i][p] - held[i][q];
          ways *= left < 0 ? 0u : static_cast<std::uint32_t>(kChoose[left][board.cards[i]]);
        }
        wins[kRankPairs * p + q] += values[p] > values[q] ? ways : 0;
        ties[kRankPairs * p + q] += values[p] == values[q] ? ways : 0;
      }
    }
  });
}

void suit_matchups(int part, int parts, std::int32_t* wins, std::int32_t* ties) {
  constexpr int kTypes = suit_type::kTypes;
  const SuitHands all;
  const RankHands ranks;
  int number = 0;
  for (std::uint32_t suited = 0; suited <= kAllRanks; ++suited) {
    const int in_suit = std::popcount(suited);
    if (in_suit < 3 || in_suit > 5) continue;
    // With three cards on the board only hands with two more can flush, …
    const int rows = in_suit == 3   ? suit_type::kTwo
                     : in_suit == 4 ? suit_type::kTwo + suit_type::kOne
                                    : kTypes;
    each_board(5 - in_suit, 3, kRanks - 1, RankBoard{}, [&](const RankBoard& off) {
      if (number++ % parts != part) return;
      const std::uint32_t key = (tables::suit_keys[suited] & ~kFlushFlag) + off.key;
      Value by_rank[kRankPairs];
      ranks.evaluate(key, by_rank);
      std::int32_t plain[kTypes];
      std::int32_t flush[kTypes];
      std::int32_t ways[kTypes];
      for (int t = 0; t < kTypes; ++t) {
        const SuitHand& hand = all.hands[t];
        const Value made = tables::flush_values[suited | hand.lane];
        plain[t] = by_rank[hand.pair];
        flush[t] = plain[t] > made ? plain[t] : made;
        ways[t] = hand.lane & suited ? 0 : 1;
        for (int i = 0; i < off.size; ++i) {
          const int left = 3 - hand.held_off(off.ranks[i]);
          ways[t] *= kChoose[left][off.cards[i]];
        }
      }
      for (int t = 0; t < rows; ++t) {
        if (all.hands[t].lane & suited) continue;
        // A row's own cards off the suit matter only to a single card there:
        // with two of them on the board the row's hand holds none.
        const int taken = in_suit == 4 ? all.hands[t].held_off(off.ranks[0]) : 0;
        std::int32_t* __restrict won = wins + kTypes * t;
        std::int32_t* __restrict tied = ties + kTypes * t;
        const std::int32_t our_plain = plain[t];
        const std::int32_t our_flush = flush[t];
        for (int other = suit_type::kind_start(t); other < kTypes; ++other) {
          const std::int32_t left = ways[other] > taken ? ways[other] - taken : 0;
          won[other] += left * ((our_flush > flush[other]) - (our_plain > plain[other]));
          tied[other] += left * ((our_flush == flush[other]) - (our_plain == plain[other]));
        }
      }
    });
  }
}

}  // namespace fivebet::FIVEBET_LEVEL
