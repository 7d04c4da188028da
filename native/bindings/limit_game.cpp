// Python bindings of limit hold'em between bucket sequences.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/iterate.hpp"
#include "equity/expected_hs2.hpp"
#include "solve/bucket_sequences.hpp"
#include "solve/limit_game.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fivebet;

namespace {

using Matrix = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Counts = nb::ndarray<const std::uint64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Buckets = std::array<int, 4>;

CardSet checked_board(CardSet board, int most) {
  const int cards = count(board);
  if (board & ~kDeck || cards < 3 || cards > most)
    throw std::invalid_argument(most == 3 ? "a flop has 3 of the 52 cards"
                                          : "a board has 3 to 5 of the 52 cards");
  return board;
}

auto expected_hs2_of(CardSet board) {
  checked_board(board, 5);
  std::vector<float> hs2(kCombos);
  {
    nb::gil_scoped_release release;
    expected_hs2(board, hs2.data());
  }
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
    made.bounds[static_cast<std::size_t>(street) - 1].assign(cuts.data(), cuts.data() + cuts.size());
  }
  return made;
}

auto sequence_matchups_of(const Buckets& buckets, const std::vector<int>& classes,
                          const std::vector<Matrix>& bounds,
                          const std::vector<std::pair<CardSet, std::uint32_t>>& flops, int turns, int rivers,
                          std::uint64_t seed, int threads) {
  const BucketSequences sequences = sequences_of(buckets, classes, bounds);
  std::vector<WeightedFlop> weighted;
  for (const auto& [cards, weight] : flops) weighted.push_back({checked_board(cards, 3), weight});
  if (turns < 1 || rivers < 1) throw std::invalid_argument("a flop goes on by at least one turn and river");
  SequenceMatchups matchups;
  {
    nb::gil_scoped_release release;
    matchups = count_sequence_matchups(sequences, weighted, turns, rivers, seed, threads);
  }
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
  nb::class_<LimitGame>(m, "LimitGame")
      .def(
          "__init__",
          [](LimitGame* self, std::array<int, 2> blinds, std::array<int, 4> bets,
             std::array<int, 4> max_raises, Buckets buckets, Counts won, Counts tied, int threads) {
            new (self) LimitGame({blinds, bets, max_raises}, buckets, {won.data(), won.size()},
                                 {tied.data(), tied.size()}, threads);
          },
          "blinds"_a, "bets"_a, "max_raises"_a, "buckets"_a, "won"_a, "tied"_a, "threads"_a)
      .def("iterate", &iterate<LimitGame>, "positive"_a, "negative"_a, "average_weight"_a,
           nb::call_guard<nb::gil_scoped_release>())
      .def(
          "value",
          [](LimitGame& game, int player, bool best) {
            if (player != 0 && player != 1) throw std::invalid_argument("a player is 0 or 1");
            return game.value(player, best);
          },
          "player"_a, "best"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("nodes",
           [](const LimitGame& game) {
             std::vector<std::tuple<int, int, int, std::array<int, 3>>> nodes;
             for (const LimitNode& node : game.nodes())
               nodes.emplace_back(static_cast<int>(node.kind), node.street, node.player, node.children);
             return nodes;
           })
      .def(
          "strategy",
          [](const LimitGame& game, std::size_t node) {
            const LimitNode& at = decision_of(game, node);
            return array(game.strategy(node), {at.actions(), game.sequences(at.street)});
          },
          "node"_a)
      .def(
          "set_strategy",
          [](LimitGame& game, std::size_t node, Matrix rows) {
            const LimitNode& at = decision_of(game, node);
            if (rows.shape(0) != at.actions() || rows.shape(1) != game.sequences(at.street))
              throw std::invalid_argument(
                  "a strategy has a row for each action and a number for each sequence");
            game.set_strategy(node, {rows.data(), rows.size()});
          },
          "node"_a, "rows"_a);
}
