#include "gpu/solver_plan.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <stdexcept>

#include "gpu/tree_schedule.hpp"

namespace fivebet::gpu {
namespace {

constexpr std::size_t kWide = 512;  // hands beyond which a block walks a tree alone
constexpr int kNearRows = 16;       // that fit into the shared memory of half a multiprocessor

int index_of(std::size_t i) { return static_cast<int>(i); }

template <class T>
void append(std::vector<int>& to, const std::vector<T>& items) {
  static_assert(sizeof(T) % sizeof(int) == 0);
  const std::size_t size = to.size();
  to.resize(size + items.size() * sizeof(T) / sizeof(int));
  if (!items.empty()) std::memcpy(to.data() + size, items.data(), items.size() * sizeof(T));
}

// Compiles a tree of a street's betting for one player. Rows of reach come first; a
// terminal takes over the row of reach that it was valued from, if no other has.
class TreeCompiler {
 public:
  TreeCompiler(const Solver& solver, int street, int player, std::size_t width, TreePrograms& to)
      : solver_(solver),
        forest_(solver.betting().streets[street]),
        street_(street),
        player_(player),
        wide_(street == kStreets - 1 && width > kWide),
        to_(to) {}

  // The rows of reach and value of each chance node, in the order of the next street's trees.
  void compile(std::vector<std::pair<int, int>>& next) {
    reach_.assign(forest_.nodes.size(), 0);
    value_.assign(forest_.nodes.size(), 0);
    for (std::size_t tree = 0; tree < forest_.trees(); ++tree) compile_tree(tree, next);
    to_.order.resize(to_.trees.size());
    std::iota(to_.order.begin(), to_.order.end(), 0);
    std::stable_sort(to_.order.begin(), to_.order.end(), [&](int a, int b) {
      return to_.trees[static_cast<std::size_t>(a)].row_count >
             to_.trees[static_cast<std::size_t>(b)].row_count;
    });
  }

 private:
  void compile_tree(std::size_t number, std::vector<std::pair<int, int>>& next) {
    const std::int32_t first = forest_.roots[number], last = forest_.roots[number + 1];
    parts_ = {};
    Tree tree{};
    tree.first_row = to_.row_count;
    int rows = 1;
    reach_[static_cast<std::size_t>(first)] = 0;
    for (std::int32_t at = first; at < last; ++at) split(at, rows);
    value_leaves(first, last, rows);
    for (std::int32_t at = last; at-- > first;) join(at, rows);
    for (std::int32_t at = first; at < last; ++at) {
      const BettingNode& node = forest_.nodes[static_cast<std::size_t>(at)];
      if (node.kind != BettingNode::kChance) continue;
      const auto tree_after = static_cast<std::size_t>(node.next_tree);
      if (next.size() <= tree_after) next.resize(tree_after + 1);
      next[tree_after] = {tree.first_row + reach_[static_cast<std::size_t>(at)],
                          tree.first_row + value_[static_cast<std::size_t>(at)]};
    }
    parts_.row_count = rows;
    parts_.root_value = value_[static_cast<std::size_t>(first)];
    if (!wide_ || !schedule(parts_, kNearRows)) parts_.steps = plain_steps(parts_);
    add(tree);
  }

  void add(Tree& tree) {
    for (std::size_t group = 0; group < parts_.groups.size(); ++group)
      to_.group_places.push_back({index_of(to_.trees.size()), index_of(group)});
    tree.splits = index_of(parts_.splits.size());
    tree.groups = index_of(parts_.groups.size());
    tree.leaves = index_of(parts_.leaves.size());
    tree.joins = index_of(parts_.joins.size());
    tree.steps = index_of(parts_.steps.size());
    tree.program = index_of(to_.programs.size());
    append(to_.programs, parts_.splits);
    append(to_.programs, parts_.groups);
    append(to_.programs, parts_.leaves);
    append(to_.programs, parts_.joins);
    append(to_.programs, parts_.steps);
    append(to_.programs, parts_.rows);
    to_.programs.resize((to_.programs.size() + 3) / 4 * 4);
    tree.size = index_of(to_.programs.size()) - tree.program;
    tree.row_count = parts_.row_count;
    tree.root_value = parts_.root_value;
    to_.row_count += parts_.row_count;
    to_.trees.push_back(tree);
  }

  void split(std::int32_t at, int& rows) {
    const BettingNode& node = forest_.nodes[static_cast<std::size_t>(at)];
    if (node.kind != BettingNode::kDecision) return;
    const int from = reach_[static_cast<std::size_t>(at)];
    const bool own = node.player == player_;
    const int first = index_of(parts_.rows.size());
    if (!own) parts_.splits.push_back({node.row, node.number, node.actions, from, first});
    for (const std::int32_t child : forest_.children_of(node)) {
      if (!own) parts_.rows.push_back(rows);
      reach_[static_cast<std::size_t>(child)] = own ? from : rows++;
    }
  }

  void value_leaves(std::int32_t first, std::int32_t last, int& rows) {
    std::map<int, std::vector<Leaf>> by_reach;
    for (std::int32_t at = first; at < last; ++at) {
      const BettingNode& node = forest_.nodes[static_cast<std::size_t>(at)];
      if (node.kind == BettingNode::kDecision) continue;
      int& value = value_[static_cast<std::size_t>(at)];
      const int reach = reach_[static_cast<std::size_t>(at)];
      if (node.kind == BettingNode::kChance) {
        value = rows++;
        continue;
      }
      std::vector<Leaf>& leaves = by_reach[reach];
      value = leaves.empty() ? reach : rows++;
      const Solver::Worth worth = solver_.worth(street_, node, player_);
      leaves.push_back({value, worth.show, worth.all});
    }
    for (const auto& [reach, leaves] : by_reach) {
      int needs = 0;
      for (const Leaf& leaf : leaves) needs |= (leaf.show != 0 ? kShow : 0) | (leaf.all != 0 ? kEverybody : 0);
      parts_.groups.push_back({reach, index_of(parts_.leaves.size()), index_of(leaves.size()), needs});
      parts_.leaves.insert(parts_.leaves.end(), leaves.begin(), leaves.end());
    }
    // Folds are valued faster where they are valued together.
    std::stable_partition(parts_.groups.begin(), parts_.groups.end(),
                          [](const Group& group) { return group.needs == kEverybody; });
  }

  void join(std::int32_t at, int& rows) {
    const BettingNode& node = forest_.nodes[static_cast<std::size_t>(at)];
    if (node.kind != BettingNode::kDecision) return;
    const bool own = node.player == player_;
    const int first = index_of(parts_.rows.size());
    for (const std::int32_t child : forest_.children_of(node))
      parts_.rows.push_back(value_[static_cast<std::size_t>(child)]);
    // New regrets of an own decision stay in the rows of its actions.
    const int value = own ? rows++ : parts_.rows[static_cast<std::size_t>(first)];
    value_[static_cast<std::size_t>(at)] = value;
    parts_.joins.push_back({own, node.row, node.number, node.actions, value, first});
  }

  const Solver& solver_;
  const Forest& forest_;
  int street_;
  int player_;
  bool wide_;  // so many hands that a block walks a tree alone
  TreePrograms& to_;
  std::vector<int> reach_, value_;  // rows by node
  TreeParts parts_;                 // of the tree at hand
};

void add_hands(const Solver& solver, int street, std::size_t board, int player, const SolverPlan& plan,
               StreetPlan& to) {
  const Board& here = solver.runouts().boards[street][board];
  const Hands& hands = here.hands[player];
  const std::size_t others = here.hands[1 - player].hands.size();
  BoardHands facts{};
  facts.table = static_cast<long long>(plan.numbers[player] + solver.row_start(player, street, board));
  facts.scale = index_of(plan.scales[player] + solver.scale_start(player, street, board));
  facts.hands = index_of(hands.hands.size());
  facts.stride = index_of(hands.stride);
  facts.matrix = static_cast<long long>(to.matrices.size());
  facts.indices = index_of(to.indices.size());
  facts.by_card = index_of(to.by_card.size());
  facts.starts = index_of(to.starts.size());
  facts.entering = index_of(to.entering_places.size());
  facts.per_pair = static_cast<float>(here.boards_per_pair);
  to.matrices.insert(to.matrices.end(), hands.matrix.begin(), hands.matrix.end());
  to.by_card.insert(to.by_card.end(), hands.by_card.begin(), hands.by_card.end());
  to.starts.insert(to.starts.end(), hands.starts.begin(), hands.starts.end());
  // The processor's totals by card have a start of their own each; here they run on.
  for (const ShowdownIndex& index : hands.indices) {
    HandIndex copy{index.low, index.high, {}, {}, index.same_combo, {index.card[0], index.card[1]}};
    if (street == kStreets - 1)
      for (int k = 0; k < 2; ++k) {
        const std::size_t before = others + 1 + index.card[k];
        copy.card_low[k] = static_cast<unsigned short>(index.card_low[k] - before);
        copy.card_high[k] = static_cast<unsigned short>(index.card_high[k] - before);
      }
    to.indices.push_back(copy);
  }
  if (here.isomorphic.empty()) {
    for (std::size_t i = 0; i < hands.hands.size(); ++i)
      to.entering_places.push_back(static_cast<std::uint16_t>(i));
  } else {
    const auto& places = here.isomorphic[0].parent_index[player];
    to.entering_places.insert(to.entering_places.end(), places.begin(), places.end());
  }
  to.hands[player].push_back(facts);
}

// The cards that lead on from a board; boards of the next street are numbered from `first`.
void add_pairs(const Solver& solver, int street, const Board& here, std::size_t first, StreetPlan& to) {
  for (std::size_t i = here.first; i < here.first + here.children; ++i) {
    const Board& next = solver.runouts().boards[street + 1][i];
    for (const IsomorphicCard& card : next.isomorphic) {
      Pair pair{index_of(first + i), {}};
      for (int player = 0; player < 2; ++player) {
        pair.places[player] = index_of(to.pair_places.size());
        to.pair_places.resize(to.pair_places.size() + here.hands[player].hands.size(), kNowhere);
        const auto& parents = card.parent_index[player];
        for (std::size_t hand = 0; hand < parents.size(); ++hand)
          to.pair_places[static_cast<std::size_t>(pair.places[player]) + parents[hand]] =
              static_cast<std::uint16_t>(hand);
      }
      to.pairs.push_back(pair);
    }
  }
}

template <class T>
void make_room(std::vector<T>& to, std::size_t more) {
  to.reserve(to.size() + more);
}

// Makes room at once for what is added hand by hand: it is tens of megabytes.
void make_room_for_hands(const std::vector<Board>& boards, StreetPlan& to) {
  std::size_t hands = 0, by_card = 0, starts = 0, matrices = 0;
  for (const Board& board : boards)
    for (const Hands& each : board.hands) {
      hands += each.indices.size();
      by_card += each.by_card.size();
      starts += each.starts.size();
      matrices += each.matrix.size();
    }
  make_room(to.indices, hands);
  make_room(to.entering_places, hands);
  make_room(to.by_card, by_card);
  make_room(to.starts, starts);
  make_room(to.matrices, matrices);
}

void add_boards(const Solver& solver, int street, const SolverPlan& plan, std::size_t first_parent,
                std::size_t first_child, StreetPlan& to) {
  const auto& boards = solver.runouts().boards[street];
  std::vector<int> parents(boards.size(), index_of(first_parent));
  if (street > plan.first_street) {
    const auto& before = solver.runouts().boards[street - 1];
    for (std::size_t parent = 0; parent < before.size(); ++parent)
      for (std::size_t i = 0; i < before[parent].children; ++i)
        parents[before[parent].first + i] = index_of(first_parent + parent);
  }
  make_room_for_hands(boards, to);
  for (std::size_t board = 0; board < boards.size(); ++board) {
    for (int player = 0; player < 2; ++player) add_hands(solver, street, board, player, plan, to);
    const int first = index_of(to.pairs.size());
    if (street < plan.last_street) add_pairs(solver, street, boards[board], first_child, to);
    to.places.push_back({parents[board], first, index_of(to.pairs.size()) - first});
  }
}

void add_locks(const Solver& solver, int player, SolverPlan& plan) {
  const auto& locks = solver.locks(player);
  auto& starts = plan.lock_starts[player];
  if (locks.empty()) {
    if (!starts.empty()) starts.resize(plan.scales[player] + solver.decisions(player), -1);
    return;
  }
  starts.resize(plan.scales[player], -1);
  for (const auto& lock : locks) {
    starts.push_back(lock.empty() ? -1 : static_cast<std::int64_t>(plan.locks[player].size()));
    plan.locks[player].insert(plan.locks[player].end(), lock.begin(), lock.end());
  }
}

}  // namespace

SolverPlan plan_solvers(const std::vector<const Solver*>& solvers) {
  if (solvers.empty()) throw std::invalid_argument("there is no solver to plan");
  const Solver& model = *solvers[0];
  SolverPlan plan{};
  plan.first_street = model.spot().first_street;
  plan.last_street = model.spot().last_street;
  for (const Solver* solver : solvers)
    if (!model.same_betting(*solver))
      throw std::invalid_argument("solvers are planned together if their betting is the same");
  for (std::size_t number = 0; number < solvers.size(); ++number) {
    const Solver& solver = *solvers[number];
    std::size_t first_parent = number;  // the first street's are the solvers' rows of weights
    for (int street = plan.first_street; street <= plan.last_street; ++street) {
      const std::size_t here = plan.streets[street].places.size();
      const std::size_t below = street < plan.last_street ? plan.streets[street + 1].places.size() : 0;
      add_boards(solver, street, plan, first_parent, below, plan.streets[street]);
      first_parent = here;
    }
    for (int player = 0; player < 2; ++player) {
      add_locks(solver, player, plan);
      plan.numbers[player] += solver.numbers(player);
      plan.scales[player] += solver.decisions(player);
    }
  }
  for (int street = plan.first_street; street <= plan.last_street; ++street)
    for (const auto& hands : plan.streets[street].hands)
      for (const BoardHands& each : hands)
        plan.streets[street].width = std::max(plan.streets[street].width, static_cast<std::size_t>(each.stride));
  for (int player = 0; player < 2; ++player) {
    std::vector<std::pair<int, int>> entering = {{0, 0}}, next;
    for (int street = plan.first_street; street <= plan.last_street; ++street) {
      TreePrograms& programs = plan.streets[street].programs[player];
      next.clear();
      TreeCompiler(model, street, player, plan.streets[street].width, programs).compile(next);
      for (std::size_t tree = 0; tree < programs.trees.size(); ++tree) {
        programs.trees[tree].entering = entering[tree].first;
        programs.trees[tree].leaving = entering[tree].second;
      }
      std::swap(entering, next);
    }
  }
  const std::size_t width = plan.streets[plan.first_street].width;
  for (int player = 0; player < 2; ++player)
    for (const Solver* solver : solvers) {
      plan.weights[player].resize(plan.weights[player].size() + width, 0.0f);
      float* row = plan.weights[player].data() + plan.weights[player].size() - width;
      for (const Holding& hand : solver->runouts().boards[plan.first_street][0].hands[player].hands)
        *row++ = solver->runouts().spec.ranges.weights[player][hand.combo];
    }
  return plan;
}

}  // namespace fivebet::gpu
