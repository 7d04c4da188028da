// Random deals of all players and the board, weighted by their ranges.
//
// Players with a range draw from Walker's alias table, half of them and the
// other half apart; a half in which two hold the same card is thrown away, and
// so is a deal of two halves that do, which gives every possible deal its
// weight. Players who may hold any two cards, and the board, are drawn
// from the cards that are left: the number of ways to do so is the same for
// every deal. Chunk c of a seed is always the same deals, whoever draws it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cards/card_set.hpp"
#include "simd/kernels.hpp"
#include "table/chips.hpp"

namespace fivebet {

inline constexpr std::uint64_t kChunkDeals = 4096;
// A chunk that needs more tries than this has ranges that hardly fit together.
inline constexpr std::uint64_t kMaxTries = 20'000'000;

// A draw of 32 bits picks an entry and one of its two hands.
struct AliasEntry {
  CardSet hands[2];
  std::uint64_t threshold;  // the first hand's share, in 1/2^32
};

// Walker's alias method over the hands of a range that hold no dead card.
std::vector<AliasEntry> alias_table(const double* weights, CardSet dead);

// Whether all hands without a dead card weigh the same.
bool any_two(const double* weights, CardSet dead);

struct Sampler {
  struct Seat {
    int player;
    const AliasEntry* entries;  // null for any two cards
    const CardSet* hands;         // the entries' first hands
    std::uint64_t size;
    bool even;  // all weights are the same: the first hand is always taken
  };
  int players = 0;
  int ranges = 0;  // seats that draw from a table
  Seat seats[kMaxPlayers] = {};  // ranges first, then any two cards
  CardSet board = 0;
  CardSet dead = 0;
  bool per_combo = false;
};

struct DealCounts {
  std::uint64_t deals = 0;
  bool stuck = false;
  std::uint64_t won[kMaxPlayers][kMaxPlayers + 1] = {};  // by player and number of winners
  // Shares in 1/2520 of a pot and deals by combo, if asked for.
  std::uint64_t* combo_shares = nullptr;
  std::uint64_t* combo_deals = nullptr;
};

// A sampler with its alias tables. Weights are 1,326 per player.
class SamplerTables {
 public:
  SamplerTables(std::span<const double* const> weights, CardSet board, CardSet dead);
  Sampler sampler;

 private:
  std::vector<AliasEntry> entries_[kMaxPlayers];
  std::vector<CardSet> hands_[kMaxPlayers];
};

}  // namespace fivebet
