// Limit hold'em between bucket sequences against a walk over pairs of sequences.
#include <array>
#include <cmath>
#include <vector>

#include "solve/limit_game.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

constexpr std::array<int, 4> kBuckets = {3, 2, 1, 2};
constexpr std::size_t kSequences = 12;
const LimitRules kRules = {{10, 5}, {10, 10, 20, 20}, {2, 2, 1, 3}};

struct Counts {
  std::vector<std::uint64_t> won = std::vector<std::uint64_t>(kSequences * kSequences);
  std::vector<std::uint64_t> tied = won;
};

// Higher sequences win more often; pairs that tie do so both ways.
Counts random_counts() {
  Counts counts;
  for (std::size_t i = 0; i < kSequences; ++i)
    for (std::size_t j = 0; j < kSequences; ++j) {
      counts.won[i * kSequences + j] = 1 + random_word() % (10 + 20 * i);
      if (i <= j) counts.tied[i * kSequences + j] = counts.tied[j * kSequences + i] = random_word() % 5;
    }
  return counts;
}

// Values of every river sequence of one player, in doubles and one pair at a time.
class SlowLimitGame {
 public:
  SlowLimitGame(const LimitGame& game, const Counts& counts) : game_(game), counts_(counts) {
    for (std::size_t i = 0; i < kSequences * kSequences; ++i)
      total_ += 2.0 * static_cast<double>(counts.won[i]) + static_cast<double>(counts.tied[i]);
  }

  double value(int player, bool best) const {
    double sum = 0;
    for (const double each : values(0, player, best, Row(kSequences, 1.0))) sum += each;
    return sum;
  }

 private:
  using Row = std::vector<double>;

  double payoff(const LimitNode& node, int player, std::size_t ours, std::size_t theirs) const {
    const auto wins = static_cast<double>(counts_.won[ours * kSequences + theirs]);
    const auto losses = static_cast<double>(counts_.won[theirs * kSequences + ours]);
    const auto ties = static_cast<double>(counts_.tied[ours * kSequences + theirs]);
    const auto stake = static_cast<double>(node.stake);
    if (node.kind == LimitNode::kShowdown) return stake * (wins - losses) / total_;
    return (node.player == player ? stake : -stake) * (wins + losses + ties) / total_;
  }

  std::size_t sequence(int street, std::size_t river) const { return river / (kSequences / game_.sequences(street)); }

  Row values(int number, int player, bool best, const Row& reach) const {
    const LimitNode& node = game_.nodes()[static_cast<std::size_t>(number)];
    if (node.kind == LimitNode::kChance) return values(node.children[1], player, best, reach);
    Row sum(kSequences, 0.0);
    if (node.kind != LimitNode::kDecision) {
      for (std::size_t i = 0; i < kSequences; ++i)
        for (std::size_t j = 0; j < kSequences; ++j) sum[i] += reach[j] * payoff(node, player, i, j);
      return sum;
    }
    const std::vector<float> strategy = game_.strategy(static_cast<std::size_t>(number));
    const std::size_t hands = game_.sequences(node.street);
    std::vector<Row> actions;
    for (const int child : node.children) {
      if (child < 0) continue;
      Row next = reach;
      if (node.player != player)
        for (std::size_t j = 0; j < kSequences; ++j)
          next[j] *= static_cast<double>(strategy[actions.size() * hands + sequence(node.street, j)]);
      actions.push_back(values(child, player, best, next));
    }
    if (node.player != player) {
      for (const Row& row : actions)
        for (std::size_t i = 0; i < kSequences; ++i) sum[i] += row[i];
      return sum;
    }
    for (std::size_t hand = 0; hand < hands; ++hand) {
      // One choice for all river sequences that cannot be told apart yet.
      Row worth(actions.size(), 0.0);
      for (std::size_t a = 0; a < actions.size(); ++a)
        for (std::size_t i = 0; i < kSequences; ++i)
          if (sequence(node.street, i) == hand) worth[a] += actions[a][i];
      std::size_t top = 0;
      for (std::size_t a = 1; a < worth.size(); ++a) top = worth[a] > worth[top] ? a : top;
      for (std::size_t a = 0; a < actions.size(); ++a) {
        const double weight = best ? (a == top ? 1.0 : 0.0) : static_cast<double>(strategy[a * hands + hand]);
        for (std::size_t i = 0; i < kSequences; ++i)
          if (sequence(node.street, i) == hand) sum[i] += weight * actions[a][i];
      }
    }
    return sum;
  }

  const LimitGame& game_;
  const Counts& counts_;
  double total_ = 0;
};

const KernelTest limit_values("values and best responses are those of all pairs of sequences", [] {
  const Counts counts = random_counts();
  for (const int threads : {1, 3}) {
    LimitGame game(kRules, kBuckets, counts.won, counts.tied, threads);
    for (int t = 1; t <= 5; ++t) game.iterate({0.9f, 0.5f, 2.0f / static_cast<float>(t + 1)});
    const SlowLimitGame slow(game, counts);
    for (int player = 0; player < 2; ++player)
      for (const bool best : {false, true})
        check_near(game.value(player, best), slow.value(player, best), 1e-3, best ? "best response" : "value");
  }
});

const KernelTest limit_learns("both players learn to be hard to exploit", [] {
  const Counts counts = random_counts();
  LimitGame game(kRules, kBuckets, counts.won, counts.tied, 2);
  const auto exploitable = [&] { return game.value(0, true) + game.value(1, true); };
  const double before = exploitable();
  for (int t = 1; t <= 300; ++t) game.iterate({1.0f, 0.0f, 2.0f / static_cast<float>(t + 1)});
  check(exploitable() > -1e-3, "a best response does not lose");
  check(exploitable() < before / 100 && exploitable() < 0.3, "hardly anything can be gained");
  check_near(game.value(0, false) + game.value(1, false), 0, 1e-3, "what one wins the other loses");
});

const Test limit_strategies("a strategy that is set is the one that is read", [] {
  const Counts counts = random_counts();
  LimitGame game(kRules, kBuckets, counts.won, counts.tied, 1);
  std::vector<float> rows = game.strategy(0);
  check(rows.size() == 3 * 3, "three actions by three classes before the flop");
  rows = {1, 0, 0.25f, 0, 1, 0.25f, 0, 0, 0.5f};
  game.set_strategy(0, rows);
  check(game.strategy(0) == rows, "the same rows");
  check_rejects([&] { LimitGame(kRules, {170, 1, 1, 1}, counts.won, counts.tied, 1); }, "too many buckets");
  check_rejects([&] { LimitGame(kRules, {2, 1, 1, 1}, counts.won, counts.tied, 1); }, "counts of another size");
});

}  // namespace
}  // namespace fivebet::testing
