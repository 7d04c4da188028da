// The solver's terminals against sums over pairs of hands.
#include <cmath>
#include <vector>

#include "cards/evaluator.hpp"
#include "simd/kernels.hpp"
#include "solve/runouts.hpp"
#include "tests/check.hpp"
#include "util/aligned_buffer.hpp"

namespace fivebet::testing {
namespace {

// Terminals of random boards, hand by hand.
const KernelTest test_terminals("terminals are worth the sum over all pairs of hands", [] {
  for (int round = 0; round < 20; ++round) {
    Ranges ranges;
    for (auto& weights : ranges.weights) {
      weights.assign(kCombos, 0.0f);
      for (int i = 0; i < 40 + 60 * round; ++i) weights[random_word() % kCombos] = 1.0f;
    }
    const CardSet cards = draw(5);
    const Runouts runouts = build_runouts({cards, ranges, 2, true, {}}, 1);
    const Board& board = runouts.boards[2][0];
    const auto& ours = board.hands[0].hands;
    const auto& theirs = board.hands[1].hands;
    const std::size_t width = board.hands[1].stride;
    std::vector<float> reach(kLanes * width, 0.0f), values(kLanes * board.hands[0].stride, 0.0f);
    AlignedBuffer room(terminal_scratch_size(ours.size(), theirs.size()) * sizeof(float));
    Terminals terminals{};
    terminals.kind = static_cast<Terminals::Kind>(round % 3);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      for (std::size_t i = 0; i < theirs.size(); ++i)
        reach[lane * width + i] = static_cast<float>(random_word() % 100) / 100;
      terminals.reach[lane] = reach.data() + lane * width;
      terminals.values[lane] = values.data() + lane * board.hands[0].stride;
      terminals.show[lane] = terminals.kind == Terminals::kFolds ? 0.0f : 1.0f + static_cast<float>(lane);
      terminals.all[lane] = terminals.kind == Terminals::kShowdowns ? 0.0f : 0.5f;
    }
    kernels().terminal_values(board.hands[0].showdown_table(theirs.size()), terminals, room.floats());
    for (std::size_t lane = 0; lane < kLanes; lane += 5)
      for (std::size_t i = 0; i < ours.size(); i += 7) {
        double sum = 0;
        for (std::size_t j = 0; j < theirs.size(); ++j) {
          if (ours[i].cards() & theirs[j].cards()) continue;
          const int a = evaluate(cards | ours[i].cards()), b = evaluate(cards | theirs[j].cards());
          sum += static_cast<double>(reach[lane * width + j]) *
                 (static_cast<double>(terminals.show[lane]) * ((a > b) - (a < b)) +
                  static_cast<double>(terminals.all[lane]));
        }
        check(std::abs(sum - static_cast<double>(terminals.values[lane][i])) < 2e-2, "terminals add up");
      }
  }
});

}  // namespace
}  // namespace fivebet::testing
