// Actions of players, checked against the rules.
//
// An action is returned as what it was: a call of nothing is a check, the first chips of
// a street are a bet, later ones a raise. The amount of a bet or raise is what lies in
// front of the player afterwards.
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

// Acts for the seat whose turn it is. Where the rule book corrects, an illegal action
// becomes the nearest legal one; otherwise it throws and changes nothing.
Move act(const Game& game, HandState& state, Action action);

// Does an action again that `act` has returned before, without checking it.
void replay_action(const Game& game, HandState& state, const Action& action);

std::string describe(const Action& action);

}  // namespace fivebet
