// The inner loops, compiled once per instruction-set level.
//
// The other files of simd/ are built for each level in FIVEBET_LEVEL's namespace and may
// use nothing that the linker would share between levels: no standard
// containers, no non-inlined templates. kernels() is the best set that this
// machine can run, chosen once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cards/card_set.hpp"
#include "cards/evaluator.hpp"

namespace fivebet {

inline constexpr std::size_t kValueLanes = 32;  // rows of values are padded to a multiple of this

// Rows of values, one per hand, each over all boards; 0 where hand and board
// share a card and in the padding.
struct ValueRows {
  const Value* values;
  std::size_t stride;
  const Value* row(std::size_t hand) const { return values + hand * stride; }
};

// The boards on which one hand's value is above each other hand's, or equal. Eight hands at
// a time are compared with each other hand.
struct Tallies {
  std::uint32_t* win;
  std::uint32_t* tie;
};
inline constexpr std::size_t kRowsAtOnce = 8;

// Two ranges as arrays over all hands in play: weights in each, and sums over
// the matchups added so far.
struct MatchupSums {
  const CardSet* cards;
  const double* weight[2];
  double* dealt[2];
  double* won[2];
  double* tied[2];
};
struct MatchupHand {
  std::size_t index;
  CardSet cards;
  double weight[2];
};

inline constexpr int kMaxPlayers = 10;
inline constexpr int kWinnerSets = 1 << kMaxPlayers;

struct PlayersOnBoard {
  int players;
  CardSet hands[kMaxPlayers];
};

// One deal of hole cards over all boards: how often each player is among k winners.
struct TupleCounts {
  std::uint32_t boards;
  std::uint32_t won[kMaxPlayers][kMaxPlayers + 1];
};

struct Sampler;  // equity/monte_carlo.hpp
struct DealCounts;
struct ShowdownTable;  // simd/solver_rows.hpp
struct Terminals;
struct DecisionRows;
struct Discount;
struct TileProduct;

struct Kernels {
  const char* level;
  void (*evaluate)(const CardSet* hands, std::size_t n, Value* values);
  // Whether all are hands of five to seven cards: what is none is not evaluated. Each is read
  // once, since another thread may change it.
  bool (*evaluate_checked)(const CardSet* hands, std::size_t n, Value* values);
  void (*count_values)(int cards, Card lowest, std::uint64_t* histogram);
  // Values of a hand, by its rank key and the ranks it holds in the boards' suit.
  void (*rank_values)(const std::uint32_t* boards, std::size_t n, std::uint32_t key, Value* values);
  void (*suit_values)(const std::uint32_t* boards, const std::uint16_t* lanes, std::size_t n,
                      std::uint32_t key, std::uint32_t held, Value* values);
  void (*compare_rows)(const ValueRows& rows, std::size_t hand, std::size_t hands, std::size_t from,
                       std::size_t to, const Tallies* tallies);
  // Adds up a hand's matchups, in either range, against hands from `from` to `to`.
  void (*add_matchups)(const MatchupHand& hand, const MatchupSums& others, std::size_t from, std::size_t to,
                       double boards, const Tallies& tallies);
  void (*compare_tuple)(const ValueRows& rows, const std::uint16_t* hands, int players, TupleCounts& counts);
  // Adds to counts[set] the boards on which exactly that set of players wins.
  void (*enumerate_boards)(const PlayersOnBoard& table, CardSet dead, std::int64_t* counts);
  // The parts of all heads-up matchups (matchups.hpp), over every `parts`-th board.
  void (*rank_matchups)(int part, int parts, std::uint32_t* wins, std::uint32_t* ties);
  void (*suit_matchups)(int part, int parts, std::int32_t* wins, std::int32_t* ties);
  void (*sample_deals)(const Sampler& sampler, std::uint64_t seed, std::uint64_t chunk, DealCounts& counts);
  // The solver's loops (solver_rows.hpp). Values of up to sixteen terminals of a board.
  void (*terminal_values)(const ShowdownTable& table, const Terminals& terminals, float* scratch);
  // Values of one terminal: a matrix, whose rows are padded, times the opponent's reach.
  void (*matvec)(const float* matrix, std::size_t hands, std::size_t others, const float* reach, float scale,
                 float* values);
  // Sixteen rows of padded length as lines, one for each hand with its sixteen numbers, and back.
  void (*to_lines)(const float* const* rows, std::size_t hands, float* lines);
  void (*from_lines)(const float* lines, std::size_t hands, float* const* rows);
  // Sixteen rows of hands, the i-th of which stands at index[i] among the lines, padded with
  // zeros; and such rows added to the lines.
  void (*gather_lines)(const float* lines, const std::uint16_t* index, std::size_t hands, float* const* rows);
  void (*add_to_lines)(const float* const* rows, const std::uint16_t* index, std::size_t hands, float* lines);
  // Splits reach among a decision's actions, by the average strategy or the current one.
  void (*split_reach)(const DecisionRows& rows, bool average, const float* reach, float* const* children);
  // The value of a decision that is played by such a strategy.
  void (*strategy_value)(const DecisionRows& rows, bool average, const float* const* values, float* value);
  // The value of a decision by its current strategy; updates its regrets and average.
  void (*update_regrets)(const DecisionRows& rows, const float* const* values, const Discount& discount,
                         float* value, float* scratch);
  void (*add_rows)(const float* const* rows, std::size_t n, std::size_t hands, float* sum);
  void (*max_rows)(const float* const* rows, std::size_t n, std::size_t hands, float* best);
  // The sum of n rows, each times its factor.
  void (*combine_rows)(const float* const* rows, const float* factors, std::size_t n, std::size_t hands,
                       float* sum);
  // Values of n terminals that share a matrix, the opponent's hands by ours.
  void (*matmul)(const float* matrix, std::size_t hands, std::size_t others, const float* const* reach,
                 const float* scales, float* const* values, std::size_t n);
  void (*matmul_int16)(const std::int16_t* matrix, std::size_t hands, std::size_t others,
                       const float* const* reach, const float* scales, float* const* values, std::size_t n);
  // A value network's products for a tile of hands.
  void (*multiply_tile)(const TileProduct& product);
};

const Kernels& kernels();

// All levels, the best last; a machine has some of them.
inline constexpr const char* kLevels[] = {"baseline", "neon", "avx2", "avx512"};

// Changes the set in use, to compare levels.
// False if it was not built or cannot run here.
bool use_kernels(const char* level);

}  // namespace fivebet
