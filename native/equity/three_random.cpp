#include "equity/three_random.hpp"

#include <algorithm>
#include <array>

#include "cards/combos.hpp"
#include "cards/evaluator.hpp"
#include "cards/suits.hpp"
#include "util/parallel_for.hpp"

namespace fivebet {
namespace {

using Adjacency = std::array<CardSet, kDeckSize>;

// Sum over all triples of disjoint edges of the product of their weights, an
// edge of `light` weighing 1 and, if kWeighted, one of `heavy`, a part of
// light, 2.
//
// Let W be the matrix of weights, S, Q and K the sums over edges of w, w^2 and
// w^3, d(v) and q(v) the sums at v of w and w^2. Taking an edge uv out with
// both its ends and counting disjoint pairs in what is left,
//   2 M2 = S^2 - sum d^2 + Q   and   6 M3 = sum over uv of w * 2 M2(G - u - v),
// and, collected,
//   6 M3 = S^3 - 3 S sum d^2 + 3 S Q + 4 K - 6 sum d q + 2 sum d^3
//          + 3 d'W d - trace W^3.
template <bool kWeighted>
std::int64_t disjoint_triples(const Adjacency& light, const Adjacency& heavy, CardSet vertices) {
  std::array<std::int64_t, kDeckSize> d{};
  std::int64_t s = 0;
  std::int64_t q = 0;
  std::int64_t k = 0;
  std::int64_t d2 = 0;
  std::int64_t d3 = 0;
  std::int64_t dq = 0;
  for (CardSet left = vertices; left; left = without_first(left)) {
    const auto v = static_cast<std::size_t>(first_card(left));
    const int all = count(light[v]);
    const int twos = kWeighted ? count(heavy[v]) : 0;
    d[v] = all + twos;
    s += d[v];
    q += all + 3 * twos;
    k += all + 7 * twos;
    d2 += d[v] * d[v];
    d3 += d[v] * d[v] * d[v];
    dq += d[v] * (all + 3 * twos);
  }
  s /= 2;
  q /= 2;
  k /= 2;
  std::int64_t paths = 0;      // half of d'W d
  std::int64_t triangles = 0;  // half of trace W^3
  for (CardSet left = vertices; left; left = without_first(left)) {
    const auto u = static_cast<std::size_t>(first_card(left));
    for (CardSet next = light[u] & without_first(left); next; next = without_first(next)) {
      const auto v = static_cast<std::size_t>(first_card(next));
      std::int64_t w = 1;
      std::int64_t common = count(light[u] & light[v]);
      if constexpr (kWeighted) {
        w += heavy[u] >> v & 1;
        common += count(light[u] & heavy[v]) + count(heavy[u] & light[v]) + count(heavy[u] & heavy[v]);
      }
      paths += w * d[u] * d[v];
      triangles += w * common;
    }
  }
  return (s * s * s - 3 * s * d2 + 3 * s * q + 4 * k - 6 * dq + 2 * d3 + 6 * paths - 2 * triangles) / 6;
}

struct ValuedCombo {
  Value value;
  Combo combo;
};

}  // namespace

std::vector<WeightedBoard> distinct_boards() {
  std::vector<WeightedBoard> boards;
  for (CardSet board = 31; board <= kDeck; board = next_set(board)) {
    CardSet lowest = board;
    int fixed = 0;  // permutations that leave the board as it is
    for (const SuitMap& map : kSuitMaps) {
      const CardSet image = map_cards(board, map);
      lowest = std::min(lowest, image);
      fixed += image == board;
    }
    if (lowest == board) boards.push_back({board, static_cast<std::int64_t>(kSuitMaps.size()) / fixed});
  }
  return boards;
}

void add_three_random_points(const WeightedBoard& board, std::int64_t* points) {
  std::vector<ValuedCombo> hands;
  each_combo(board.cards, [&](int, Combo combo) {
    hands.push_back({evaluate(combo.cards() | board.cards), combo});
  });
  std::sort(hands.begin(), hands.end(),
            [](const ValuedCombo& a, const ValuedCombo& b) { return a.value < b.value; });

  const auto connect = [](Adjacency& graph, Combo edge) {
    graph[static_cast<std::size_t>(edge.low)] |= card_set(edge.high);
    graph[static_cast<std::size_t>(edge.high)] |= card_set(edge.low);
  };
  Adjacency worse{};       // hands below the present value
  Adjacency not_better{};  // and those level with it
  for (std::size_t from = 0, to = 0; from < hands.size(); from = to) {
    for (; to < hands.size() && hands[to].value == hands[from].value; ++to)
      connect(not_better, hands[to].combo);
    for (std::size_t i = from; i < to; ++i) {
      const CardSet ours = hands[i].combo.cards();
      const CardSet vertices = kDeck & ~board.cards & ~ours;
      Adjacency losing{};
      Adjacency level{};
      for (CardSet left = vertices; left; left = without_first(left)) {
        const auto v = static_cast<std::size_t>(first_card(left));
        losing[v] = worse[v] & vertices;
        level[v] = not_better[v] & vertices;
      }
      // 12 times Simpson's (P(0) + 4 P(1/2) + P(1)) / 6; 2 and 1 for 1 and 1/2.
      const std::int64_t without_ties = disjoint_triples<false>(losing, losing, vertices);
      std::int64_t share = 12 * without_ties;
      if (losing != level)
        share = 2 * without_ties + disjoint_triples<true>(level, losing, vertices) +
                2 * disjoint_triples<false>(level, level, vertices);
      points[class_of(hands[i].combo)] += board.weight * share;
    }
    for (std::size_t i = from; i < to; ++i) connect(worse, hands[i].combo);
  }
}

std::vector<std::int64_t> three_random_points(std::size_t from, std::size_t to, int threads) {
  static const std::vector<WeightedBoard> boards = distinct_boards();
  to = std::min(to, boards.size());
  std::vector<std::int64_t> sums(kClasses, 0);
  if (from >= to) return sums;
  std::vector<std::vector<std::int64_t>> parts(to - from, std::vector<std::int64_t>(kClasses, 0));
  parallel_for(parts.size(), threads,
               [&](std::size_t i) { add_three_random_points(boards[from + i], parts[i].data()); });
  for (const auto& part : parts)
    for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += part[c];
  return sums;
}

}  // namespace fivebet
