// Python bindings of small games: public trees, jam or fold, and what chips are worth in prizes.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/checks.hpp"
#include "bindings/long_work.hpp"
#include "solve/jam_fold.hpp"
#include "solve/public_tree.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fivebet;

namespace {

using Matrix = InputArray<float, nb::ndim<2>>;
using BoundTree = Exclusive<PublicTree>;
using BoundJamFold = Exclusive<JamFoldSolver>;

constexpr const char* kPrizes = "a prize is a finite number, 0 or more";

using Payoffs = std::vector<Matrix>;
using NodeGiven = std::tuple<int, std::vector<int>, std::size_t, float>;  // player, children, matrix, scale

// Players are 0 and 1; -1 stands for chance and -2 for a terminal.
void make_tree(BoundTree* place, const std::vector<NodeGiven>& given, std::size_t first, std::size_t second,
               const Payoffs& payoffs) {
  std::vector<PublicNode> nodes;
  for (const auto& [player, children, matrix, scale] : given) {
    need(player >= -2 && player <= 1, "a player is 0, 1, -1 (chance) or -2 (an end)");
    need(std::isfinite(scale), "a scale is a finite number");
    const auto kind = player >= 0    ? PublicNode::kDecision
                      : player == -1 ? PublicNode::kChance
                                     : PublicNode::kTerminal;
    nodes.push_back({kind, std::max(player, 0), children, matrix, scale});
  }
  std::vector<std::vector<float>> matrices;
  for (const auto& each : payoffs) {
    need(each.shape(0) == first && each.shape(1) == second, "a matrix has a number for each pair of hands");
    matrices.push_back(copied(each));
    need_finite(matrices.back(), "a payoff is a finite number");
  }
  without_gil([&] { new (place) BoundTree(std::move(nodes), first, second, matrices); });
}

std::size_t checked_decision(const PublicTree& tree, std::size_t node) {
  if (node >= tree.nodes().size() || tree.nodes()[node].kind != PublicNode::kDecision)
    throw std::invalid_argument("nobody acts there");
  return node;
}

void make_jam_solver(BoundJamFold* place, const std::vector<std::int64_t>& stacks,
                     const std::vector<std::int64_t>& blinds, std::int64_t ante,
                     const std::vector<double>& prizes) {
  if (stacks.size() < 2 || stacks.size() > kMaxJamPlayers || blinds.size() != stacks.size() ||
      prizes.size() > stacks.size())
    throw std::invalid_argument("two to nine players jam or fold, for at most as many prizes");
  need_within(stacks, 0, static_cast<double>(kUnlimited), "nobody has so many chips");
  need_within(blinds, 0, static_cast<double>(kUnlimited), "nobody has so many chips");
  need(within<Chips>(ante, 0, kUnlimited), "nobody has so many chips");
  need_amounts(prizes, kPrizes);
  JamFoldTable table;
  table.players = static_cast<int>(stacks.size());
  std::copy(stacks.begin(), stacks.end(), table.stacks.begin());
  std::copy(blinds.begin(), blinds.end(), table.blinds.begin());
  table.ante = ante;
  table.prizes = prizes;
  new (place) BoundJamFold(table);
}

}  // namespace

void bind_small_games(nb::module_& m) {
  nb::class_<BoundTree>(m, "PublicTree")
      .def("__init__", &make_tree, "nodes"_a, "first"_a, "second"_a, "payoffs"_a)
      .def(
          "iterate",
          [](BoundTree& bound, float positive, float negative, float average_weight) {
            const Discount discount = checked_discount(positive, negative, average_weight);
            bound.work([&](PublicTree& tree) { tree.iterate(discount); }, kIterationPatience);
          },
          "positive"_a, "negative"_a, "average_weight"_a)
      .def(
          "values",
          [](BoundTree& bound, int player, bool best) {
            checked_player(player);
            const std::vector<float> values =
                bound.work([&](PublicTree& tree) { return tree.values(player, best); });
            return rows_of(values, values.size(), values.size());
          },
          "player"_a, "best"_a)
      .def(
          "strategy",
          [](const BoundTree& bound, std::size_t node) {
            const PublicTree& tree = bound.idle();
            const std::size_t hands = tree.hands(tree.nodes()[checked_decision(tree, node)].player);
            return rows_of(tree.strategy(node), hands, hands);
          },
          "node"_a)
      .def(
          "set_strategy",
          [](BoundTree& bound, std::size_t node, Matrix rows) {
            PublicTree& tree = bound.idle();
            const PublicNode& at = tree.nodes()[checked_decision(tree, node)];
            need(rows.shape(0) == at.children.size() && rows.shape(1) == tree.hands(at.player),
                 "a strategy has a row for each action and a number for each hand");
            tree.set_strategy(node, copied_rows(rows));
          },
          "node"_a, "rows"_a);

  nb::class_<BoundJamFold>(m, "JamFoldSolver")
      .def("__init__", &make_jam_solver, "stacks"_a, "blinds"_a, "ante"_a, "prizes"_a)
      .def(
          "iterate",
          [](BoundJamFold& bound, std::uint64_t seed, std::uint64_t index, std::uint64_t deals,
             float positive, float negative, float average_weight, int threads) {
            const Discount discount = checked_discount(positive, negative, average_weight);
            need(deals <= kMostDeals, kTooManyDeals);
            bound.work(
                [&](JamFoldSolver& solver) { solver.iterate(seed, index, deals, discount, threads); });
          },
          "seed"_a, "index"_a, "deals"_a, "positive"_a, "negative"_a, "average_weight"_a, "threads"_a)
      .def(
          "measure",
          [](BoundJamFold& bound, std::uint64_t seed, std::uint64_t deals, int threads) {
            need(deals <= kMostDeals, kTooManyDeals);
            JamFoldSolver::Measure measured =
                bound.work([&](JamFoldSolver& solver) { return solver.measure(seed, deals, threads); });
            const auto players = static_cast<std::size_t>(bound.constant().table().players);
            const std::size_t chunks = measured.values.size() / players;
            return std::pair(array(std::move(measured.values), {chunks, players}),
                             array(std::move(measured.gains), {chunks, players}));
          },
          "seed"_a, "deals"_a, "threads"_a)
      .def(
          "strategy",
          [](const BoundJamFold& bound, int player, unsigned in) {
            const JamFoldSolver& solver = bound.idle();
            need(player >= 0 && player < solver.table().players && !(in >> player),
                 "there is no such decision");
            return rows_of(solver.strategy(player, in), kClasses, kClasses);
          },
          "player"_a, "in_before"_a);
  m.def(
      "icm_values",
      [](const std::vector<std::int64_t>& chips, const std::vector<std::int64_t>& before,
         const std::vector<double>& prizes) {
        need(chips.size() >= 2 && chips.size() <= kMaxJamPlayers && before.size() == chips.size(),
             "two to nine players share the prizes");
        need_within(chips, -static_cast<double>(kUnlimited), static_cast<double>(kUnlimited),
                    "nobody has so many chips");
        need_amounts(prizes, kPrizes);
        JamFoldTable table;
        table.players = static_cast<int>(chips.size());
        std::copy(before.begin(), before.end(), table.stacks.begin());
        table.prizes = prizes;
        std::array<std::int64_t, kMaxJamPlayers> now{};
        for (std::size_t i = 0; i < chips.size(); ++i) now[i] = std::max<std::int64_t>(0, chips[i]);
        const Winnings shares = icm_values(table, now);
        return std::vector<double>(shares.begin(), shares.begin() + table.players);
      },
      "chips"_a, "before"_a, "prizes"_a);
}
