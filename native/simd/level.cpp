// The table of one level's kernels.
#include "simd/level.hpp"

#define FIVEBET_QUOTE_(name) #name
#define FIVEBET_QUOTE(name) FIVEBET_QUOTE_(name)

namespace fivebet::FIVEBET_LEVEL {

extern const Kernels kernels;
const Kernels kernels = {
    .level = FIVEBET_QUOTE(FIVEBET_LEVEL),
    .evaluate = evaluate,
    .evaluate_checked = evaluate_checked,
    .count_values = count_values,
    .rank_values = rank_values,
    .suit_values = suit_values,
    .compare_rows = compare_rows,
    .add_matchups = add_matchups,
    .compare_tuple = compare_tuple,
    .enumerate_boards = enumerate_boards,
    .rank_matchups = rank_matchups,
    .suit_matchups = suit_matchups,
    .sample_deals = sample_deals,
    .terminal_values = terminal_values,
    .matvec = matvec,
    .to_lines = to_lines,
    .from_lines = from_lines,
    .gather_lines = gather_lines,
    .add_to_lines = add_to_lines,
    .split_reach = split_reach,
    .strategy_value = strategy_value,
    .update_regrets = update_regrets,
    .add_rows = add_rows,
    .max_rows = max_rows,
    .combine_rows = combine_rows,
    .matmul = matmul,
    .matmul_int16 = matmul_int16,
    .multiply_tile = multiply_tile,
};

}  // namespace fivebet::FIVEBET_LEVEL
