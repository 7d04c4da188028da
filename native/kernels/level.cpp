// The table of one level's kernels.
#include "level.hpp"

#define FIVEBET_QUOTE_(name) #name
#define FIVEBET_QUOTE(name) FIVEBET_QUOTE_(name)

namespace fivebet::FIVEBET_LEVEL {

extern const Kernels kernels;
const Kernels kernels = {
    .level = FIVEBET_QUOTE(FIVEBET_LEVEL),
    .evaluate = evaluate,
    .count_values = count_values,
    .rank_values = rank_values,
    .suit_values = suit_values,
    .compare_rows = compare_rows,
    .meet = meet,
    .compare_tuple = compare_tuple,
    .enumerate_boards = enumerate_boards,
    .rank_matchups = rank_matchups,
    .suit_matchups = suit_matchups,
    .deal = deal,
    .meet_terminals = meet_terminals,
    .meet_matrix = meet_matrix,
    .meet_payoffs = meet_payoffs,
    .spread_reach = spread_reach,
    .weigh_values = weigh_values,
    .learn = learn,
    .add_rows = add_rows,
    .best_row = best_row,
    .meet_many = meet_many,
};

}  // namespace fivebet::FIVEBET_LEVEL
