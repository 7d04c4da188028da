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

constexpr unsigned kNeeds[] = {Terminals::kShowdowns, Terminals::kFolds,
                               Terminals::kShowdowns | Terminals::kFolds,
                               Terminals::kShowdowns | Terminals::kRake,
                               Terminals::kShowdowns | Terminals::kFolds | Terminals::kRake};

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
    const std::size_t stride = board.hands[0].stride;
    std::vector<float> reach(kLanes * width, 0.0f), values(2 * kLanes * stride, 0.0f);
    AlignedBuffer room(terminal_scratch_size(theirs.size()) * sizeof(float));
    Terminals terminals{};
    terminals.needs = kNeeds[round % 5];
    const bool shows = terminals.needs & Terminals::kShowdowns, folds = terminals.needs & Terminals::kFolds;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      for (std::size_t i = 0; i < theirs.size(); ++i)
        reach[lane * width + i] = static_cast<float>(random_word() % 100) / 100;
      terminals.reach[lane] = reach.data() + lane * width;
      terminals.shown[lane] = values.data() + lane * stride;
      terminals.folded[lane] = values.data() + (kLanes + lane) * stride;
      terminals.show[lane] = 1.0f + static_cast<float>(lane);
      terminals.rake[lane] = terminals.needs & Terminals::kRake ? -0.5f : 0.0f;
      terminals.fold[lane] = 0.25f * static_cast<float>(lane);
    }
    kernels().terminal_values(board.hands[0].showdown_table(theirs.size()), terminals, room.floats());
    for (std::size_t lane = 0; lane < kLanes; lane += 5)
      for (std::size_t i = 0; i < ours.size(); i += 7) {
        double shown = 0, folded = 0;
        for (std::size_t j = 0; j < theirs.size(); ++j) {
          if (ours[i].cards() & theirs[j].cards()) continue;
          const int a = evaluate(cards | ours[i].cards()), b = evaluate(cards | theirs[j].cards());
          const double other = static_cast<double>(reach[lane * width + j]);
          shown += other * (static_cast<double>(terminals.show[lane]) * ((a > b) - (a < b)) +
                            static_cast<double>(terminals.rake[lane]));
          folded += other * static_cast<double>(terminals.fold[lane]);
        }
        const auto near = [](double sum, float value) { return std::abs(sum - static_cast<double>(value)) < 2e-2; };
        check(near(shows ? shown : 0, terminals.shown[lane][i]), "showdowns add up");
        check(near(folds ? folded : 0, terminals.folded[lane][i]), "folds add up");
      }
  }
});

}  // namespace
}  // namespace fivebet::testing
