#include "equity/hand_strength.hpp"

namespace fivebet {

StrengthCounts strength_counts(CardSet hole, CardSet board) {
  const Value value = evaluate(hole | board);
  CardSet holdings[kCombos];
  std::size_t n = 0;
  for (CardSet left = kDeck & ~(hole | board); left; left = without_first(left))
    for (CardSet more = without_first(left); more; more = without_first(more))
      holdings[n++] = board | (left & -left) | (more & -more);
  Value values[kCombos];
  kernels().evaluate(holdings, n, values);
  StrengthCounts result{0, 0, 0};
  for (std::size_t i = 0; i < n; ++i) {
    result.ahead += values[i] < value;
    result.tied += values[i] == value;
  }
  result.behind = static_cast<int>(n) - result.ahead - result.tied;
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
