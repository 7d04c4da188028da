// Limit hold'em on sampled boards: a closed form, and threads that change nothing.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "solve/limit_blueprint.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

constexpr LimitRules kRules{{4, 2}, {4, 4, 8, 8}, {2, 1, 1, 1}};

// Three buckets a street: points along a line.
std::unique_ptr<BoardBuckets> three_buckets() {
  std::array<std::vector<Features>, 3> centroids;
  for (auto& street : centroids)
    for (const float height : {0.2f, 0.5f, 0.8f}) {
      Features features;
      features.fill(height);
      street.push_back(features);
    }
  OpponentGroups groups;
  for (std::size_t i = 0; i < groups.size(); ++i) groups[i] = static_cast<std::uint8_t>(i % kOpponentGroups);
  return std::make_unique<BoardBuckets>(groups, centroids);
}

// What the first player wins if all actions of every decision are as likely: showdowns
// between all hands cancel, so that only folds count.
double even_value(const LimitBlueprint& blueprint, int street, std::int32_t number) {
  const Forest& forest = blueprint.forest(street);
  const BettingNode& node = forest.nodes[static_cast<std::size_t>(number)];
  if (node.kind == BettingNode::kFolded) {
    const auto lost = static_cast<double>(node.contributed[node.player]);
    return node.player == 0 ? -lost : lost;
  }
  if (node.kind == BettingNode::kChance)
    return even_value(blueprint, street + 1,
                      blueprint.forest(street + 1).roots[static_cast<std::size_t>(node.next_tree)]);
  if (node.kind != BettingNode::kDecision) return 0;
  double sum = 0;
  for (const std::int32_t child : forest.children_of(node)) sum += even_value(blueprint, street, child);
  return sum / node.actions;
}

const KernelTest untrained_value("before any learning only folds are worth something", [] {
  const auto buckets = three_buckets();
  LimitBlueprint blueprint(kRules, *buckets, 1);
  const double expected = even_value(blueprint, 0, 0);
  check(std::abs(expected) > 0.05, "there is something to measure");
  for (const double won : blueprint.measure(3, 2).won) check_near(won, expected, 1e-3, "on any board");
});

const KernelTest same_with_threads("limit boards are learnt alike by any number of threads", [] {
  const auto buckets = three_buckets();
  LimitBlueprint one(kRules, *buckets, 1), three(kRules, *buckets, 3);
  for (LimitBlueprint* each : {&one, &three})
    for (std::uint64_t iteration = 1; iteration <= 2; ++iteration)
      each->iterate(5, 2 * (iteration - 1), 2, iteration);
  const std::size_t n = one.regrets().size() / sizeof(float);
  check(std::equal(one.regrets().floats(), one.regrets().floats() + n, three.regrets().floats()),
        "the same regrets");
  check(std::equal(one.averages().floats(), one.averages().floats() + n, three.averages().floats()),
        "the same averages");
  check(std::any_of(one.regrets().floats(), one.regrets().floats() + n, [](float each) { return each > 0; }),
        "something is learnt");
});

const KernelTest nearest("the nearest centroid is found", [] {
  const auto buckets = three_buckets();
  std::vector<std::uint16_t> bucket_of(kCombos);
  const CardSet board = card_set(0) | card_set(14) | card_set(28) | card_set(42) | card_set(51);
  buckets->assign(board, bucket_of.data());
  std::size_t live = 0;
  for (const std::uint16_t bucket : bucket_of) live += bucket != kNoBucket;
  check(live == 1081, "all hands that the board leaves have a bucket");
  check(std::ranges::all_of(bucket_of, [](std::uint16_t b) { return b < 3 || b == kNoBucket; }), "of three");
});

}  // namespace
}  // namespace fivebet::testing
