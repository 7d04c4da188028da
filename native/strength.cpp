#include "strength.hpp"

namespace fivebet {

Standing standing(Cards hole, Weights range, Cards board, Cards dead) {
  std::vector<int> combos = live_combos(range, board | dead | hole);
  combos.push_back(combo_index(first_card(hole), first_card(without_first(hole))));
  const ValuedHands hands(combos, board, dead);
  const std::size_t us = combos.size() - 1;
  TallyRows tallies(us);
  hands.compare(us, 1, 0, us, tallies.rows);

  Standing result{};
  const Value value = evaluate(hole | board);
  for (std::size_t i = 0; i < us; ++i) {
    const double weight = range[combos[i]];
    const Value other = evaluate(hands.cards(i) | board);
    const int now = value > other ? 0 : value == other ? 1 : 2;
    const double win = tallies.rows[0].win[i] / hands.meetings();
    const double tie = tallies.rows[0].tie[i] / hands.meetings();
    result.now[now] += weight;
    result.end[now][0] += weight * win;
    result.end[now][1] += weight * tie;
    result.end[now][2] += weight * (1 - win - tie);
  }
  return result;
}

}  // namespace fivebet
