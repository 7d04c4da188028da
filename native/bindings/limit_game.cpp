// Python bindings of limit hold'em: between bucket sequences, and on sampled boards.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/checks.hpp"
#include "bindings/long_work.hpp"
#include "equity/expected_hs2.hpp"
#include "solve/board_buckets.hpp"
#include "solve/bucket_sequences.hpp"
#include "solve/limit_blueprint.hpp"
#include "solve/limit_game.hpp"
#include "util/thread_pool.hpp"

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

using BoundBlueprint = Exclusive<LimitBlueprint>;
using Points = InputArray<float, nb::shape<-1, kFeatures>>;
using Groups = InputArray<std::uint8_t, nb::shape<kClasses>>;

std::vector<Features> points_of(const Points& given) {
  std::vector<Features> points(given.shape(0));
  if (!points.empty()) std::memcpy(points.data(), given.data(), points.size() * sizeof(Features));
  for (const Features& point : points) need_finite(point, "a feature is a finite number");
  return points;
}

std::vector<Features> centroids_of(const Points& given) {
  need(given.shape(0) >= 1 && given.shape(0) < kNoBucket, "a street has 1 to 65,534 buckets");
  return points_of(given);
}

OpponentGroups groups_of(const Groups& given) {
  OpponentGroups groups;
  std::memcpy(groups.data(), given.data(), groups.size());
  for (const std::uint8_t group : groups) need(group < kOpponentGroups, "there are 8 groups of opponents");
  return groups;
}

Array<float> features_of(CardSet board, Groups given) {
  const OpponentGroups groups = groups_of(given);
  checked_board(board);
  std::vector<Features> features;
  without_gil([&] { hand_features(board, groups, features); });
  std::vector<float> numbers(features.size() * kFeatures);
  std::memcpy(numbers.data(), features.data(), numbers.size() * sizeof(float));
  return array(std::move(numbers), {kCombos, kFeatures});
}

Array<std::uint16_t> nearest_of(Points given, Points centroids, int threads) {
  const std::vector<Features> points = points_of(given);
  const NearestCentroid nearest(centroids_of(centroids));
  std::vector<std::uint16_t> found(points.size());
  constexpr std::size_t kAtOnce = 1024;
  without_gil([&] {
    ThreadPool(threads).run((points.size() + kAtOnce - 1) / kAtOnce, [&](std::size_t chunk, std::size_t) {
      for (std::size_t i = chunk * kAtOnce; i < std::min(points.size(), (chunk + 1) * kAtOnce); ++i)
        found[i] = nearest.find(points[i]);
    });
  });
  return array(std::move(found));
}

Array<std::uint16_t> assigned(const BoardBuckets& buckets, CardSet board) {
  checked_board(board);
  std::vector<std::uint16_t> bucket_of(kCombos);
  without_gil([&] { buckets.assign(board, bucket_of.data()); });
  return array(std::move(bucket_of));
}

// Kind, player, number of the next street's tree, children by fold, check or call, and bet or raise.
using BettingFacts = std::tuple<int, int, int, std::array<int, 3>>;

std::vector<BettingFacts> betting_of(const LimitBlueprint& blueprint, int street) {
  const Forest& forest = blueprint.forest(street);
  std::vector<BettingFacts> facts;
  for (const BettingNode& node : forest.nodes) {
    std::array<int, 3> children{-1, -1, -1};
    if (node.kind == BettingNode::kDecision)
      for (const std::int32_t child : forest.children_of(node)) {
        const auto action = forest.nodes[static_cast<std::size_t>(child)].action.kind;
        const std::size_t slot = action == TreeAction::kFold                                  ? 0
                                 : action == TreeAction::kCheck || action == TreeAction::kCall ? 1
                                                                                               : 2;
        children[slot] = child;
      }
    facts.emplace_back(node.kind, node.player, node.next_tree, children);
  }
  return facts;
}

int checked_street(int street) {
  need(street >= 0 && street < LimitBlueprint::kAllStreets, "a street is 0 to 3");
  return street;
}

const AlignedBuffer& buffer_of(const LimitBlueprint& blueprint, const std::string& name) {
  need(name == "regrets" || name == "averages", "parts are regrets and averages");
  return name == "regrets" ? blueprint.regrets() : blueprint.averages();
}

void bind_blueprint(nb::module_& m) {
  m.def("hand_features", &features_of, "board"_a, "groups"_a);
  m.def("nearest_centroids", &nearest_of, "points"_a, "centroids"_a, "threads"_a);
  nb::class_<BoardBuckets>(m, "BoardBuckets")
      .def(
          "__init__",
          [](BoardBuckets* self, Groups groups, Points flop, Points turn, Points river) {
            new (self) BoardBuckets(groups_of(groups),
                                    {centroids_of(flop), centroids_of(turn), centroids_of(river)});
          },
          "groups"_a, "flop"_a, "turn"_a, "river"_a)
      .def("assign", &assigned, "board"_a);
  nb::class_<BoundBlueprint>(m, "LimitBlueprint")
      .def(
          "__init__",
          [](BoundBlueprint* self, std::array<int, 2> blinds, std::array<int, 4> bets,
             std::array<int, 4> max_raises, const BoardBuckets& buckets, int threads) {
            need_within(blinds, 1, 1e3, "a blind is 1 to 1,000 chips");
            need_within(bets, 1, 1e3, "a bet is 1 to 1,000 chips");
            need_within(max_raises, 1, 8, "a street has 1 to 8 bets and raises");
            new (self) BoundBlueprint(LimitRules{blinds, bets, max_raises}, buckets, threads);
          },
          "blinds"_a, "bets"_a, "max_raises"_a, "buckets"_a, "threads"_a, nb::keep_alive<1, 5>())
      .def(
          "iterate",
          [](BoundBlueprint& bound, std::uint64_t seed, std::uint64_t first, std::size_t boards,
             std::uint64_t iteration) {
            need(boards >= 1 && boards <= 1024 && iteration >= 1, "1 to 1,024 boards are dealt at once");
            bound.work([&](LimitBlueprint& self) { self.iterate(seed, first, boards, iteration); },
                       kIterationPatience);
          },
          "seed"_a, "first"_a, "boards"_a, "iteration"_a)
      .def(
          "measure",
          [](BoundBlueprint& bound, std::uint64_t seed, std::size_t boards) {
            need(boards <= kMostDeals, kTooManyDeals);
            auto measured = bound.work([&](LimitBlueprint& self) { return self.measure(seed, boards); });
            const LimitBlueprint& self = bound.idle();
            return std::pair(array(std::move(measured.won)),
                             array(std::move(measured.turn_values),
                                   {2, self.forest(2).trees(), self.buckets(2)}));
          },
          "seed"_a, "boards"_a)
      .def(
          "nodes",
          [](const BoundBlueprint& bound, int street) {
            return betting_of(bound.constant(), checked_street(street));
          },
          "street"_a)
      .def(
          "roots",
          [](const BoundBlueprint& bound, int street) {
            return bound.constant().forest(checked_street(street)).roots;
          },
          "street"_a)
      .def(
          "strategy",
          [](const BoundBlueprint& bound, int street, std::int32_t node) {
            const LimitBlueprint& self = bound.idle();
            const auto& nodes = self.forest(checked_street(street)).nodes;
            need(node >= 0 && static_cast<std::size_t>(node) < nodes.size() &&
                     nodes[static_cast<std::size_t>(node)].kind == BettingNode::kDecision,
                 "nobody acts there");
            const auto actions = static_cast<std::size_t>(nodes[static_cast<std::size_t>(node)].actions);
            return array(self.strategy(street, node), {actions, self.buckets(street)});
          },
          "street"_a, "node"_a)
      .def(
          "buffer",
          [](const BoundBlueprint& bound, const std::string& name) {
            const AlignedBuffer& from = buffer_of(bound.idle(), name);
            return array(std::vector<float>(from.floats(), from.floats() + from.size() / sizeof(float)));
          },
          "name"_a)
      .def(
          "set_buffer",
          [](BoundBlueprint& bound, const std::string& name, InputArray<float, nb::ndim<1>> data) {
            const AlignedBuffer& to = buffer_of(bound.idle(), name);
            need(to.size() == data.size() * sizeof(float), "a part has another size");
            const std::vector<float> numbers = copied(data);
            need_finite(numbers, "a part holds what is no finite number");
            std::memcpy(to.data(), numbers.data(), to.size());
          },
          "name"_a, "data"_a);
}

}  // namespace

void bind_limit(nb::module_& m) {
  bind_blueprint(m);
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
