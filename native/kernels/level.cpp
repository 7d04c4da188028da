// The table of one level's kernels.
#include "level.hpp"

#define FIVEBET_QUOTE_(name) #name
#define FIVEBET_QUOTE(name) FIVEBET_QUOTE_(name)

namespace fivebet::FIVEBET_LEVEL {

extern const Kernels kernels;
const Kernels kernels = {
    FIVEBET_QUOTE(FIVEBET_LEVEL), evaluate,      count_values,     rank_values, suit_values,
    compare_rows,                 meet,          compare_tuple, enumerate_boards, rank_matchups, suit_matchups, deal,
    meet_terminals,               meet_matrix,   meet_payoffs,  spread_reach,  weigh_values,     learn,         add_rows,      best_row,
    meet_many,
};

}  // namespace fivebet::FIVEBET_LEVEL
