// Hand strength on a known board.
#include <vector>

#include "cards/combos.hpp"
#include "cards/deck.hpp"
#include "equity/hand_strength.hpp"
#include "tests/check.hpp"
#include "util/random.hpp"

namespace fivebet::testing {
namespace {

const Test test_strength("9h8h on ThJh2d is ahead of as many holdings as published", [] {
  const CardSet hole = card_set(26 + 7) | card_set(26 + 6);                      // 9h8h
  const CardSet board = card_set(26 + 8) | card_set(26 + 9) | card_set(13 + 0);  // ThJh2d
  const std::vector<double> any(kCombos, 1.0);
  const HandPotential now = hand_potential(hole, any.data(), board, 0);
  check(now.now[0] == 280 && now.now[1] == 9 && now.now[2] == 792, "9h8h on ThJh2d");
});

const Test test_counts("holdings counted by ranks are those counted one by one", [] {
  Xoshiro256 random(Stream(7, purpose_key("test")));
  const auto draw = [&](Deck& deck, int cards) {
    CardSet drawn = 0;
    while (count(drawn) < cards) drawn |= card_set(deck.draw(random));
    return drawn;
  };
  for (int deal = 0; deal < 6000; ++deal) {
    // Every other board has two suits at most: flushes, on the board too.
    const CardSet two_suits = (CardSet{1} << 2 * kRanks) - 1;
    Deck deck(deal % 2 ? kDeck : two_suits);
    const CardSet board = draw(deck, 3 + deal % 3);
    Deck rest(kDeck & ~board);
    const CardSet hole = draw(rest, 2);
    const Value value = evaluate(hole | board);
    int ahead = 0, tied = 0, behind = 0;
    each_combo(hole | board, [&](int, Combo combo) {
      const Value theirs = evaluate(board | combo.cards());
      ++(theirs < value ? ahead : theirs == value ? tied : behind);
    });
    const StrengthCounts counts = strength_counts(hole, board);
    check(counts.ahead == ahead && counts.tied == tied && counts.behind == behind, "by ranks");
  }
});

}  // namespace
}  // namespace fivebet::testing
