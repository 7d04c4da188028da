// Every heads-up matchup before the flop, up to suits: 47,008 of them.
//
// Two hands share everything that depends on ranks alone with all others of
// the same ranks, and everything that a suit's flushes change with all others
// that hold the same ranks of that suit. So both parts are counted once, over
// the boards by rank and over the boards that can flush in one suit, and each
// matchup is put together from one rank part and four suit parts.
#pragma once

#include <cstdint>
#include <vector>

#include "cards/card_set.hpp"

namespace fivebet {

inline constexpr int kRankPairs = kRanks * (kRanks + 1) / 2;
inline constexpr std::uint32_t kPreflopBoards = 1'712'304;

constexpr int rank_pair(int a, int b) { return a > b ? a * (a + 1) / 2 + b : b * (b + 1) / 2 + a; }

// What a hand is to one suit: two cards of it, one, or none. Within a kind
// hands differ by the ranks in the suit and those off it.
namespace suit_type {
inline constexpr int kTwo = kRanks * (kRanks - 1) / 2;
inline constexpr int kOne = kRanks * kRanks;
inline constexpr int kNone = kRankPairs;
inline constexpr int kTypes = kTwo + kOne + kNone;

constexpr int two(int a, int b) { return a > b ? a * (a - 1) / 2 + b : b * (b - 1) / 2 + a; }
constexpr int one(int held, int off) { return kTwo + kRanks * held + off; }
constexpr int none(int a, int b) { return kTwo + kOne + rank_pair(a, b); }
// The first type of the kind: a row is counted from here on.
constexpr int kind_start(int type) { return type < kTwo ? 0 : type < kTwo + kOne ? kTwo : kTwo + kOne; }
}  // namespace suit_type

// Wins and ties of every combo against every other: 0 where two share a card.
// Row-major over combos, out of 1,712,304 boards.
struct MatchupTable {
  std::vector<std::uint32_t> wins;
  std::vector<std::uint32_t> ties;
};

MatchupTable solve_matchups(int threads);

// How many matchups there are up to suits and the order of the players.
std::size_t count_matchups();

}  // namespace fivebet
