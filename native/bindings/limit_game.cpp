// Python bindings of limit hold'em between bucket sequences.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <span>
#include <stdexcept>
#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/checks.hpp"
#include "bindings/long_work.hpp"
#include "equity/expected_hs2.hpp"
#include "solve/bucket_sequences.hpp"
#include "solve/limit_game.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fivebet;

namespace {

using Matrix = InputArray<float, nb::ndim<2>>;
using Counts = InputArray<std::uint64_t, nb::ndim<2>>;
using Buckets = std::array<int, 4>;
using BoundGame = Exclusive<LimitGame>;

auto expected_hs2_of(CardSet board) {
  checked_board(board);
  std::vector<float> hs2(kCombos);
  without_gil([&] { expected_hs2(board, hs2.data()); });
  return array(std::move(hs2), {1, kCombos});
}

BucketSequences sequences_of(const Buckets& buckets, const std::vector<int>& classes,
                             const std::vector<Matrix>& bounds) {
  if (classes.size() != kClasses || bounds.size() != 3)
    throw std::invalid_argument("there are buckets of 169 classes and bounds of three streets");
  BucketSequences made{buckets, {}, {}};
  for (std::size_t i = 0; i < 4; ++i)
    if (buckets[i] < 1 || buckets[i] > 169) throw std::invalid_argument("a street has 1 to 169 buckets");
  if (made.number(3) > 10'000) throw std::invalid_argument("there are at most 10,000 sequences");
  for (std::size_t i = 0; i < kClasses; ++i) {
    if (classes[i] < 0 || classes[i] >= buckets[0]) throw std::invalid_argument("a class has no such bucket");
    made.classes[i] = static_cast<std::uint8_t>(classes[i]);
  }
  for (int street = 1; street < 4; ++street) {
    const Matrix& cuts = bounds[static_cast<std::size_t>(street) - 1];
    if (cuts.shape(0) != made.number(street - 1) ||
        cuts.shape(1) + 1 != static_cast<std::size_t>(buckets[static_cast<std::size_t>(street)]))
      throw std::invalid_argument("a sequence has one bound less than the next street has buckets");
    made.bounds[static_cast<std::size_t>(street) - 1] = copied(cuts);
    for (const float cut : made.bounds[static_cast<std::size_t>(street) - 1])
      need(!std::isnan(cut), "a bound is a number");
  }
  return made;
}

auto sequence_matchups_of(const Buckets& buckets, const std::vector<int>& classes,
                          const std::vector<Matrix>& bounds,
                          const std::vector<std::pair<CardSet, std::uint32_t>>& flops, int turns, int rivers,
                          std::uint64_t seed, int threads) {
  const BucketSequences sequences = sequences_of(buckets, classes, bounds);
  std::vector<WeightedFlop> weighted;
  for (const auto& [cards, weight] : flops) weighted.push_back({checked_board(cards, 0, 3, 3), weight});
  need(turns >= 1 && rivers >= 1, "a flop goes on by at least one turn and river");
  SequenceMatchups matchups = without_gil(
      [&] { return count_sequence_matchups(sequences, weighted, turns, rivers, seed, threads); });
  const std::size_t n = sequences.number(3);
  return std::pair(array(std::move(matchups.won), {n, n}), array(std::move(matchups.tied), {n, n}));
}

const LimitNode& decision_of(const LimitGame& game, std::size_t at) {
  if (at >= game.nodes().size() || game.nodes()[at].kind != LimitNode::kDecision)
    throw std::invalid_argument("there is no such decision");
  return game.nodes()[at];
}

}  // namespace

void bind_limit(nb::module_& m) {
  m.def("expected_hs2", &expected_hs2_of, "board"_a);
  m.def("count_sequence_matchups", &sequence_matchups_of, "buckets"_a, "classes"_a, "bounds"_a, "flops"_a,
        "turns"_a, "rivers"_a, "seed"_a, "threads"_a);
  nb::class_<BoundGame>(m, "LimitGame")
      .def(
          "__init__",
          [](BoundGame* self, std::array<int, 2> blinds, std::array<int, 4> bets,
             std::array<int, 4> max_raises, Buckets buckets, Counts won, Counts tied, int threads) {
            need_within(blinds, 0, 1e6, "a blind is 0 to 1,000,000 chips");
            need_within(bets, 1, 1e6, "a bet is 1 to 1,000,000 chips");
            const std::span<const std::uint64_t> wins(aligned_data(won), won.size());
            const std::span<const std::uint64_t> ties(aligned_data(tied), tied.size());
            without_gil([&] {
              new (self) BoundGame(LimitRules{blinds, bets, max_raises}, buckets, wins, ties, threads);
            });
          },
          "blinds"_a, "bets"_a, "max_raises"_a, "buckets"_a, "won"_a, "tied"_a, "threads"_a)
      .def(
          "iterate",
          [](BoundGame& bound, float positive, float negative, float average_weight) {
            const Discount discount = checked_discount(positive, negative, average_weight);
            bound.work([&](LimitGame& game) { game.iterate(discount); }, kIterationPatience);
          },
          "positive"_a, "negative"_a, "average_weight"_a)
      .def(
          "value",
          [](BoundGame& bound, int player, bool best) {
            checked_player(player);
            return bound.work([&](LimitGame& game) { return game.value(player, best); });
          },
          "player"_a, "best"_a)
      .def("nodes",
           [](const BoundGame& bound) {
             std::vector<std::tuple<int, int, int, std::array<int, 3>>> nodes;
             for (const LimitNode& node : bound.constant().nodes())
               nodes.emplace_back(static_cast<int>(node.kind), node.street, node.player, node.children);
             return nodes;
           })
      .def(
          "strategy",
          [](const BoundGame& bound, std::size_t node) {
            const LimitGame& game = bound.idle();
            const LimitNode& at = decision_of(game, node);
            return array(game.strategy(node), {at.actions(), game.sequences(at.street)});
          },
          "node"_a)
      .def(
          "set_strategy",
          [](BoundGame& bound, std::size_t node, Matrix rows) {
            LimitGame& game = bound.idle();
            const LimitNode& at = decision_of(game, node);
            need(rows.shape(0) == at.actions() && rows.shape(1) == game.sequences(at.street),
                 "a strategy has a row for each action and a number for each sequence");
            game.set_strategy(node, copied_rows(rows));
          },
          "node"_a, "rows"_a);
}
