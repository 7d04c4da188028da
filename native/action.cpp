#include "action.hpp"

namespace fivebet {

namespace {

// Where things stand, for an error: "seat 2 in round 1 of 4, pot 300, 100 to call, 900 behind".
std::string standing(const Game& game, const Deal& deal, const Legal& may) {
  return "seat " + std::to_string(deal.actor) + " in round " + std::to_string(deal.round + 1) + " of " +
         std::to_string(game.rounds) + ", pot " + std::to_string(pot_of(game, deal)) + ", " +
         std::to_string(may.call) + " to call, " + std::to_string(deal.left[deal.actor]) + " behind";
}

const char* why_no_raise(const Game& game, const Deal& deal) {
  const int seat = deal.actor;
  if (at_most_one(deal.able)) return "nobody is left who could call a raise";
  if (deal.left[seat] <= deal.level - deal.spent[seat]) return "a raise takes more than a call";
  if (deal.acted & seat_bit(seat) && deal.raises < game.max_raises[deal.round])
    return "a short all-in does not reopen the betting";
  return "the street's raises are used up";
}

[[noreturn]] void refuse(const Game& game, const Deal& deal, const Legal& may, const Action& action,
                         const std::string& rule) {
  throw ActionError(describe(action) + " is against the rules: " + rule + " (" +
                    standing(game, deal, may) + ")");
}

Chips checked_target(const Game& game, const Deal& deal, const Legal& may, const Action& action) {
  if (action.to >= may.min_to && action.to <= may.max_to) return action.to;
  if (game.book.corrects) return std::clamp(action.to, may.min_to, may.max_to);
  const std::string low = std::to_string(may.min_to);
  const std::string high = std::to_string(may.max_to);
  refuse(game, deal, may, action,
         may.min_to == may.max_to ? "only " + low + " is possible"
                                  : "it must be to between " + low + " and " + high);
}

}  // namespace

std::string describe(const Action& action) {
  switch (action.kind) {
    case Kind::kFold: return "fold";
    case Kind::kCheck: return "check";
    case Kind::kCall: return "call";
    case Kind::kBet: return "bet " + std::to_string(action.to);
    default: return "raise to " + std::to_string(action.to);
  }
}

Move act(const Game& game, Deal& deal, Action action) {
  if (deal.over) throw ActionError(describe(action) + " is against the rules: the hand is over");
  const int seat = deal.actor;
  Move move{{action.kind, 0}, 0, deal.round, deal.actor};
  const Chips owed = to_match(deal, seat) - deal.spent[seat];
  const Chips call = std::min(owed, deal.left[seat]);

  if (action.kind == Kind::kFold && (call > 0 || game.book.fold_when_free)) {
    fold(game, deal);
    return move;
  }
  if (action.kind >= Kind::kBet || action.kind == Kind::kFold ||
      (action.kind == Kind::kCheck && call > 0)) {
    const Legal may = legal(game, deal);
    if (action.kind >= Kind::kBet && (may.raise || !game.book.corrects)) {
      if (!may.raise) refuse(game, deal, may, action, why_no_raise(game, deal));
      const Chips to = checked_target(game, deal, may, action);
      move.action = {deal.level == deal.base ? Kind::kBet : Kind::kRaise, to};
      move.paid = deal.base + to - deal.spent[seat];
      raise_to(game, deal, to);
      return move;
    }
    if (!game.book.corrects)
      refuse(game, deal, may, action,
             action.kind == Kind::kFold ? "there is nothing to call" : "there is a bet to call");
  }
  move.action.kind = call > 0 ? Kind::kCall : Kind::kCheck;
  move.paid = call;
  check_or_call(game, deal);
  return move;
}

void repeat(const Game& game, Deal& deal, const Action& action) {
  switch (action.kind) {
    case Kind::kFold: return fold(game, deal);
    case Kind::kCheck:
    case Kind::kCall: return check_or_call(game, deal);
    case Kind::kBet:
    case Kind::kRaise: return raise_to(game, deal, action.to);
  }
}

}  // namespace fivebet
