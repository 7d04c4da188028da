// The table of all preflop matchups against enumeration.
#include "equity/matchups.hpp"
#include "simd/kernels.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

const KernelTest test_matchups("the matchup table agrees with enumeration", [] {
  check(count_matchups() == 47008, "47,008 matchups differ by more than suits");
  const MatchupTable table = solve_matchups(2);
  for (int i = 0; i < 60; ++i) {
    const auto a = static_cast<std::size_t>(random_word() % kCombos);
    const auto b = static_cast<std::size_t>(random_word() % kCombos);
    const PlayersOnBoard pair{2, {combo_at(static_cast<int>(a)).cards(), combo_at(static_cast<int>(b)).cards()}};
    if (pair.hands[0] & pair.hands[1]) continue;
    std::int64_t counts[kWinnerSets] = {};
    kernels().enumerate_boards(pair, 0, counts);
    check(table.wins[a * kCombos + b] == counts[1], "matchup table: wins");
    check(table.ties[a * kCombos + b] == counts[3], "matchup table: ties");
  }
});

}  // namespace
}  // namespace fivebet::testing
