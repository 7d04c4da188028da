#include "table/statistics.hpp"

#include <cstring>

namespace fivebet {

Counter::Counter(const Game& game, const SeatRoles& roles, SeatCounts* counts)
    : game_(game), roles_(roles), blinds_(game.big_blind() > 0), counts_(counts) {
  for (int seat = 0; seat < game.seats; ++seat) at(seat, 0, Statistic::kSeen) = {1, 1};
}

void Counter::note(int seat, Statistic statistic, bool done) {
  Count& count = at(seat, street_, statistic);
  ++count.opportunities;
  count.times += done;
}

// For what counts once a hand, however many decisions there are.
void Counter::note_once(int seat, Statistic statistic, bool done) {
  Count& count = at(seat, street_, statistic);
  count.opportunities = 1;
  if (done) count.times = 1;
}

// A street has been dealt to everybody who is in.
void Counter::reach(const HandState& state, int street) {
  while (street_ < street) {
    ++street_;
    for (unsigned left = state.in; left; left &= left - 1)
      at(std::countr_zero(left), street_, Statistic::kSeen).times = 1;
    leader_ = aggressor_;
    // A continuation needs one on every street before it; the first is the flop's.
    continuing_ = street_ == 1 || continued_ == leader_ ? leader_ : -1;
    aggressor_ = continued_ = -1;
    raises_ = 0;
    checked_ = 0;
  }
}

void Counter::observe(const HandState& state, const Action& action) {
  reach(state, state.street);
  const int seat = state.actor;
  const Chips call = std::min(to_match(state, seat) - state.contributed[seat], state.behind[seat]);
  const bool can_raise = may_raise(game_, state, seat);
  if (street_ == 0)
    count_before_flop(seat, action.kind, call, can_raise);
  else
    count_after_flop(state, action.kind, can_raise);
  count_raises(seat, action.kind, can_raise);
  count_action(state, action, call, can_raise);

  if (action.kind == ActionKind::kCheck) checked_ |= seat_bit(seat);
  if (action.kind < ActionKind::kBet) return;
  ++raises_;
  aggressor_ = seat;
  if (bets() == 2) second_bettor_ = seat;
  if (bets() == 3) third_bettor_ = seat;
}

void Counter::count_before_flop(int seat, ActionKind kind, Chips call, bool can_raise) {
  const bool raises = kind >= ActionKind::kBet;
  const bool enters = raises || kind == ActionKind::kCall;
  note_once(seat, Statistic::kVpip, enters);
  if (can_raise) note_once(seat, Statistic::kPfr, raises);
  if (raises_ == 0) {
    if (call > 0) note(seat, Statistic::kLimp, kind == ActionKind::kCall);
    if (entered_ == 0 && can_raise) {
      note(seat, Statistic::kRfi, raises);
      if (roles_.late & seat_bit(seat)) {
        note(seat, Statistic::kSteal, raises);
        if (raises) stealer_ = seat;
      }
    }
  }
  if (stealer_ >= 0 && stealer_ != seat && raises_ == 1 && roles_.blinds & seat_bit(seat))
    note(seat, Statistic::kFoldToSteal, kind == ActionKind::kFold);
  if (enters) entered_ |= seat_bit(seat);
}

void Counter::count_after_flop(const HandState& state, ActionKind kind, bool can_raise) {
  const int seat = state.actor;
  if (raises_ == 0 && can_raise) {
    const bool bets = kind >= ActionKind::kBet;
    if (continuing_ == seat) {
      note(seat, Statistic::kCbet, bets);
      if (bets) continued_ = seat;
    }
    if (leader_ >= 0 && leader_ != seat && state.to_act & seat_bit(leader_))
      note(seat, Statistic::kDonkBet, bets);
  }
  if (raises_ == 1 && continued_ >= 0 && continued_ != seat)
    note(seat, Statistic::kFoldToCbet, kind == ActionKind::kFold);
  if (raises_ > 0 && checked_ & seat_bit(seat)) {
    note(seat, Statistic::kCheckFold, kind == ActionKind::kFold);
    if (can_raise) note(seat, Statistic::kCheckRaise, kind >= ActionKind::kBet);
    checked_ &= static_cast<Seats>(~seat_bit(seat));
  }
}

// The third, fourth and fifth bet of a street. Nobody faces the same bet twice.
void Counter::count_raises(int seat, ActionKind kind, bool can_raise) {
  const bool raises = kind >= ActionKind::kBet;
  const bool folds = kind == ActionKind::kFold;
  switch (bets()) {
    case 2:
      if (can_raise) note(seat, Statistic::kThreeBet, raises);
      break;
    case 3:
      if (can_raise) note(seat, Statistic::kFourBet, raises);
      if (second_bettor_ == seat) note(seat, Statistic::kFoldToThreeBet, folds);
      break;
    case 4:
      if (can_raise) note(seat, Statistic::kFiveBet, raises);
      if (third_bettor_ == seat) note(seat, Statistic::kFoldToFourBet, folds);
      break;
    default: break;
  }
}

void Counter::count_action(const HandState& state, const Action& action, Chips call, bool can_raise) {
  const int seat = state.actor;
  const bool opened = state.level > state.base;
  const ActionKind kind = action.kind;
  if (call > 0 || kind == ActionKind::kFold) note(seat, Statistic::kFold, kind == ActionKind::kFold);
  if (call > 0)
    note(seat, Statistic::kCall, kind == ActionKind::kCall);
  else
    note(seat, Statistic::kCheck, kind == ActionKind::kCheck);
  if (can_raise) note(seat, opened ? Statistic::kRaise : Statistic::kBet, kind >= ActionKind::kBet);
  if (kind == ActionKind::kCall) at(seat, 0, Statistic::kCalledHand).times = 1;
  if (kind < ActionKind::kBet) return;
  at(seat, 0, Statistic::kRaisedHand).times = 1;
  const Chips pot = pot_of(game_, state) + state.level - state.contributed[seat];
  if (pot <= 0) return;
  Count& size = at(seat, street_, Statistic::kBetSize);
  size.times += static_cast<double>(state.base + action.to - state.level) / static_cast<double>(pot);
  ++size.opportunities;
}

void Counter::finish(const HandState& state, const Chips* stacks) {
  reach(state, state.street);
  const bool showdown = state.over && !at_most_one(state.in);
  const int flop = std::min(1, game_.streets - 1);
  const double pot =
      static_cast<double>(pot_of(game_, state)) / static_cast<double>(roles_.unit);
  for (int seat = 0; seat < game_.seats; ++seat) {
    for (int street = 1; street < game_.streets; ++street)
      at(seat, street, Statistic::kSeen).opportunities = at(seat, street - 1, Statistic::kSeen).times;
    at(seat, 0, Statistic::kRaisedHand).opportunities = 1;
    at(seat, 0, Statistic::kCalledHand).opportunities = 1;
    at(seat, 0, Statistic::kSeats) = {static_cast<double>(game_.seats), 1};
    const bool saw_flop = at(seat, flop, Statistic::kSeen).times > 0;
    const bool shows = showdown && state.in & seat_bit(seat);
    if (state.over && saw_flop) at(seat, 0, Statistic::kShowdown) = {shows ? 1.0 : 0.0, 1};
    if (state.over && saw_flop) at(seat, 0, Statistic::kPot) = {pot, 1};
    if (!state.decided) continue;
    const double won = state.won[seat] > 0 ? 1 : 0;
    if (shows) at(seat, 0, Statistic::kWonShowdown) = {won, 1};
    if (saw_flop) at(seat, 0, Statistic::kWonSeeingFlop) = {won, 1};
    const Chips stack = std::min(stacks[seat], game_.cap);
    const auto parts = static_cast<double>(state.won[seat] + kChipFractions * (state.behind[seat] - stack));
    const double payoff = parts / static_cast<double>(kChipFractions * roles_.unit);
    at(seat, 0, Statistic::kWinnings) = {payoff, 1};
    at(seat, 0, Statistic::kSquaredWinnings) = {payoff * payoff, 1};
  }
}

void count_statistics(const Game& game, const SeatRoles& roles, const Chips* stacks,
                 std::span<const Move> moves, const HandState& state, SeatCounts* counts) {
  Counter counter(game, roles, counts);
  HandState replay;
  std::memset(&replay, 0, sizeof replay);
  // Without cards there is nothing to compare at the end.
  std::memset(replay.hole, kUnknownCard, sizeof replay.hole);
  std::memset(replay.board, kUnknownCard, sizeof replay.board);
  start_hand(game, stacks, replay);
  for (const Move& move : moves) {
    counter.observe(replay, move.action);
    replay_action(game, replay, move.action);
  }
  counter.finish(state, stacks);
}

}  // namespace fivebet
