// Jam or fold: payoffs, the independent chip model, and a known strategy.
#include <cmath>

#include "cards/combos.hpp"
#include "solve/jam_fold.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

int class_named(std::string_view hole) {
  const CardSet both = cards(hole);
  return class_of({first_card(both), first_card(without_first(both))});
}

const Test icm_is_malmuth_and_harville("the independent chip model follows Malmuth and Harville", [] {
  JamFoldTable table;
  table.players = 3;
  table.stacks = {50, 30, 20};
  table.prizes = {70, 30};
  const Winnings values = icm_values(table, table.stacks);
  // The first place goes by chips; the second by chips among those left.
  const double second = 0.3 * 50 / 70 + 0.2 * 50 / 80;
  check_near(values[0], 0.5 * 70 + second * 30, 1e-9, "the chip leader's part");
  check_near(values[0] + values[1] + values[2], 100, 1e-9, "all of the prizes");
  const Winnings busted = icm_values(table, {100, 0, 0});
  check_near(busted[0], 70, 1e-9, "the winner");
  check_near(busted[1], 30, 1e-9, "the larger stack is placed second");
});

const KernelTest prizes_are_shared_out("prizes are shared out whole", [] {
  JamFoldTable table;
  table.players = 4;
  table.stacks = {100, 60, 140, 80};
  table.blinds = {0, 0, 5, 10};
  table.prizes = {50, 30, 20};
  JamFoldSolver solver(table);
  for (std::uint64_t t = 0; t < 4; ++t) solver.iterate(1, t, 512, {1.0f, 1.0f, 0.5f}, 2);
  const JamFoldSolver::Measure measured = solver.measure(1, 1024, 2);
  double sum = 0;
  for (const double value : measured.values) sum += value;
  check(std::abs(sum) < 1e-6, "what one wins others lose");
});

const Test aces_jam("at twenty big blinds aces go in and seven-deuce does not", [] {
  JamFoldTable table;
  table.players = 2;
  table.stacks = {2000, 2000};
  table.blinds = {50, 100};
  JamFoldSolver solver(table);
  for (std::uint64_t t = 0; t < 60; ++t)
    solver.iterate(1, t, 8192, {1.0f, 0.0f, 2.0f / static_cast<float>(t + 2)}, 2);
  const std::vector<float> jams = solver.strategy(0, 0), calls = solver.strategy(1, 1);
  check(jams[static_cast<std::size_t>(class_named("AsAh"))] > 0.95f, "aces jam");
  check(calls[static_cast<std::size_t>(class_named("AsAh"))] > 0.95f, "aces call");
  check(jams[static_cast<std::size_t>(class_named("7s2h"))] < 0.2f, "seven-deuce folds at twenty big blinds");
  check(calls[static_cast<std::size_t>(class_named("7s2h"))] < 0.05f, "seven-deuce does not call");
});

}  // namespace
}  // namespace fivebet::testing
