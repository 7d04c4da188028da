// What a player says, and what the table makes of it.
//
// A move is checked against the rules and comes back as what it was: a call of
// nothing is a check, the first chips of a street are a bet, the next a raise.
// Amounts of bets and raises are those in front of the player afterwards.
#pragma once

#include <stdexcept>
#include <string>

#include "table/hand_state.hpp"

namespace fivebet {

enum class ActionKind : std::uint8_t { kFold, kCheck, kCall, kBet, kRaise };
inline constexpr int kActionKinds = 5;

struct Action {
  ActionKind kind;
  Chips to;  // 0 but for bets and raises
  bool operator==(const Action&) const = default;
};

struct Move {
  Action action;
  Chips paid;
  std::int8_t street;
  std::int8_t seat;
};

struct ActionError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Acts for the seat whose turn it is. A book that corrects moves the action to
// the nearest legal one; otherwise an illegal one throws and changes nothing.
Move act(const Game& game, HandState& state, Action action);

// An action that `act` has given back, done again without a check.
void replay_action(const Game& game, HandState& state, const Action& action);

std::string describe(const Action& action);

}  // namespace fivebet
