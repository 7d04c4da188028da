// What a player says, and what the table makes of it.
//
// A move is checked against the rules and comes back as what it was: a call of
// nothing is a check, the first chips of a street are a bet, the next a raise.
// Amounts of bets and raises are those in front of the player afterwards.
#pragma once

#include <stdexcept>
#include <string>

#include "table.hpp"

namespace fivebet {

enum class Kind : std::uint8_t { kFold, kCheck, kCall, kBet, kRaise };
inline constexpr int kKinds = 5;

struct Action {
  Kind kind;
  Chips to;  // 0 but for bets and raises
  bool operator==(const Action&) const = default;
};

struct Move {
  Action action;
  Chips paid;
  std::int8_t round;
  std::int8_t seat;
};

struct ActionError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Acts for the seat whose turn it is. A book that corrects moves the action to
// the nearest legal one; otherwise an illegal one throws and changes nothing.
Move act(const Game& game, Deal& deal, Action action);

// An action that `act` has given back, done again without a check.
void repeat(const Game& game, Deal& deal, const Action& action);

std::string describe(const Action& action);

}  // namespace fivebet
