// The betting of a heads-up spot, street by street, without its cards.
//
// What can be bet depends on the chips alone, so that every turn or river card
// sees the same betting. A street's forest has one tree for each way in which the
// street before could end with chips behind; its nodes stand parents first.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "solve/bet_sizes.hpp"

namespace fivebet {

struct TreeAction {
  enum Kind : std::uint8_t { kFold, kCheck, kCall, kBet, kRaise, kAllIn } kind;
  Chips to;  // this street's bet afterwards
};

// Fixed-limit betting: one size on each street, and at most so many bets and raises. Streets
// are preflop, flop, turn and river.
struct FixedLimit {
  std::array<Chips, 4> bets{};
  std::array<int, 4> max_raises{};
};

struct Spot {
  int first_street = 0;  // 0 flop, 1 turn, 2 river
  int last_street = 2;   // with betting; after it hands are checked down
  Chips pot = 0;
  Chips stack = 0;
  BetSizes bet_sizes[2][3];  // by player (0 acts first) and street
  Thresholds thresholds;
  std::optional<FixedLimit> limit;  // instead of sizes and thresholds
  double rake = 0;      // part of the pot that the house takes
  double rake_cap = 0;  // at most, in chips; 0 for no cap
  // Actions that are not offered: each is the last one of a line from the spot's start.
  std::vector<std::vector<TreeAction>> removed;
};

inline constexpr int kStreets = 3;

struct BettingNode {
  enum Kind : std::uint8_t {
    kDecision,
    kFolded,    // `player` has folded
    kShowdown,  // on the river
    kRunOut,    // all-in before the river: the board is dealt without betting
    kChance,    // a public card: the next street's tree number `next_tree`
  } kind;
  std::int8_t player;   // who acts, or who has folded
  std::int32_t parent;  // -1 for a root
  std::int32_t tree;
  std::int32_t next_tree;  // of kChance
  std::int32_t first;      // first child; children stand in `children`
  std::int32_t actions;
  std::int32_t row;      // of kDecision: rows of the player's earlier decisions on the street
  std::int32_t number;   // of kDecision: the player's decisions before it on the street
  Chips contributed[2];  // chips put in since the spot's start
  TreeAction action;     // what led here from the parent
};

struct Forest {
  std::vector<BettingNode> nodes;
  std::vector<std::int32_t> children;  // node numbers, parents' `first` points here
  std::vector<std::int32_t> roots;     // by tree, and one past the last node
  std::int32_t rows[2] = {0, 0};       // of actions, by player
  std::int32_t decisions[2] = {0, 0};

  std::span<const std::int32_t> children_of(const BettingNode& node) const {
    return {children.data() + node.first, static_cast<std::size_t>(node.actions)};
  }
  std::size_t trees() const { return roots.size() - 1; }
};

struct Betting {
  Forest streets[kStreets];
};

// How a street begins: chips put in by each player, whether the first player has called on
// the street before, how many actions there were, and which removed lines begin with them.
struct StreetStart {
  Chips base;
  bool called;
  std::size_t actions = 0;
  std::vector<std::size_t> removals = {};
};

// Throws std::invalid_argument where there are more nodes than `most`, where a removed line is
// not in the betting, and where nothing is left to do.
Betting build_betting(const Spot& spot, std::size_t most);
// The same from several starts; removed lines have no effect.
Betting build_betting(const Spot& spot, std::size_t most, std::vector<StreetStart> starts);

// Before the flop: the second player has the button and the small blind and acts
// first. `raises` are sizes by how many raises there have been; fixed-limit needs none.
struct Blinds {
  Chips small_blind;
  Chips big_blind;
  std::vector<std::vector<BetSize>> raises;
};

// One tree; its kChance leaves are the flop's trees, in the order of `starts`.
Forest build_preflop(const Spot& spot, const Blinds& blinds, std::vector<StreetStart>& starts);

}  // namespace fivebet
