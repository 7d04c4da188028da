// Lines of betting at tables of two to ten, as a player remembers them.
//
// A tree of all betting among six players does not fit anywhere. Here a player knows a
// line by a few facts: the street, how many are in and how many act behind, how often it
// was raised and by whom, the price, the chips behind, who led before. Lines that agree in
// these share their regrets (imperfect recall of the betting, as buckets are of the cards).
// So there are some thousand lines whatever the number of players, a size that no tree
// knows is a price like any other, and nobody has to be dropped from a pot.
//
// A player has at most five actions: fold, check or call, a smaller and a larger raise by
// the pot, all-in. In limit games the smaller raise is the only one.
#pragma once

#include <array>
#include <cstdint>

#include "table/action.hpp"

namespace fivebet {

inline constexpr int kRingActions = 5;
enum RingAction : int { kRingFold, kRingCall, kRingSmall, kRingLarge, kRingAllIn };

// What is believed of a player: nothing (or that it plays soundly), that it calls too much,
// raises too much, or folds too much.
enum class Habit : std::uint8_t { kSound, kCalls, kRaises, kFolds };
inline constexpr int kHabits = 4;
using Habits = std::array<Habit, kMaxSeats>;

// The actions of a decision: which there are, and what raises bring one's bet to.
struct RingChoice {
  unsigned mask = 0;
  std::array<Chips, kRingActions> to{};

  bool has(int action) const { return mask >> action & 1; }
};

// A hand in progress, with what lines are known by beyond the state of the table.
struct RingLine {
  HandState state;
  Seats raised = 0;    // on this street
  Seats called = 0;    // on this street
  int callers = 0;     // since the last raise of the street
  int opened = 0;      // raises before the flop
  int bet_streets = 0; // streets after the flop, up to the one before, on which somebody bet
  int leader = -1;     // who raised last on the street before

  void act(const Game& game, const Action& action);
};

RingChoice ring_choice(const Game& game, const HandState& state);
Action ring_action(const RingChoice& choice, int action);
// The action that comes nearest to another one: raises by pseudo-harmonic mapping
// (Ganzfried and Sandholm, 2013) of what they add to the pot, the likelier of two.
int nearest_ring_action(const Game& game, const HandState& state, const RingChoice& choice,
                        const Action& action);

// The line's key for the player to act: `exploiting` lines are kept apart, and know habits.
std::uint64_t ring_key(const Game& game, const RingLine& line, const RingChoice& choice, bool exploiting,
                       const Habits& habits);
inline constexpr unsigned kKeyMaskBits = kRingActions;  // the lowest bits of a key are the actions' mask
inline int key_street(std::uint64_t key) { return static_cast<int>(key >> kKeyMaskBits & 3); }
inline unsigned key_mask(std::uint64_t key) { return static_cast<unsigned>(key & ((1u << kKeyMaskBits) - 1)); }

}  // namespace fivebet
