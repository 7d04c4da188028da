// What the kernels of a walk read: plans of trees, facts of boards, and where rows stand.
//
// A walk finds the values of one player's hands (solve/cfr_walk.hpp tells how). Each
// street's betting is compiled, for each player, into a short program: how reach is split
// on the way down, which terminals there are, how values are joined on the way up. Rows
// are numbered inside a tree; a row has `width` numbers.
#pragma once

namespace fivebet::gpu {

// A decision of the opponent: its reach is split among the actions' rows.
struct alignas(16) Split {
  int table_row;  // of the first action, among the opponent's rows on the street
  int decision;   // number among the opponent's decisions on the street
  int actions;
  int from;   // row of reach
  int first;  // of the actions' rows
};

// Terminals that share a row of reach.
struct alignas(16) Group {
  int reach;
  int first;  // of its leaves
  int leaves;
  int needs;  // kShow, kEverybody
};
enum Needs { kShow = 1, kEverybody = 2 };

// A terminal is worth `show` times the reach of weaker hands less that of better ones,
// plus `all` times everybody's.
struct alignas(16) Leaf {
  int value;  // row
  float show;
  float all;
};

// A decision on the way up: the player's own learns, the opponent's adds up.
struct alignas(16) Join {
  int own;
  int table_row;
  int decision;
  int actions;
  int value;  // row
  int first;  // of the actions' rows
};

// What a block does next where it walks a tree alone: so many of the splits, groups (all at
// once) or joins that come next.
enum StepKind { kSplit, kValue, kJoin };
struct WalkStep {
  int kind;
  int count;
};
constexpr int kTogether = 2;  // groups that a block values at once, at most

// A tree's program stands in one piece of `programs`: splits, groups, leaves, joins, steps, and
// the rows that splits and joins name. Parts are read in few pieces: programs begin where 16
// bytes do.
struct Tree {
  int program, size;  // in ints
  int splits;
  int groups;
  int leaves;
  int joins;
  int steps;
  int row_count;
  int first_row;  // where rows of all trees stand together: this tree's first
  int root_value;
  int entering;  // the street before: the row of reach that leads here, among all of its rows
  int leaving;   // and the row that takes this tree's value
};

// A group of a tree, for streets whose terminals are valued without regard to trees.
struct GroupPlace {
  int tree;
  int group;
};

// One player's hands on a board, as far as that player's walk needs them.
struct BoardHands {
  long long table;   // first of the player's numbers
  long long matrix;  // first of wins less losses against the opponent's hands
  int scale;         // first of the player's scales
  int hands;
  int stride;
  int indices;   // first of the hands' indices among the opponent's
  int by_card;   // first of the opponent's hands by card
  int starts;    // first of the 53 places where cards begin there
  int entering;  // first of the hands' places on the board before
  float per_pair;
};

struct BoardPlace {
  int parent;  // board of the street before
  int pairs;   // first of the cards that lead on from here, and their number
  int pair_count;
};

// Where a hand finds its sums among running totals (simd/solver_rows.hpp tells more).
struct alignas(16) HandIndex {
  unsigned short low, high;
  unsigned short card_low[2], card_high[2];
  unsigned short same_combo;
  unsigned char card[2];
};

// A card that leads to a board of the next street, and where the parent's hands are there.
struct Pair {
  int board;
  int places[2];  // by player: first of the parent's hands' places; kNowhere for none
};
constexpr unsigned short kNowhere = 0xffff;

enum Mode { kLearn, kAverage, kBestResponse };

// One street of one player's walk. Every field has 64 bits, so that the names are enough to fill it.
#define FIVEBET_WALK_FIELDS(POINTER, NUMBER)                                        \
  POINTER(const Tree, trees)                                                        \
  POINTER(const int, order)          /* trees, largest first */                     \
  POINTER(const int, programs)                                                      \
  POINTER(const GroupPlace, group_places)                                           \
  POINTER(const BoardHands, ours)                                                   \
  POINTER(const BoardHands, theirs)                                                 \
  POINTER(const BoardPlace, places)                                                 \
  POINTER(const Pair, pairs)                                                        \
  POINTER(const unsigned short, pair_places)                                        \
  POINTER(const HandIndex, indices)                                                 \
  POINTER(const unsigned short, by_card)                                            \
  POINTER(const unsigned short, starts)                                             \
  POINTER(const short, matrices)                                                    \
  POINTER(const unsigned short, entering_places)                                    \
  POINTER(void, our_regrets)                                                        \
  POINTER(void, our_averages)                                                       \
  POINTER(float, our_scales)                                                        \
  POINTER(const float, our_locks)                                                   \
  POINTER(const long long, our_lock_starts)                                         \
  POINTER(const void, their_regrets)                                                \
  POINTER(const void, their_averages)                                               \
  POINTER(const float, their_scales)                                                \
  POINTER(const float, their_locks)                                                 \
  POINTER(const long long, their_lock_starts)                                       \
  POINTER(float, street_rows)        /* rows of all trees, by board */              \
  POINTER(const float, before_rows)  /* those of the street before */               \
  POINTER(float, tree_values)        /* by board and tree */                        \
  POINTER(const float, discounts)    /* kDiscounts for each iteration */             \
  POINTER(const int, iteration)                                                     \
  NUMBER(player)                                                                    \
  NUMBER(mode)                                                                      \
  NUMBER(tree_count)                                                                \
  NUMBER(width)                                                                     \
  NUMBER(street_row_count)                                                          \
  NUMBER(before_width)                                                              \
  NUMBER(before_row_count)                                                          \
  NUMBER(most_others) /* hands of the opponent on any board */

struct StreetWalk {
#define FIVEBET_POINTER(type, name) type* name;
#define FIVEBET_NUMBER(name) long long name;
  FIVEBET_WALK_FIELDS(FIVEBET_POINTER, FIVEBET_NUMBER)
#undef FIVEBET_POINTER
#undef FIVEBET_NUMBER
};
constexpr int kMostWalks = 32;  // both players, three streets, three modes
constexpr int kDiscounts = 4;   // positive, negative, average weight and lookahead

}  // namespace fivebet::gpu
