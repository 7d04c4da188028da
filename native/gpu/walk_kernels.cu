// The walk of counterfactual regret minimisation on a GPU, street by street.
//
// Down: split_rows carries the opponent's reach through the trees of a street, for every
// board at once. River trees are walked whole, one in a block's shared memory, from reach
// to regrets (walk_trees). Up: add_cards sums the values of all cards, value_leaves finds
// those of terminals before the river, join_rows lets decisions learn. A thread takes the
// same hands at all nodes, so that only terminals, which mix hands, need barriers.
#include "gpu/decision_rows.hpp"
#include "gpu/portable.hpp"
#include "gpu/team_sums.hpp"
#include "gpu/terminal_values.hpp"
#include "gpu/walk_data.hpp"
#include "gpu/wide_terminals.hpp"

namespace fivebet::gpu {

// The parts of a tree's program.
struct Program {
  const Split* splits;
  const Group* groups;
  const Leaf* leaves;
  const Join* joins;
  const WalkStep* steps;
  const int* rows;
  FIVEBET_DEVICE Program(const Tree& tree, const int* from)
      : splits(reinterpret_cast<const Split*>(from)),
        groups(reinterpret_cast<const Group*>(splits + tree.splits)),
        leaves(reinterpret_cast<const Leaf*>(groups + tree.groups)),
        joins(reinterpret_cast<const Join*>(leaves + tree.leaves)),
        steps(reinterpret_cast<const WalkStep*>(joins + tree.joins)),
        rows(reinterpret_cast<const int*>(steps + tree.steps)) {}
};

// Brings the reach that enters a tree to its first row.
FIVEBET_DEVICE void enter_tree(const StreetWalk& walk, const Tree& tree, const BoardHands& theirs, int board,
                               float* rows) {
  const float* before =
      walk.before_rows +
      (walk.places[board].parent * walk.before_row_count + tree.entering) * walk.before_width;
  const unsigned short* places = walk.entering_places + theirs.entering;
  const int last = theirs.hands - 1;
  for_pairs(theirs.hands, [&](int hand) {
    store_two(rows + hand, {before[places[hand]], hand < last ? before[places[hand + 1]] : 0.0f});
  });
}

template <class Storage>
FIVEBET_DEVICE void split_next(const StreetWalk& walk, const Program& program, int number,
                               const BoardHands& theirs, float* rows) {
  const Split split = program.splits[number];
  split_reach<Storage>(walk, theirs, split, program.rows + split.first, rows);
}

template <class Storage>
FIVEBET_DEVICE void walk_down(const StreetWalk& walk, const Tree& tree, const Program& program, int board,
                              float* rows) {
  const BoardHands theirs = walk.theirs[board];
  enter_tree(walk, tree, theirs, board, rows);
  for (int i = 0; i < tree.splits; ++i) split_next<Storage>(walk, program, i, theirs, rows);
}

struct Discounts {
  float of[kDiscounts];
  FIVEBET_DEVICE explicit Discounts(const StreetWalk& walk) {
    const int iteration = *walk.iteration;
    for (int i = 0; i < kDiscounts; ++i) of[i] = walk.discounts[kDiscounts * iteration + i];
  }
};

// Joins decisions from the first to the last. `most` has a number for each decision of the tree,
// zero at first: regrets in 16 bits are stored when the largest are known.
template <class Storage>
FIVEBET_DEVICE void join_some(const StreetWalk& walk, const Program& program, int first, int last,
                              const BoardHands& ours, const Discounts& discounts, float* rows, float* most) {
  const bool learns = walk.mode == kLearn;
  bool waits = false;
  for (int i = first; i < last; ++i) {
    const Join join = program.joins[i];
    const int* actions = program.rows + join.first;
    const float* locked =
        join.own ? locked_rows(walk.our_locks, walk.our_lock_starts, ours, join.decision) : nullptr;
    if (locked) {
      join_by_strategy(walk, ours, join, actions, StoredRows<float>{locked, ours.stride}, rows);
    } else if (join.own && learns) {
      const float largest = learn<Storage>(walk, ours, join, actions, discounts.of, rows);
      if constexpr (Storage::kCompressed) {
        const float of_warp = warp_most(largest);
        if (thread() % kWarp == 0) raise_to(most + i, of_warp);
        waits = true;
      }
    } else if (join.own && walk.mode == kAverage) {
      const long long table = ours.table + join.table_row * ours.stride;
      const auto* averages = static_cast<const typename Storage::Average*>(walk.our_averages) + table;
      join_by_strategy(walk, ours, join, actions,
                       StoredRows<typename Storage::Average>{averages, ours.stride}, rows);
    } else {
      join_plainly(walk, ours, join, actions, rows);
    }
  }
  if (!waits) return;
  sync_block();
  for (int i = first; i < last; ++i) {
    const Join join = program.joins[i];
    if (join.own && !locked_rows(walk.our_locks, walk.our_lock_starts, ours, join.decision))
      store_regrets(walk, ours, join, program.rows + join.first, most[i], rows);
  }
}

// The value of a tree's root, for the street before.
FIVEBET_DEVICE void leave_tree(const StreetWalk& walk, const Tree& tree, int board, int number, int hands,
                               const float* rows) {
  float* values = walk.tree_values + (board * walk.tree_count + number) * walk.width;
  const float* root = rows + tree.root_value * static_cast<int>(walk.width);
  for_pairs(hands, [&](int hand) { store_two(values + hand, load_two(root + hand)); });
}

// Joins all decisions of a tree and hands on the value of its root. `most` has room for
// one number of each decision.
template <class Storage>
FIVEBET_DEVICE void walk_up(const StreetWalk& walk, const Tree& tree, const Program& program, int board,
                            int number, float* rows, float* most) {
  const BoardHands ours = walk.ours[board];
  for (int i = thread(); i < tree.joins; i += threads()) most[i] = 0;
  sync_block();
  join_some<Storage>(walk, program, 0, tree.joins, ours, Discounts(walk), rows, most);
  leave_tree(walk, tree, board, number, ours.hands, rows);
}

FIVEBET_DEVICE float* tree_rows(const StreetWalk& walk, const Tree& tree, int board) {
  return walk.street_rows + (board * walk.street_row_count + tree.first_row) * walk.width;
}

// River trees from reach to regrets, each in a block's shared memory: scratch of the teams,
// its rows, its program, the largest regrets. `teams` warps value terminals.
template <class Storage>
FIVEBET_DEVICE void walk_tree(const StreetWalk& walk, int first_tree, int trees, int teams) {
  FIVEBET_SHARED(shared);
  const int board = block() / trees;
  const int number = walk.order[first_tree + block() % trees];
  const Tree tree = walk.trees[number];
  const int memory = (team_scratch(static_cast<int>(walk.most_others)) + 3) / 4 * 4;
  float* rows = shared + teams * memory;
  int* copy = reinterpret_cast<int*>(rows + tree.row_count * walk.width);
  float* most = reinterpret_cast<float*>(copy + tree.size);
  for (int i = thread(); i < tree.size; i += threads()) copy[i] = walk.programs[tree.program + i];
  const Program program(tree, copy);
  sync_block();
  walk_down<Storage>(walk, tree, program, board, rows);
  sync_block();
  const int others = walk.theirs[board].hands;
  const BoardHands ours = walk.ours[board];
  if (WarpTeam::number() < teams)
    for (int i = WarpTeam::number(); i < tree.groups; i += teams) {
      const GroupsOfTree<1> groups{program.groups + i, 1, program.leaves, rows, static_cast<int>(walk.width)};
      value_groups(WarpTeam{}, walk, ours, others, groups, shared + WarpTeam::number() * memory, nullptr);
    }
  sync_block();
  walk_up<Storage>(walk, tree, program, board, number, rows, most);
}

// What is the same for all threads of a block stands in shared memory: they have few registers.
struct WideFacts {
  BoardHands ours, theirs;
  Discounts discounts;
};

// River trees with very many hands, step by step, each by a block with a thread for each pair
// of hands. Shared memory has what terminals need, the rows unless they are far, the program
// and the largest regrets.
template <class Storage, bool kFar>
FIVEBET_DEVICE void walk_wide_tree(const StreetWalk& walk, int first_tree, int trees) {
  FIVEBET_SHARED(shared);
  const int board = block() / trees;
  const int number = walk.order[first_tree + block() % trees];
  const Tree tree = walk.trees[number];
  const WideScratch scratch(shared, static_cast<int>(walk.most_others));
  auto* facts = reinterpret_cast<WideFacts*>(scratch.end());
  float* near_rows = reinterpret_cast<float*>(facts + 1);
  int* copy = reinterpret_cast<int*>(near_rows + (kFar ? 0 : tree.row_count * walk.width));
  float* most = reinterpret_cast<float*>(copy + tree.size);
  float* rows = kFar ? tree_rows(walk, tree, board) : near_rows;
  for (int i = thread(); i < tree.size; i += threads()) copy[i] = walk.programs[tree.program + i];
  for (int i = thread(); i < tree.joins; i += threads()) most[i] = 0;
  if (thread() == 0) *facts = {walk.ours[board], walk.theirs[board], Discounts(walk)};
  const Program program(tree, copy);
  sync_block();
  const BoardHands &ours = facts->ours, &theirs = facts->theirs;
  share_cards(walk, ours, scratch);
  enter_tree(walk, tree, theirs, board, rows);
  int splits = 0, groups = 0, joins = 0;
  for (int i = 0; i < tree.steps; ++i) {
    const WalkStep step = program.steps[i];
    if (step.kind == kSplit) {
      for (const int last = splits + step.count; splits < last; ++splits)
        split_next<Storage>(walk, program, splits, theirs, rows);
    } else if (step.kind == kValue) {
      const GroupsOfTree<kTogether> together{program.groups + groups, step.count, program.leaves, rows,
                                             static_cast<int>(walk.width)};
      value_together(walk, ours, theirs.hands, together, scratch);
      groups += step.count;
    } else {
      join_some<Storage>(walk, program, joins, joins + step.count, ours, facts->discounts, rows, most);
      joins += step.count;
    }
  }
  leave_tree(walk, tree, board, number, ours.hands, rows);
}

template <class Storage>
FIVEBET_DEVICE void split_tree(const StreetWalk& walk, int trees) {
  const int board = block() / trees;
  const Tree tree = walk.trees[block() % trees];
  const Program program(tree, walk.programs + tree.program);
  walk_down<Storage>(walk, tree, program, board, tree_rows(walk, tree, board));
}

template <class Storage>
FIVEBET_DEVICE void join_tree(const StreetWalk& walk, int trees) {
  FIVEBET_SHARED(shared);
  const int board = block() / trees;
  const int number = block() % trees;
  const Tree tree = walk.trees[number];
  const Program program(tree, walk.programs + tree.program);
  walk_up<Storage>(walk, tree, program, board, number, tree_rows(walk, tree, board), shared);
}

}  // namespace fivebet::gpu

// The walks that are launched, by number.
FIVEBET_CONSTANT fivebet::gpu::StreetWalk walks[fivebet::gpu::kMostWalks];
FIVEBET_END_CONSTANT

// River trees: one block for each tree of a launch and board. Kernels with _16 have numbers
// in 16 bits. Wide trees have very many hands; the rows of far trees stand in the device's memory.
#define FIVEBET_TREE_KERNELS(suffix, Storage)                                                         \
  FIVEBET_CROWDED_KERNEL(512, 2) walk_trees##suffix(int walk, int first_tree, int trees, int teams) { \
    using namespace fivebet::gpu;                                                                     \
    walk_tree<Storage>(walks[walk], first_tree, trees, teams);                                        \
  }                                                                                                   \
  FIVEBET_CROWDED_KERNEL(544, 2) walk_wide_trees##suffix(int walk, int first_tree, int trees, int) {  \
    using namespace fivebet::gpu;                                                                     \
    walk_wide_tree<Storage, false>(walks[walk], first_tree, trees);                                   \
  }                                                                                                   \
  FIVEBET_CROWDED_KERNEL(544, 2) walk_far_trees##suffix(int walk, int first_tree, int trees, int) {   \
    using namespace fivebet::gpu;                                                                     \
    walk_wide_tree<Storage, true>(walks[walk], first_tree, trees);                                    \
  }                                                                                                   \
  FIVEBET_KERNEL split_rows##suffix(int walk, int trees) {                                                 \
    fivebet::gpu::split_tree<fivebet::gpu::Storage>(walks[walk], trees);                                   \
  }                                                                                                        \
  FIVEBET_KERNEL join_rows##suffix(int walk, int trees) {                                                  \
    fivebet::gpu::join_tree<fivebet::gpu::Storage>(walks[walk], trees);                                    \
  }
#if !defined(FIVEBET_ONLY_16)
FIVEBET_TREE_KERNELS(, Full)
#endif
#if !defined(FIVEBET_ONLY_32)
FIVEBET_TREE_KERNELS(_16, Compressed)
#endif
#undef FIVEBET_TREE_KERNELS

// Adds up the values of all cards that may come after a tree's leaf: one block for each
// tree of the next street and board of this one.
FIVEBET_KERNEL add_cards(int number_of_walk, int number_of_next, int trees) {
  using namespace fivebet::gpu;
  FIVEBET_SHARED(shared);
  const StreetWalk& walk = walks[number_of_walk];
  const StreetWalk& next = walks[number_of_next];
  const int board = block() / trees;
  const int number = block() % trees;
  const BoardPlace place = walk.places[board];
  const int hands = walk.ours[board].hands;
  float* to =
      walk.street_rows + (board * walk.street_row_count + next.trees[number].leaving) * walk.width;
  const float* values = next.tree_values + number * next.width;
  const long long apart = next.tree_count * next.width;
  const Pair* pairs = walk.pairs + place.pairs;
  sum_in_slices(hands, place.pair_count, shared, [&](int hand, int i) {
    const Pair pair = pairs[i];
    const unsigned short at = walk.pair_places[pair.places[walk.player] + hand];
    // Loads do not wait for each other's conditions.
    const float value = values[pair.board * apart + (at == kNowhere ? 0 : at)];
    return at == kNowhere ? 0.0f : value;
  });
  for (int hand = thread(); hand < hands + hands % 2; hand += threads())
    to[hand] = hand < hands ? shared[hand] : 0.0f;
}

// Terminals before the river: folds, and hands that are run out. A block takes one group.
FIVEBET_KERNEL value_leaves(int number_of_walk, int groups) {
  using namespace fivebet::gpu;
  FIVEBET_SHARED(shared);
  const StreetWalk& walk = walks[number_of_walk];
  const int board = block() / groups;
  const GroupPlace place = walk.group_places[block() % groups];
  const Tree tree = walk.trees[place.tree];
  const Program program(tree, walk.programs + tree.program);
  const Group group = program.groups[place.group];
  const Leaf* leaves = program.leaves + group.first;
  const BoardHands ours = walk.ours[board], theirs = walk.theirs[board];
  const int width = static_cast<int>(walk.width);
  float* rows = tree_rows(walk, tree, board);
  float* reach = shared;
  float* ahead = reach + width;
  float* scratch = ahead + slices(ours.hands) * ours.hands;
  if (group.needs & kShow) {
    // The opponent's matrix has our hands in its rows, next to each other.
    const short* behind = walk.matrices + theirs.matrix;
    for (int i = thread(); i < theirs.hands; i += threads()) reach[i] = rows[group.reach * width + i];
    sync_block();
    sum_in_slices(ours.hands, theirs.hands, ahead, [&](int hand, int i) {
      return static_cast<float>(behind[i * ours.stride + hand]) * reach[i];
    });
    for (int hand = thread(); hand < ours.hands; hand += threads()) ahead[hand] /= -ours.per_pair;
    sync_block();
  }
  if (group.needs & kEverybody) {
    const GroupsOfTree<1> groups{&program.groups[place.group], 1, program.leaves, rows, width};
    value_groups(BlockTeam{}, walk, ours, theirs.hands, groups, scratch,
                 group.needs & kShow ? ahead : nullptr);
    return;
  }
  for (int i = 0; i < group.leaves; ++i)
    for (int hand = thread(); hand < ours.hands + ours.hands % 2; hand += threads())
      rows[leaves[i].value * width + hand] = hand < ours.hands ? leaves[i].show * ahead[hand] : 0.0f;
}

FIVEBET_KERNEL count_iteration(int* iteration) { *iteration += 1; }
