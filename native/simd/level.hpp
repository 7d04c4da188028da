// What every kernel file of one level declares.
#pragma once

#include "equity/monte_carlo.hpp"
#include "simd/kernels.hpp"
#include "simd/solver_rows.hpp"

namespace fivebet::FIVEBET_LEVEL {

void evaluate(const CardSet* hands, std::size_t n, Value* values);
bool evaluate_checked(const CardSet* hands, std::size_t n, Value* values);
void count_values(int cards, Card lowest, std::uint64_t* histogram);
void rank_values(const std::uint32_t* boards, std::size_t n, std::uint32_t key, Value* values);
void suit_values(const std::uint32_t* boards, const std::uint16_t* lanes, std::size_t n, std::uint32_t key,
                 std::uint32_t held, Value* values);
void compare_rows(const ValueRows& rows, std::size_t hand, std::size_t hands, std::size_t from,
                  std::size_t to, const Tallies* tallies);
void add_matchups(const MatchupHand& hand, const MatchupSums& others, std::size_t from, std::size_t to,
                  double boards, const Tallies& tallies);
void compare_tuple(const ValueRows& rows, const std::uint16_t* hands, int players, TupleCounts& counts);
void enumerate_boards(const PlayersOnBoard& table, CardSet dead, std::int64_t* counts);
void rank_matchups(int part, int parts, std::uint32_t* wins, std::uint32_t* ties);
void suit_matchups(int part, int parts, std::int32_t* wins, std::int32_t* ties);
void sample_deals(const Sampler& sampler, std::uint64_t seed, std::uint64_t chunk, DealCounts& counts);
void terminal_values(const ShowdownTable& table, const Terminals& terminals, float* scratch);
void matvec(const float* matrix, std::size_t hands, std::size_t others, const float* reach, float scale,
            float* values);
void to_lines(const float* const* rows, std::size_t hands, float* lines);
void from_lines(const float* lines, std::size_t hands, float* const* rows);
void gather_lines(const float* lines, const std::uint16_t* index, std::size_t hands, float* const* rows);
void add_to_lines(const float* const* rows, const std::uint16_t* index, std::size_t hands, float* lines);
void split_reach(const DecisionRows& rows, bool average, const float* reach, float* const* children);
void strategy_value(const DecisionRows& rows, bool average, const float* const* values, float* value);
void update_regrets(const DecisionRows& rows, const float* const* values, const Discount& discount,
                    float* value, float* scratch);
void add_rows(const float* const* rows, std::size_t n, std::size_t hands, float* sum);
void max_rows(const float* const* rows, std::size_t n, std::size_t hands, float* best);
void combine_rows(const float* const* rows, const float* factors, std::size_t n, std::size_t hands, float* sum);
void matmul(const float* matrix, std::size_t hands, std::size_t others, const float* const* reach,
            const float* scales, float* const* values, std::size_t n);
void matmul_int16(const std::int16_t* matrix, std::size_t hands, std::size_t others,
                  const float* const* reach, const float* scales, float* const* values, std::size_t n);
void multiply_tile(const TileProduct& product);

}  // namespace fivebet::FIVEBET_LEVEL
