// Hand strength on a known board.
#include <vector>

#include "equity/hand_strength.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

const Test test_strength("9h8h on ThJh2d is ahead of as many holdings as published", [] {
  const CardSet hole = card_set(26 + 7) | card_set(26 + 6);                     // 9h8h
  const CardSet board = card_set(26 + 8) | card_set(26 + 9) | card_set(13 + 0);  // ThJh2d
  const std::vector<double> any(kCombos, 1.0);
  const HandPotential now = hand_potential(hole, any.data(), board, 0);
  check(now.now[0] == 280 && now.now[1] == 9 && now.now[2] == 792, "9h8h on ThJh2d");
});

}  // namespace
}  // namespace fivebet::testing
