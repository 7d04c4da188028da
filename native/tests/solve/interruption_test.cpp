// Ctrl-C in the middle of long work: it ends, and solvers can be used again. The thread that asks
// whether work is still wanted must have some of it, and has all of it where it is alone.
#include <chrono>
#include <vector>

#include "equity/exact_equity.hpp"
#include "equity/three_random.hpp"
#include "solve/blueprint.hpp"
#include "solve/jam_fold.hpp"
#include "solve/limit_game.hpp"
#include "solve/postflop_solver.hpp"
#include "solve/public_tree.hpp"
#include "tests/check.hpp"
#include "util/interruption.hpp"

namespace fivebet::testing {
namespace {

constexpr Discount kPlain{1, 1, 1};

template <class Work>
void check_ends(const char* what, Work work) {
  work();
  bool ended = false;
  try {
    const Interruption call([] { return true; }, std::chrono::seconds(0));
    work();
  } catch (const Interrupted&) {
    ended = true;
  }
  check(ended, std::string(what) + " can be interrupted");
  work();
}

const Test test_solvers("solvers can be interrupted in the middle of an iteration", [] {
  Ranges ranges;
  for (auto& weights : ranges.weights) {
    weights.assign(kCombos, 0.0f);
    for (int i = 0; i < 40; ++i) weights[random_word() % kCombos] = 1.0f;
  }
  Spot spot;
  spot.first_street = 1;
  spot.pot = 20;
  spot.stack = 60;
  for (auto& player : spot.bet_sizes)
    for (BetSizes& sizes : player) sizes.bets = {{BetSize::kPot, 0.7, 0}};
  for (const int street : {1, 2}) {
    spot.first_street = street;
    Solver solver(spot, draw(street + 3), ranges, false, true, 2);
    solver.allocate();
    check_ends("a solver's iteration", [&] { solver.iterate(kPlain); });
    check_ends("a best response", [&] { solver.root_values(0, Update::kBestResponse); });
  }
  const PublicNode end{PublicNode::kTerminal, 0, {}, 0, 1};
  PublicTree tree({{PublicNode::kDecision, 0, {1, 2}, 0, 0}, end, end}, 1, 1,
                  {{1.0f}});
  check_ends("a small game's iteration", [&] { tree.iterate(kPlain); });
  const std::vector<std::uint64_t> counts(4, 1);
  LimitGame limit({{1, 2}, {2, 2, 4, 4}, {1, 1, 1, 1}}, {2, 1, 1, 1}, counts, counts, 2);
  check_ends("a limit game's iteration", [&] { limit.iterate(kPlain); });
  spot.first_street = 0;
  Blueprint blueprint(spot, {1, 2, {{{BetSize::kPot, 1, 0}}}}, {2, 2, 2});
  check_ends("a blueprint's iteration", [&] { blueprint.iterate(1, 1, kPlain, 3); });
  check_ends("a blueprint's measure", [&] { blueprint.measure(1, 1); });
  JamFoldTable table;
  table.players = 2;
  table.stacks = {10, 10};
  table.blinds = {1, 2};
  JamFoldSolver jam(table);
  check_ends("jam or fold", [&] { jam.iterate(1, 1, 100, kPlain, 1); });
  check_ends("its measure", [&] { jam.measure(1, 100, 1); });
});

const Test test_equity("enumerations can be interrupted", [] {
  std::vector<double> few(kCombos, 0.0);
  for (const std::size_t combo : {5u, 700u, 1300u}) few[combo] = 0.5;
  const double* players[] = {few.data(), few.data()};
  check_ends("equity before the flop", [&] { multiway(players, 0, 0, 0, 3, 1); });
  check_ends("equity on a flop", [&] { heads_up(few.data(), few.data(), cards("AsKdQc"), 0, 1); });
  check_ends("three random hands", [] { three_random_points(0, 2, 1); });
});

}  // namespace
}  // namespace fivebet::testing
