// The GPU's kernels, compiled for the processor, beside the processor's own solver.
#include <vector>

#include "gpu/host_kernels.hpp"
#include "gpu/solver_plan.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

// One player's walk over a turn and its rivers, or over a river with very many hands, as
// solving/gpu_walk.py launches it.
class HostWalk {
 public:
  HostWalk(const Solver& solver, bool compressed)
      : compressed_(compressed), first_(solver.spot().first_street), plan_(plan(solver)) {
    for (int player = 0; player < 2; ++player) {
      for (auto* table : {&regrets_[player], &averages_[player]})
        table->assign(plan_.numbers[player] * (compressed ? 2 : 4), 0);
      scales_[player].assign(plan_.scales[player], 0.0f);
      for (int street = first_; street < kStreets; ++street) {
        const gpu::StreetPlan& here = plan_.streets[street];
        const auto rows = static_cast<std::size_t>(here.programs[player].row_count);
        rows_[player][street].assign(here.places.size() * rows * here.width, 0.0f);
        values_[player][street].assign(
            here.places.size() * here.programs[player].trees.size() * here.width, 0.0f);
      }
    }
  }

  void iterate(const Discount& discount) {
    discount_[0] = discount.positive;
    discount_[1] = discount.negative;
    discount_[2] = discount.average_weight;
    discount_[3] = discount.lookahead;
    for (int player = 0; player < 2; ++player) walk(player, gpu::kLearn);
  }

  // The sum of a player's values, weighted with its range.
  double value(int player, gpu::Mode mode) {
    walk(player, mode);
    double sum = 0;
    for (std::size_t i = 0; i < plan_.streets[first_].width; ++i)
      sum += static_cast<double>(plan_.weights[player][i]) * static_cast<double>(values_[player][first_][i]);
    return sum;
  }

 private:
  static gpu::SolverPlan plan(const Solver& solver) { return gpu::plan_solvers({&solver}); }

  gpu::StreetWalk street_walk(int street, int player, gpu::Mode mode) {
    gpu::StreetPlan& here = plan_.streets[street];
    gpu::TreePrograms& programs = here.programs[player];
    gpu::StreetWalk walk{};
    walk.trees = programs.trees.data();
    walk.order = programs.order.data();
    walk.programs = programs.programs.data();
    walk.group_places = programs.group_places.data();
    walk.ours = here.hands[player].data();
    walk.theirs = here.hands[1 - player].data();
    walk.places = here.places.data();
    walk.pairs = here.pairs.data();
    walk.pair_places = here.pair_places.data();
    walk.indices = here.indices.data();
    walk.by_card = here.by_card.data();
    walk.starts = here.starts.data();
    walk.matrices = here.matrices.data();
    walk.entering_places = here.entering_places.data();
    walk.our_regrets = regrets_[player].data();
    walk.our_averages = averages_[player].data();
    walk.our_scales = scales_[player].data();
    walk.their_regrets = regrets_[1 - player].data();
    walk.their_averages = averages_[1 - player].data();
    walk.their_scales = scales_[1 - player].data();
    walk.street_rows = rows_[player][street].data();
    walk.before_rows = street == first_ ? plan_.weights[1 - player].data() : rows_[player][first_].data();
    walk.tree_values = values_[player][street].data();
    walk.discounts = discount_;
    walk.iteration = &iteration_;
    walk.player = player;
    walk.mode = mode;
    walk.tree_count = static_cast<long long>(programs.trees.size());
    walk.width = static_cast<long long>(here.width);
    walk.street_row_count = programs.row_count;
    walk.before_width = static_cast<long long>(plan_.streets[first_].width);
    walk.before_row_count = street == first_ ? 1 : plan_.streets[first_].programs[player].row_count;
    for (const gpu::BoardHands& hands : here.hands[1 - player])
      walk.most_others = std::max<long long>(walk.most_others, hands.hands);
    return walk;
  }

  void run(const std::string& kernel, std::size_t blocks, std::vector<long long> arguments) const {
    constexpr std::size_t kShared = 1 << 22;
    gpu::run_on_host(kernel, blocks, kShared, arguments);
  }

  void walk(int player, gpu::Mode mode) {
    // Rows near and far must not differ.
    const bool far = mode != gpu::kLearn;
    const std::string suffix = compressed_ ? "_16" : "";
    if (first_ == kStreets - 1) {
      gpu::set_host_walks(std::vector{street_walk(first_, player, mode)});
      run((far ? "walk_far_trees" : "walk_wide_trees") + suffix, 1, {0, 0, 1, 1});
    } else {
      walk_turn(player, mode, (far ? "walk_far_trees" : "walk_trees") + suffix, suffix);
    }
  }

  void walk_turn(int player, gpu::Mode mode, const std::string& river_kernel, const std::string& suffix) {
    const gpu::StreetWalk walks[] = {street_walk(1, player, mode), street_walk(2, player, mode)};
    gpu::set_host_walks(walks);
    const long long turn_trees = walks[0].tree_count, river_trees = walks[1].tree_count;
    const std::size_t rivers = plan_.streets[2].places.size();
    const std::size_t groups = plan_.streets[1].programs[player].group_places.size();
    run("split_rows" + suffix, static_cast<std::size_t>(turn_trees), {0, turn_trees});
    run(river_kernel, rivers * static_cast<std::size_t>(river_trees), {1, 0, river_trees, 1});
    run("add_cards", static_cast<std::size_t>(river_trees), {0, 1, river_trees});
    run("value_leaves", groups, {0, static_cast<long long>(groups)});
    run("join_rows" + suffix, static_cast<std::size_t>(turn_trees), {0, turn_trees});
  }

  bool compressed_;
  int first_;
  gpu::SolverPlan plan_;
  std::vector<std::uint8_t> regrets_[2], averages_[2];
  std::vector<float> scales_[2];
  std::vector<float> rows_[2][kStreets], values_[2][kStreets];
  float discount_[gpu::kDiscounts] = {};
  int iteration_ = 0;
};

// A street with two bets and a raise.
Spot small_spot(int street) {
  Spot spot;
  spot.first_street = street;
  spot.pot = 20;
  spot.stack = 60;
  spot.rake = 0.05;
  for (auto& player : spot.bet_sizes)
    for (BetSizes& sizes : player) {
      sizes.bets = {{BetSize::kPot, 0.7, 0}, {BetSize::kAllIn, 0, 0}};
      sizes.raises = {{BetSize::kLast, 2.5, 0}};
    }
  return spot;
}

void check_walks(const Spot& spot, const Ranges& ranges, bool compressed, int iterations) {
  Solver solver(spot, draw(3 + spot.first_street), ranges, compressed, true, 1);
  solver.allocate();
  HostWalk kernels(solver, compressed);
  for (int t = 1; t <= iterations; ++t) {
    const Discount discount{0.9f, 0.5f, 1.0f / static_cast<float>(t), 0.3f};
    solver.iterate(discount);
    kernels.iterate(discount);
  }
  for (int player = 0; player < 2; ++player)
    for (const auto& [mode, update] : {std::pair{gpu::kAverage, Update::kAverage},
                                       std::pair{gpu::kBestResponse, Update::kBestResponse}})
      check_near(kernels.value(player, mode) / solver.total_weight(),
                 solver.expected_value(player, solver.root_values(player, update)), 2e-3,
                 "values of the GPU's walk");
}

const Test kernels_learn("the GPU's kernels learn what the processor learns, compressed or not", [] {
  Ranges ranges;
  for (auto& weights : ranges.weights) {
    weights.assign(kCombos, 0.0f);
    for (int i = 0; i < 40; ++i)
      weights[random_word() % kCombos] = static_cast<float>(0.25 + 0.75 * random_unit());
  }
  for (const bool compressed : {false, true}) check_walks(small_spot(1), ranges, compressed, 2);
});

const Test wide_kernels_learn("so do those for very many hands, step by step", [] {
  Ranges ranges;
  for (auto& weights : ranges.weights)
    for (int i = 0; i < kCombos; ++i)
      weights.push_back(random_word() % 4 ? static_cast<float>(0.25 + 0.75 * random_unit()) : 0.0f);
  // Sums are rounded otherwise: in 32 bits, regrets near zero soon lead elsewhere.
  check_walks(small_spot(2), ranges, false, 1);
  check_walks(small_spot(2), ranges, true, 2);
});

}  // namespace
}  // namespace fivebet::testing
