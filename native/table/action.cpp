#include "table/action.hpp"

namespace fivebet {

namespace {

// Where things stand, for an error: "seat 2 in round 1 of 4, pot 300, 100 to call, 900 behind".
std::string describe_state(const Game& game, const HandState& state, const LegalActions& legal) {
  return "seat " + std::to_string(state.actor) + " in round " + std::to_string(state.street + 1) + " of " +
         std::to_string(game.streets) + ", pot " + std::to_string(pot_of(game, state)) + ", " +
         std::to_string(legal.call) + " to call, " + std::to_string(state.behind[state.actor]) + " behind";
}

const char* why_no_raise(const Game& game, const HandState& state) {
  const int seat = state.actor;
  if (at_most_one(state.can_act)) return "nobody is left who could call a raise";
  if (state.behind[seat] <= state.level - state.contributed[seat]) return "a raise takes more than a call";
  if (state.acted & seat_bit(seat) && state.raises < game.max_raises[state.street])
    return "a short all-in does not reopen the betting";
  return "the street's raises are used up";
}

[[noreturn]] void reject(const Game& game, const HandState& state, const LegalActions& legal, const Action& action,
                         const std::string& rule) {
  throw ActionError(describe(action) + " is against the rules: " + rule + " (" +
                    describe_state(game, state, legal) + ")");
}

Chips checked_target(const Game& game, const HandState& state, const LegalActions& legal, const Action& action) {
  if (action.to >= legal.min_to && action.to <= legal.max_to) return action.to;
  if (game.book.corrects) return std::clamp(action.to, legal.min_to, legal.max_to);
  const std::string low = std::to_string(legal.min_to);
  const std::string high = std::to_string(legal.max_to);
  reject(game, state, legal, action,
         legal.min_to == legal.max_to ? "only " + low + " is possible"
                                  : "it must be to between " + low + " and " + high);
}

}  // namespace

std::string describe(const Action& action) {
  switch (action.kind) {
    case ActionKind::kFold: return "fold";
    case ActionKind::kCheck: return "check";
    case ActionKind::kCall: return "call";
    case ActionKind::kBet: return "bet " + std::to_string(action.to);
    default: return "raise to " + std::to_string(action.to);
  }
}

Move act(const Game& game, HandState& state, Action action) {
  if (state.over) throw ActionError(describe(action) + " is against the rules: the hand is over");
  const int seat = state.actor;
  Move move{{action.kind, 0}, 0, state.street, state.actor};
  const Chips owed = to_match(state, seat) - state.contributed[seat];
  const Chips call = std::min(owed, state.behind[seat]);

  if (action.kind == ActionKind::kFold && (call > 0 || game.book.fold_when_free)) {
    fold(game, state);
    return move;
  }
  if (action.kind >= ActionKind::kBet || action.kind == ActionKind::kFold ||
      (action.kind == ActionKind::kCheck && call > 0)) {
    const LegalActions legal = legal_actions(game, state);
    if (action.kind >= ActionKind::kBet && (legal.raise || !game.book.corrects)) {
      if (!legal.raise) reject(game, state, legal, action, why_no_raise(game, state));
      const Chips to = checked_target(game, state, legal, action);
      move.action = {state.level == state.base ? ActionKind::kBet : ActionKind::kRaise, to};
      move.paid = state.base + to - state.contributed[seat];
      raise_to(game, state, to);
      return move;
    }
    if (!game.book.corrects)
      reject(game, state, legal, action,
             action.kind == ActionKind::kFold ? "there is nothing to call" : "there is a bet to call");
  }
  move.action.kind = call > 0 ? ActionKind::kCall : ActionKind::kCheck;
  move.paid = call;
  check_or_call(game, state);
  return move;
}

void replay_action(const Game& game, HandState& state, const Action& action) {
  switch (action.kind) {
    case ActionKind::kFold: return fold(game, state);
    case ActionKind::kCheck:
    case ActionKind::kCall: return check_or_call(game, state);
    case ActionKind::kBet:
    case ActionKind::kRaise: return raise_to(game, state, action.to);
  }
}

}  // namespace fivebet
