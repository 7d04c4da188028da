// Python bindings of the postflop solver and of the blueprint: numbers and rows in and out.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/checks.hpp"
#include "bindings/long_work.hpp"
#include "solve/blueprint.hpp"
#include "solve/postflop_solver.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fivebet;

namespace {

using Weights32 = InputArray<float, nb::shape<kCombos>>;
using Row = InputArray<float, nb::ndim<1>>;
using Matrix = InputArray<float, nb::ndim<2>>;
using Bytes = InputArray<std::uint8_t, nb::ndim<1>>;

using BoundSolver = Exclusive<Solver>;
using BoundBlueprint = Exclusive<Blueprint>;

constexpr Chips kMostChips = 1'000'000'000;

using Size = std::tuple<int, double, int>;  // kind, amount, streets
using Sizes = std::vector<Size>;
using LimitGiven = std::pair<std::array<Chips, kStreets>, std::array<int, kStreets>>;  // bets, raises
using OfferedSizes = std::tuple<Sizes, Sizes, std::optional<Sizes>>;  // bets, raises, donks

std::vector<BetSize> sizes_of(const Sizes& sizes) {
  std::vector<BetSize> made;
  for (const auto& [kind, amount, streets] : sizes) {
    need(kind >= BetSize::kPot && kind <= BetSize::kAllIn && std::isfinite(amount) && amount >= 0 &&
             streets >= 0,
         "a bet size has a kind, a finite amount and a number of streets");
    made.push_back({static_cast<BetSize::Kind>(kind), amount, streets});
  }
  return made;
}

using Lines = std::vector<std::vector<std::pair<int, Chips>>>;

std::vector<std::vector<TreeAction>> lines_of(const Lines& lines) {
  std::vector<std::vector<TreeAction>> made;
  for (const auto& line : lines) {
    need(!line.empty(), "a removed line has an action");
    std::vector<TreeAction>& actions = made.emplace_back();
    for (const auto& [kind, to] : line) {
      need(kind >= TreeAction::kFold && kind <= TreeAction::kAllIn, "an action is one of six kinds");
      actions.push_back({static_cast<TreeAction::Kind>(kind), to});
    }
  }
  return made;
}

Spot spot_of(CardSet board, Chips pot, Chips stack, const std::vector<std::vector<OfferedSizes>>& bet_sizes,
             std::array<double, 3> thresholds, std::array<double, 2> rake, int last_street) {
  const int cards = count(checked_board(board));
  need(within<Chips>(pot, 1, kMostChips) && within<Chips>(stack, 1, kMostChips),
       "pot and stack are 1 to 1,000,000,000 chips");
  need(bet_sizes.size() == 2 && bet_sizes[0].size() == kStreets && bet_sizes[1].size() == kStreets,
       "sizes are given for two players and three streets");
  need(rake[0] >= 0 && rake[0] < 1 && rake[1] >= 0 && std::isfinite(rake[1]), "a rake is 0 to 1 of the pot");
  need_amounts(thresholds, "a threshold is a finite number, 0 or more");
  need(last_street >= cards - 3 && last_street < kStreets,
       "the last street with betting is this one or a later one");
  Spot spot;
  spot.first_street = cards - 3;
  spot.last_street = last_street;
  spot.pot = pot;
  spot.stack = stack;
  for (std::size_t player = 0; player < 2; ++player)
    for (std::size_t street = 0; street < kStreets; ++street) {
      const auto& [bets, raises, donks] = bet_sizes[player][street];
      BetSizes& offered = spot.bet_sizes[player][street];
      offered.bets = sizes_of(bets);
      offered.raises = sizes_of(raises);
      offered.has_donks = donks.has_value();
      if (donks) offered.donks = sizes_of(*donks);
    }
  spot.thresholds = {thresholds[0], thresholds[1], thresholds[2]};
  spot.rake = rake[0];
  spot.rake_cap = rake[1];
  return spot;
}

void make_solver(BoundSolver* place, CardSet board, Chips pot, Chips stack, Weights32 first, Weights32 second,
                 const std::vector<std::vector<OfferedSizes>>& bet_sizes, std::array<double, 3> thresholds,
                 std::array<double, 2> rake, int last_street, bool compressed, bool merge_suits, int threads,
                 const BoundSolver* reuse, const std::optional<LimitGiven>& limit,
                 const Lines& removed) {
  Spot spot = spot_of(board, pot, stack, bet_sizes, thresholds, rake, last_street);
  spot.removed = lines_of(removed);
  if (limit) {
    need_within(limit->first, 1, static_cast<double>(kMostChips), "a bet is 1 to 1,000,000,000 chips");
    need_within(limit->second, 0, 100, "a street has 0 to 100 bets and raises");
    spot.limit.emplace();
    std::copy(limit->first.begin(), limit->first.end(), spot.limit->bets.begin() + 1);
    std::copy(limit->second.begin(), limit->second.end(), spot.limit->max_raises.begin() + 1);
  }
  Ranges ranges;
  const Weights32* given[2] = {&first, &second};
  for (int player = 0; player < 2; ++player) {
    ranges.weights[player] = copied(*given[player]);
    bool any = false;
    for (int i = 0; i < kCombos; ++i) {
      const float weight = ranges.weights[player][static_cast<std::size_t>(i)];
      if (!(weight >= 0 && weight <= 1)) throw std::invalid_argument("a weight is a number from 0 to 1");
      any = any || (weight > 0 && !(combo_at(i).cards() & board));
    }
    if (!any) throw std::invalid_argument("a range is empty");
  }
  without_gil([&] {
    new (place) BoundSolver(spot, board, ranges, compressed, merge_suits, threads,
                            reuse ? &reuse->constant() : nullptr);
  });
}

Solver::Position position_of(const Solver& solver, int street, std::size_t board, std::int32_t node) {
  if (street < solver.spot().first_street || street >= kStreets ||
      board >= solver.runouts().boards[street].size() || node < 0 ||
      static_cast<std::size_t>(node) >= solver.betting().streets[street].nodes.size())
    throw std::invalid_argument("there is no such node");
  return {street, board, node};
}

Solver::Position decision_of(const Solver& solver, int street, std::size_t board, std::int32_t node) {
  const Solver::Position position = position_of(solver, street, board, node);
  if (solver.node(position).kind != BettingNode::kDecision) throw std::invalid_argument("nobody acts there");
  return position;
}

const Solver& ready(const BoundSolver& bound) {
  need(bound.idle().allocated(), "the tree has no memory yet");
  return bound.idle();
}

Update update_of(bool best) { return best ? Update::kBestResponse : Update::kAverage; }

// Kind, player, tree, next tree, children, contributions, kind and amount of the action.
using NodeFacts = std::tuple<int, int, int, int, std::vector<int>, std::array<Chips, 2>, int, Chips>;

NodeFacts facts_of(const Forest& forest, const BettingNode& node) {
  std::vector<int> children;
  if (node.kind == BettingNode::kDecision)
    for (const std::int32_t child : forest.children_of(node)) children.push_back(child);
  return {node.kind,        node.player,   node.tree,
          node.next_tree,   children,      {node.contributed[0], node.contributed[1]},
          node.action.kind, node.action.to};
}

NodeFacts node_facts(const BoundSolver& bound, int street, std::int32_t number) {
  const Solver& solver = bound.constant();
  const BettingNode& node = solver.node(position_of(solver, street, 0, number));
  return facts_of(solver.betting().streets[street], node);
}

// The class of boards that a card leads to, and the suits from it to the real one.
std::pair<std::size_t, std::array<int, kSuits>> deal_card(const BoundSolver& bound, int street,
                                                          std::size_t board, Card card) {
  const Solver& solver = bound.constant();
  position_of(solver, street, board, 0);
  if (street + 1 < kStreets) {
    const Board& here = solver.runouts().boards[street][board];
    for (std::size_t i = here.first; i < here.first + here.children; ++i)
      for (const IsomorphicCard& isomorphic : solver.runouts().boards[street + 1][i].isomorphic)
        if (isomorphic.card == card) return {i, isomorphic.suits};
  }
  throw std::invalid_argument("that card cannot be dealt there");
}

Array<std::uint16_t> hands_of(const BoundSolver& bound, int street, std::size_t board, int player) {
  const Solver& solver = bound.constant();
  position_of(solver, street, board, 0);
  std::vector<std::uint16_t> combos;
  for (const Holding& hand : solver.runouts().boards[street][board].hands[checked_player(player)].hands)
    combos.push_back(hand.combo);
  return array(std::move(combos));
}

Array<float> strategy_of(const BoundSolver& bound, int street, std::size_t board, std::int32_t node) {
  const Solver& solver = ready(bound);
  const Solver::Position position = decision_of(solver, street, board, node);
  const Hands& hands = solver.runouts().boards[street][board].hands[solver.node(position).player];
  return rows_of(solver.strategy(position), hands.stride, hands.hands.size());
}

// Where the rows of a decision's actions begin among its player's numbers, and how far they are apart.
std::pair<std::size_t, std::size_t> place_of(const BoundSolver& bound, int street, std::size_t board,
                                             std::int32_t number) {
  const Solver& solver = bound.constant();
  const BettingNode& node = solver.node(decision_of(solver, street, board, number));
  const std::size_t stride = solver.runouts().boards[street][board].hands[node.player].stride;
  const std::size_t first = solver.row_start(node.player, street, board);
  return {first + static_cast<std::size_t>(node.row) * stride, stride};
}

Array<float> values_of(BoundSolver& bound, int street, std::size_t board, std::int32_t node, int player,
                       Row given, bool best) {
  const Solver& solver = ready(bound);
  const Solver::Position position = position_of(solver, street, board, node);
  const Board& here = solver.runouts().boards[street][board];
  need(given.shape(0) == here.hands[1 - checked_player(player)].hands.size(),
       "the reach has one number for each of the other's hands");
  const std::vector<float> reach = copied_rows(given);
  const std::vector<float> values =
      bound.work([&](Solver& self) { return self.values(position, player, reach, update_of(best)); });
  return rows_of(values, here.hands[player].stride, here.hands[player].hands.size());
}

void lock_node(BoundSolver& bound, int street, std::size_t board, std::int32_t node,
               std::optional<Matrix> strategy) {
  Solver& solver = bound.idle();
  const Solver::Position position = decision_of(solver, street, board, node);
  if (!strategy) return solver.lock(position, {});
  const BettingNode& at = solver.node(position);
  const Hands& hands = solver.runouts().boards[street][board].hands[at.player];
  if (strategy->shape(0) != static_cast<std::size_t>(at.actions) || strategy->shape(1) != hands.hands.size())
    throw std::invalid_argument("a locked strategy has a row for each action and a number for each hand");
  const std::vector<float> given = copied_rows(*strategy);
  std::vector<float> rows(static_cast<std::size_t>(at.actions) * hands.stride, 0.0f);
  for (std::size_t row = 0; row < strategy->shape(0); ++row)
    std::copy_n(given.data() + row * hands.hands.size(), hands.hands.size(),
                rows.data() + row * hands.stride);
  solver.lock(position, rows);
}

void set_alternatives(BoundSolver& bound, int player, Row values, Row forced) {
  Solver& solver = bound.idle();
  const auto& root = solver.runouts().boards[solver.spot().first_street][0];
  const std::size_t hands = root.hands[checked_player(player)].hands.size();
  need(values.shape(0) == hands && forced.shape(0) == hands,
       "alternatives have one number for each of the player's hands");
  const std::vector<float> given = copied(values), without_choice = copied(forced);
  need_finite(given, "an alternative is a finite number");
  need_within(without_choice, 0, 1, "a probability is a number from 0 to 1");
  solver.set_alternatives(player, given, without_choice);
}

const AlignedBuffer& buffer_of(const BoundSolver& bound, const std::string& name, int player) {
  const Solver& solver = ready(bound);
  checked_player(player);
  if (name == "regrets") return solver.regrets(player);
  if (name == "averages") return solver.averages(player);
  if (name == "scales") return solver.scales(player);
  throw std::invalid_argument("parts are regrets, averages and scales");
}

// The array keeps the memory, whatever becomes of the solver.
nb::ndarray<nb::numpy, std::uint8_t> buffer_array(const BoundSolver& bound, const std::string& name,
                                                  int player) {
  auto kept = std::make_unique<AlignedBuffer>(buffer_of(bound, name, player));
  const std::size_t size = kept->size();
  auto* data = reinterpret_cast<std::uint8_t*>(kept->data());
  nb::capsule owner(kept.get(), [](void* p) noexcept { delete static_cast<AlignedBuffer*>(p); });
  kept.release();
  return nb::ndarray<nb::numpy, std::uint8_t>(data, {size}, owner);
}

void set_buffer(BoundSolver& bound, const std::string& name, int player, Bytes data) {
  const AlignedBuffer& to = buffer_of(bound, name, player);
  need(to.size() == data.shape(0), "a part has another size");
  if (name == "scales" || !bound.idle().compressed())
    for (std::size_t i = 0; i + sizeof(float) <= to.size(); i += sizeof(float)) {
      float number;
      std::memcpy(&number, data.data() + i, sizeof number);
      need(std::isfinite(number), "a part holds what is no finite number");
    }
  if (to.size() > 0) std::memcpy(to.data(), data.data(), to.size());
}

// Sizes after the flop are the same for both players: bets and raises by street.
void make_blueprint(BoundBlueprint* place, Chips stack, Chips small_blind, Chips big_blind,
                    const std::vector<Sizes>& raises, const std::vector<std::pair<Sizes, Sizes>>& streets,
                    std::array<double, 3> thresholds, const std::vector<int>& buckets) {
  need(streets.size() == kStreets, "sizes are given for three streets");
  need(small_blind >= 1 && big_blind >= small_blind && stack > big_blind && stack <= kMostChips,
       "stacks are above the blinds");
  need_amounts(thresholds, "a threshold is a finite number, 0 or more");
  Spot spot;
  spot.stack = stack;
  for (auto& bet_sizes : spot.bet_sizes)
    for (std::size_t street = 0; street < kStreets; ++street) {
      bet_sizes[street].bets = sizes_of(streets[street].first);
      bet_sizes[street].raises = sizes_of(streets[street].second);
    }
  spot.thresholds = {thresholds[0], thresholds[1], thresholds[2]};
  Blinds blinds{small_blind, big_blind, {}};
  for (const Sizes& sizes : raises) blinds.raises.push_back(sizes_of(sizes));
  without_gil([&] { new (place) BoundBlueprint(spot, blinds, buckets); });
}

const BettingNode& preflop_node(const Blueprint& blueprint, std::int32_t number) {
  const auto& nodes = blueprint.preflop().nodes;
  if (number < 0 || static_cast<std::size_t>(number) >= nodes.size())
    throw std::invalid_argument("there is no such node");
  return nodes[static_cast<std::size_t>(number)];
}

}  // namespace

void bind_solver(nb::module_& m) {
  nb::class_<BoundSolver>(m, "Solver")
      .def("__init__", &make_solver, "board"_a, "pot"_a, "stack"_a, "first"_a, "second"_a, "bet_sizes"_a,
           "thresholds"_a, "rake"_a, "last_street"_a, "compressed"_a, "merge_suits"_a, "threads"_a,
           "reuse"_a.none() = nb::none(), "limit"_a.none() = nb::none(), "removed"_a = Lines())
      .def_prop_ro("bytes_needed", [](const BoundSolver& bound) { return bound.constant().bytes_needed(); })
      .def_prop_ro("overhead_bytes",
                   [](const BoundSolver& bound) { return bound.constant().overhead_bytes(); })
      .def_prop_ro("total_weight", [](const BoundSolver& bound) { return bound.constant().total_weight(); })
      .def_prop_ro("allocated", [](const BoundSolver& bound) { return bound.idle().allocated(); })
      .def("allocate", [](BoundSolver& bound) { bound.work([](Solver& solver) { solver.allocate(); }); })
      .def(
          "iterate",
          [](BoundSolver& bound, float positive, float negative, float average_weight, float lookahead) {
            ready(bound);
            const Discount discount = checked_discount(positive, negative, average_weight, lookahead);
            bound.work([&](Solver& solver) { solver.iterate(discount); }, kIterationPatience);
          },
          "positive"_a, "negative"_a, "average_weight"_a, "lookahead"_a = 0.0f)
      .def(
          "iterate_many",
          [](BoundSolver& bound, const std::vector<std::array<float, 4>>& steps) {
            ready(bound);
            std::vector<Discount> discounts;
            for (const auto& [positive, negative, average_weight, lookahead] : steps)
              discounts.push_back(checked_discount(positive, negative, average_weight, lookahead));
            bound.work(
                [&](Solver& solver) {
                  for (const Discount& discount : discounts) solver.iterate(discount);
                },
                kIterationPatience);
          },
          "steps"_a)
      .def(
          "expected_value",
          [](BoundSolver& bound, int player, bool best) {
            ready(bound);
            checked_player(player);
            return bound.work([&](Solver& solver) {
              return solver.expected_value(player, solver.root_values(player, update_of(best)));
            });
          },
          "player"_a, "best"_a)
      .def("node", &node_facts, "street"_a, "node"_a)
      .def(
          "root",
          [](const BoundSolver& bound, int street, int tree) {
            const Solver& solver = bound.constant();
            const auto& roots = solver.betting().streets[position_of(solver, street, 0, 0).street].roots;
            need(tree >= 0 && static_cast<std::size_t>(tree) + 1 < roots.size(), "there is no such tree");
            return roots[static_cast<std::size_t>(tree)];
          },
          "street"_a, "tree"_a)
      .def("nodes",
           [](const BoundSolver& bound) {
             const Solver& solver = bound.constant();
             std::vector<std::size_t> counts;
             for (int street = solver.spot().first_street; street < kStreets; ++street)
               counts.push_back(solver.betting().streets[street].nodes.size() *
                                solver.runouts().boards[street].size());
             return counts;
           })
      .def("deal", &deal_card, "street"_a, "board"_a, "card"_a)
      .def(
          "class_size",
          [](const BoundSolver& bound, int street, std::size_t board) {
            position_of(bound.constant(), street, board, 0);
            return std::max<std::size_t>(
                1, bound.constant().runouts().boards[street][board].isomorphic.size());
          },
          "street"_a, "board"_a)
      .def("hands", &hands_of, "street"_a, "board"_a, "player"_a)
      .def("strategy", &strategy_of, "street"_a, "board"_a, "node"_a)
      .def("place", &place_of, "street"_a, "board"_a, "node"_a)
      .def("values", &values_of, "street"_a, "board"_a, "node"_a, "player"_a, "reach"_a, "best"_a)
      .def("lock", &lock_node, "street"_a, "board"_a, "node"_a, "strategy"_a.none())
      .def("set_alternatives", &set_alternatives, "player"_a, "values"_a, "forced"_a)
      .def("plays_on", [](const BoundSolver& bound) { return array(bound.constant().plays_on()); })
      .def("buffer", &buffer_array, "name"_a, "player"_a)
      .def("set_buffer", &set_buffer, "name"_a, "player"_a, "data"_a);

  m.def(
      "win_loss_matrix",
      [](CardSet board) {
        checked_board(board);
        const WinLossMatrix ahead = without_gil([&] { return win_loss_matrix(board); });
        const std::size_t n = ahead.combos.size();
        std::vector<float> parts(n * n);
        for (std::size_t i = 0; i < n; ++i)
          for (std::size_t j = 0; j < n; ++j)
            parts[i * n + j] = static_cast<float>(ahead.matrix[i * ahead.stride + j] / ahead.boards_per_pair);
        return rows_of(parts, n, n);
      },
      "board"_a);
  nb::class_<BoundBlueprint>(m, "Blueprint")
      .def("__init__", &make_blueprint, "stack"_a, "small_blind"_a, "big_blind"_a, "raises"_a, "streets"_a,
           "thresholds"_a, "buckets"_a)
      .def(
          "iterate",
          [](BoundBlueprint& bound, std::uint64_t seed, std::uint64_t index, float positive, float negative,
             float average_weight, int learners) {
            need(learners >= 1 && learners <= 3, "one or both players learn");
            const Discount discount = checked_discount(positive, negative, average_weight);
            bound.work([&](Blueprint& blueprint) { blueprint.iterate(seed, index, discount, learners); },
                       kIterationPatience);
          },
          "seed"_a, "index"_a, "positive"_a, "negative"_a, "average_weight"_a, "learners"_a)
      .def(
          "measure",
          [](BoundBlueprint& bound, std::uint64_t seed, std::size_t boards) {
            need(boards <= kMostDeals, kTooManyDeals);
            return bound.work([&](Blueprint& blueprint) { return blueprint.measure(seed, boards); });
          },
          "seed"_a, "boards"_a)
      .def(
          "action_values",
          [](BoundBlueprint& bound, std::uint64_t seed, std::size_t first, std::size_t boards) {
            need(first <= kMostDeals && boards <= kMostDeals, kTooManyDeals);
            auto found = bound.work(
                [&](Blueprint& blueprint) { return blueprint.action_values(seed, first, boards); });
            std::vector<Array<double>> rows;
            for (auto& each : found) {
              const std::size_t count = each.size() / kClasses;
              rows.push_back(array(std::move(each), {count, kClasses}));
            }
            return rows;
          },
          "seed"_a, "first"_a, "boards"_a)
      .def(
          "copy_from",
          [](BoundBlueprint& bound, const BoundBlueprint& other) { bound.idle().copy_from(other.idle()); },
          "other"_a)
      .def(
          "node",
          [](const BoundBlueprint& bound, std::int32_t node) {
            const Blueprint& blueprint = bound.constant();
            return facts_of(blueprint.preflop(), preflop_node(blueprint, node));
          },
          "node"_a)
      .def(
          "strategy",
          [](const BoundBlueprint& bound, std::int32_t node) {
            const Blueprint& blueprint = bound.idle();
            need(preflop_node(blueprint, node).kind == BettingNode::kDecision, "nobody acts there");
            return rows_of(blueprint.strategy(node), kClasses, kClasses);
          },
          "node"_a)
      .def_prop_ro("bytes", [](const BoundBlueprint& bound) { return bound.constant().bytes(); })
      .def_prop_ro("decisions", [](const BoundBlueprint& bound) { return bound.constant().decisions(); });
}
