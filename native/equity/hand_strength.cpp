#include "equity/hand_strength.hpp"

#include <bit>

namespace fivebet {
namespace {

constexpr int pairs_of(int cards) { return cards * (cards - 1) / 2; }

// The suit of which the board holds three cards or more; one past the last if there is none.
int flush_suit(CardSet board) {
  int suit = 0;
  while (suit < kSuits && std::popcount(suit_ranks(board, suit)) < 3) ++suit;
  return suit;
}

}  // namespace

// Holdings without a flush are worth the same where their ranks are the same, so that they are
// counted by pairs of ranks; those with one by their ranks in its suit.
StrengthCounts strength_counts(CardSet hole, CardSet board) {
  const Value value = evaluate(hole | board);
  const CardSet left = kDeck & ~(hole | board);
  StrengthCounts result{0, 0, 0};
  const auto add = [&](Value theirs, int holdings) {
    result.ahead += theirs < value ? holdings : 0;
    result.tied += theirs == value ? holdings : 0;
  };

  const int suit = flush_suit(board);
  const std::uint32_t on_board = suit < kSuits ? suit_ranks(board, suit) : 0;
  const std::uint32_t suited = suit < kSuits ? suit_ranks(left, suit) : 0;
  // So many cards of the suit make a flush, or more than anybody holds.
  const int missing = 5 - std::popcount(on_board);
  int cards[kRanks], others[kRanks];  // by rank: all, and those of other suits
  for (int rank = 0; rank < kRanks; ++rank) {
    cards[rank] = 0;
    for (int each = 0; each < kSuits; ++each) cards[rank] += suit_ranks(left, each) >> rank & 1;
    others[rank] = cards[rank] - static_cast<int>(suited >> rank & 1);
  }

  const std::uint32_t key = rank_key(board) & ~kFlushFlag;
  const auto add_ranks = [&](int high, int low, int holdings) {
    if (holdings > 0) add(rank_value(key + kRankKeys[high] + kRankKeys[low]), holdings);
  };
  for (int high = 0; missing > 0 && high < kRanks; ++high) {
    add_ranks(high, high, pairs_of(missing > 1 ? cards[high] : others[high]));
    for (int low = 0; low < high; ++low) {
      const int all = cards[high] * cards[low], unsuited = others[high] * others[low];
      const int both_suited = (cards[high] - others[high]) * (cards[low] - others[low]);
      add_ranks(high, low, missing > 2 ? all : missing == 2 ? all - both_suited : unsuited);
    }
  }
  if (missing <= 2) {
    const int unsuited = count(left) - std::popcount(suited);
    for (std::uint32_t ranks = suited; ranks; ranks &= ranks - 1) {
      const std::uint32_t with_first = on_board | (ranks & -ranks);
      for (std::uint32_t more = ranks & (ranks - 1); more; more &= more - 1)
        add(tables::flush_values[with_first | (more & -more)], 1);
      if (missing <= 1) add(tables::flush_values[with_first], unsuited);
    }
    if (missing == 0) add(tables::flush_values[on_board], pairs_of(unsuited));
  }
  result.behind = pairs_of(count(left)) - result.ahead - result.tied;
  return result;
}

HandPotential hand_potential(CardSet hole, Weights range, CardSet board, CardSet dead) {
  std::vector<int> combos = live_combos(range, board | dead | hole);
  combos.push_back(combo_index(first_card(hole), first_card(without_first(hole))));
  const ValuedHands hands(combos, board, dead);
  const std::size_t us = combos.size() - 1;
  TallyRows tallies(us);
  hands.compare(us, 1, 0, us, tallies.rows);

  HandPotential result{};
  const Value value = evaluate(hole | board);
  for (std::size_t i = 0; i < us; ++i) {
    const double weight = range[combos[i]];
    const Value other = evaluate(hands.cards(i) | board);
    const int now = value > other ? 0 : value == other ? 1 : 2;
    const double win = tallies.rows[0].win[i] / hands.boards_per_pair();
    const double tie = tallies.rows[0].tie[i] / hands.boards_per_pair();
    result.now[now] += weight;
    result.end[now][0] += weight * win;
    result.end[now][1] += weight * tie;
    result.end[now][2] += weight * (1 - win - tie);
  }
  return result;
}

}  // namespace fivebet
