#include "solve/jam_fold.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>
#include <unordered_map>

#include "cards/combos.hpp"
#include "cards/deck.hpp"
#include "cards/evaluator.hpp"
#include "simd/kernels.hpp"
#include "table/side_pots.hpp"
#include "util/interruption.hpp"
#include "util/parallel_for.hpp"
#include "util/random.hpp"

namespace fivebet {
namespace {

constexpr std::size_t kWidth = padded(kClasses);
// Batches are cut into so many chunks whatever the number of threads.
constexpr std::uint64_t kChunks = 8;
constexpr std::uint64_t kLearning = 1, kFinding = 2, kMeasuring = 3;

struct DealtHands {
  int classes[kMaxJamPlayers];
  std::uint16_t values[kMaxJamPlayers];
};

DealtHands deal(int players, Xoshiro256& random) {
  Deck deck = Deck::descending();
  CardSet holes[kMaxJamPlayers];
  DealtHands hands;
  for (int player = 0; player < players; ++player) {
    const Card a = deck.draw_from_end(random), b = deck.draw_from_end(random);
    holes[player] = card_set(a) | card_set(b);
    hands.classes[player] = kClassTable[static_cast<std::size_t>(combo_index(a, b))];
  }
  CardSet board = 0;
  for (int i = 0; i < 5; ++i) board |= card_set(deck.draw_from_end(random));
  for (int player = 0; player < players; ++player) hands.values[player] = evaluate(board | holes[player]);
  return hands;
}

}  // namespace

Winnings icm_values(const JamFoldTable& table, const StackArray& chips) {
  const auto players = static_cast<std::size_t>(table.players);
  const auto prize = [&](std::size_t place) {
    return place < table.prizes.size() ? table.prizes[place] : 0.0;
  };
  Winnings shares{};
  std::vector<std::size_t> left, out;
  for (std::size_t i = 0; i < players; ++i) (chips[i] > 0 ? left : out).push_back(i);
  std::sort(out.begin(), out.end(),
            [&](std::size_t a, std::size_t b) { return table.stacks[a] > table.stacks[b]; });
  for (std::size_t from = 0; from < out.size();) {
    std::size_t to = from;
    double sum = 0;
    for (; to < out.size() && table.stacks[out[to]] == table.stacks[out[from]]; ++to)
      sum += prize(left.size() + to);
    for (std::size_t i = from; i < to; ++i) shares[out[i]] = sum / static_cast<double>(to - from);
    from = to;
  }
  // The chance that a set of players has taken the first places, set by set.
  std::array<double, 1 << kMaxJamPlayers> chance{};
  chance[0] = 1;
  const auto all = std::accumulate(left.begin(), left.end(), Chips{0},
                                   [&](Chips sum, std::size_t i) { return sum + chips[i]; });
  for (std::size_t set = 0; set < std::size_t{1} << left.size(); ++set) {
    const auto place = static_cast<std::size_t>(std::popcount(set));
    if (place >= table.prizes.size()) continue;
    Chips behind = all;
    for (std::size_t i = 0; i < left.size(); ++i)
      if (set >> i & 1) behind -= chips[left[i]];
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (set >> i & 1) continue;
      const double here = chance[set] * static_cast<double>(chips[left[i]]) / static_cast<double>(behind);
      shares[left[i]] += here * prize(place);
      chance[set | std::size_t{1} << i] += here;
    }
  }
  return shares;
}

// Sums over deals: of both actions' values by node and class, and of the players'.
struct JamFoldSolver::Sums {
  std::vector<float> actions;  // [node][fold, in][class]
  Winnings values{};
  Winnings gains{};
};

struct JamFoldSolver::Worker {
  std::unordered_map<std::uint64_t, Winnings> payoffs;  // by who is in and how their hands compare
  const std::vector<std::uint8_t>* best = nullptr;      // best responses by node and class
};

JamFoldSolver::JamFoldSolver(const JamFoldTable& table)
    : table_(table), nodes_((std::size_t{1} << table.players) - 1) {
  if (table.players < 2 || table.players > kMaxJamPlayers)
    throw std::invalid_argument("two to nine players jam or fold");
  for (int i = 0; i < table.players; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (table.stacks[at] <= 0 || table.blinds[at] < 0 || table.ante < 0 ||
        table.blinds[at] + table.ante > table.stacks[at])
      throw std::invalid_argument("stacks cover blinds and antes");
  }
  storage_ = DecisionStorage(nodes_ * 2 * kWidth);
  chances_ = AlignedBuffer(nodes_ * kWidth * sizeof(float));
}

DecisionRows JamFoldSolver::rows(std::size_t node) const {
  return storage_.rows(node * 2 * kWidth, 2, kWidth);
}

void JamFoldSolver::read_strategies(bool average) {
  const AlignedBuffer ones(kWidth * sizeof(float)), folds(kWidth * sizeof(float));
  std::fill_n(ones.floats(), kWidth, 1.0f);
  for (std::size_t node = 0; node < nodes_; ++node) {
    float* children[2] = {folds.floats(), chances_.floats() + node * kWidth};
    kernels().split_reach(rows(node), average, ones.floats(), children);
  }
}

// What everybody wins: chips, or the change of their part of the prizes.
const Winnings& JamFoldSolver::payoff(unsigned in, const std::uint16_t* values, Worker& worker) const {
  // Who is in, and in which order of strength, is all that counts.
  std::uint64_t key = static_cast<std::uint64_t>(std::popcount(in)) << kMaxJamPlayers | in;
  int order[kMaxJamPlayers], n = 0;
  for (unsigned left = in; left; left &= left - 1) order[n++] = std::countr_zero(left);
  std::stable_sort(order, order + n, [&](int a, int b) { return values[a] > values[b]; });
  for (int i = 0; i < n; ++i) {
    const bool tied = i > 0 && values[order[i]] == values[order[i - 1]];
    key = key * 31 + static_cast<std::uint64_t>(order[i]) * 2 + tied + 1;
  }
  const auto [found, fresh] = worker.payoffs.try_emplace(key);
  if (!fresh) return found->second;

  StackArray paid{}, chips{};
  for (int i = 0; i < table_.players; ++i) {
    const auto at = static_cast<std::size_t>(i);
    paid[at] = in >> i & 1 ? table_.stacks[at] : table_.blinds[at] + table_.ante;
    chips[at] = table_.stacks[at] - paid[at];
  }
  Pot pots[kMaxSeats];
  const int pots_made = side_pots(paid.data(), table_.players, static_cast<Seats>(in), 0, pots);
  for (int i = 0; i < pots_made; ++i)
    split_chips(pots[i].chips, best_hands(pots[i].players, values),
                [&](int player, Chips won) { chips[static_cast<std::size_t>(player)] += won; });
  if (!in)  // everybody folded to the big blind
    chips[static_cast<std::size_t>(table_.players - 1)] +=
        std::accumulate(paid.begin(), paid.end(), Chips{0});
  Winnings& won = found->second;
  if (table_.prizes.empty()) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(table_.players); ++i)
      won[i] = static_cast<double>(chips[i] - table_.stacks[i]);
  } else {
    const Winnings before = icm_values(table_, table_.stacks);
    won = icm_values(table_, chips);
    for (std::size_t i = 0; i < won.size(); ++i) won[i] -= before[i];
  }
  return won;
}

void JamFoldSolver::play(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index, std::uint64_t deals,
                         Sums& sums, Worker& worker) const {
  Xoshiro256 random(Stream(seed, purpose, index, 0));
  const int players = table_.players;
  const int last = players - 1;
  const float* chances = chances_.floats();
  for (std::uint64_t n = 0; n < deals; ++n) {
    interruption_point(n);
    const DealtHands hands = deal(players, random);
    float draws[kMaxJamPlayers];
    for (int i = 0; i < players; ++i) draws[i] = static_cast<float>(random.next() >> 40) * 0x1p-24f;
    const auto goes_in = [&](int player, unsigned in) {
      if (player == last && !in) return false;  // the big blind has won
      return draws[player] <
             chances[node(player, in) * kWidth + static_cast<std::size_t>(hands.classes[player])];
    };
    const auto finish = [&](int player, unsigned in) {
      for (; player < players; ++player)
        if (goes_in(player, in)) in |= 1u << player;
      return in;
    };
    unsigned in = 0;  // of the players before
    for (int player = 0; player < players; ++player) {
      if (player == last && !in) break;
      const double folds =
          payoff(finish(player + 1, in), hands.values, worker)[static_cast<std::size_t>(player)];
      const double jams = payoff(finish(player + 1, in | 1u << player), hands.values,
                                 worker)[static_cast<std::size_t>(player)];
      const std::size_t at = node(player, in);
      const auto hand = static_cast<std::size_t>(hands.classes[player]);
      sums.actions[at * 2 * kWidth + hand] += static_cast<float>(folds);
      sums.actions[(at * 2 + 1) * kWidth + hand] += static_cast<float>(jams);
      const bool does = goes_in(player, in);
      if (worker.best)
        sums.gains[static_cast<std::size_t>(player)] +=
            ((*worker.best)[at * kWidth + hand] ? jams : folds) - (does ? jams : folds);
      if (does) in |= 1u << player;
    }
    const Winnings& won = payoff(in, hands.values, worker);
    for (std::size_t i = 0; i < won.size(); ++i) sums.values[i] += won[i];
  }
}

void JamFoldSolver::iterate(std::uint64_t seed, std::uint64_t index, std::uint64_t deals,
                            const Discount& discount, int threads) {
  read_strategies(false);
  const std::uint64_t each = std::max<std::uint64_t>(1, deals / kChunks);
  std::vector<Sums> parts(kChunks);
  parallel_for(kChunks, threads, [&](std::size_t chunk) {
    Worker worker;
    parts[chunk].actions.assign(nodes_ * 2 * kWidth, 0.0f);
    play(seed, kLearning, index * kChunks + chunk, each, parts[chunk], worker);
  });
  const float scale = 1.0f / static_cast<float>(each * kChunks);
  AlignedBuffer sum(2 * kWidth * sizeof(float)), value(kWidth * sizeof(float));
  const float* actions[2] = {sum.floats(), sum.floats() + kWidth};
  for (std::size_t node = 0; node < nodes_; ++node) {
    std::fill_n(sum.floats(), 2 * kWidth, 0.0f);
    for (const Sums& part : parts)
      for (std::size_t i = 0; i < 2 * kWidth; ++i)
        sum.floats()[i] += scale * part.actions[node * 2 * kWidth + i];
    kernels().update_regrets(rows(node), actions, discount, value.floats(), nullptr);
  }
}

JamFoldSolver::Measure JamFoldSolver::measure(std::uint64_t seed, std::uint64_t deals, int threads) {
  read_strategies(true);
  const std::uint64_t each = std::max<std::uint64_t>(1, deals / kChunks / 2);
  std::vector<Sums> parts(kChunks);
  const auto round = [&](std::uint64_t purpose, const std::vector<std::uint8_t>* best) {
    parallel_for(kChunks, threads, [&](std::size_t chunk) {
      Worker worker;
      worker.best = best;
      parts[chunk] = {std::vector<float>(nodes_ * 2 * kWidth, 0.0f), {}, {}};
      play(seed, purpose, chunk, each, parts[chunk], worker);
    });
  };
  round(kFinding, nullptr);
  std::vector<std::uint8_t> best(nodes_ * kWidth, 0);
  for (std::size_t node = 0; node < nodes_; ++node)
    for (std::size_t hand = 0; hand < kWidth; ++hand) {
      float folds = 0, jams = 0;
      for (const Sums& part : parts) {
        folds += part.actions[node * 2 * kWidth + hand];
        jams += part.actions[(node * 2 + 1) * kWidth + hand];
      }
      best[node * kWidth + hand] = jams > folds;
    }
  round(kMeasuring, &best);
  Measure measured;
  for (const Sums& part : parts)
    for (std::size_t i = 0; i < static_cast<std::size_t>(table_.players); ++i) {
      measured.values.push_back(part.values[i] / static_cast<double>(each));
      measured.gains.push_back(part.gains[i] / static_cast<double>(each));
    }
  return measured;
}

std::vector<float> JamFoldSolver::strategy(int player, unsigned in) const {
  const std::vector<float> both = average_strategy(rows(node(player, in)), kClasses);
  return {both.begin() + kClasses, both.end()};  // without the folds
}

}  // namespace fivebet
