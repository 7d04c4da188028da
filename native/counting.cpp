#include "counting.hpp"

#include <cstring>

namespace fivebet {

Counter::Counter(const Game& game, const Places& places, SeatCounts* counts)
    : game_(game), places_(places), blinds_(game.big_blind() > 0), counts_(counts) {
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
void Counter::reach(const Deal& deal, int street) {
  while (street_ < street) {
    ++street_;
    for (unsigned left = deal.in; left; left &= left - 1)
      at(std::countr_zero(left), street_, Statistic::kSeen).times = 1;
    leader_ = aggressor_;
    // A continuation needs one on every street before it; the first is the flop's.
    continuing_ = street_ == 1 || continued_ == leader_ ? leader_ : -1;
    aggressor_ = continued_ = -1;
    raises_ = 0;
    checked_ = 0;
  }
}

void Counter::see(const Deal& deal, const Action& action) {
  reach(deal, deal.round);
  const int seat = deal.actor;
  const Chips call = std::min(to_match(deal, seat) - deal.spent[seat], deal.left[seat]);
  const bool can_raise = may_raise(game_, deal, seat);
  if (street_ == 0)
    see_before_flop(seat, action.kind, call, can_raise);
  else
    see_after_flop(deal, action.kind, can_raise);
  see_raises(seat, action.kind, can_raise);
  see_action(deal, action, call, can_raise);

  if (action.kind == Kind::kCheck) checked_ |= seat_bit(seat);
  if (action.kind < Kind::kBet) return;
  ++raises_;
  aggressor_ = seat;
  if (bets() == 2) second_bettor_ = seat;
  if (bets() == 3) third_bettor_ = seat;
}

void Counter::see_before_flop(int seat, Kind kind, Chips call, bool can_raise) {
  const bool raises = kind >= Kind::kBet;
  const bool enters = raises || kind == Kind::kCall;
  note_once(seat, Statistic::kVpip, enters);
  if (can_raise) note_once(seat, Statistic::kPfr, raises);
  if (raises_ == 0) {
    if (call > 0) note(seat, Statistic::kLimp, kind == Kind::kCall);
    if (entered_ == 0 && can_raise) {
      note(seat, Statistic::kRfi, raises);
      if (places_.late & seat_bit(seat)) {
        note(seat, Statistic::kSteal, raises);
        if (raises) stealer_ = seat;
      }
    }
  }
  if (stealer_ >= 0 && stealer_ != seat && raises_ == 1 && places_.blinds & seat_bit(seat))
    note(seat, Statistic::kFoldToSteal, kind == Kind::kFold);
  if (enters) entered_ |= seat_bit(seat);
}

void Counter::see_after_flop(const Deal& deal, Kind kind, bool can_raise) {
  const int seat = deal.actor;
  if (raises_ == 0 && can_raise) {
    const bool bets = kind >= Kind::kBet;
    if (continuing_ == seat) {
      note(seat, Statistic::kCbet, bets);
      if (bets) continued_ = seat;
    }
    if (leader_ >= 0 && leader_ != seat && deal.pending & seat_bit(leader_))
      note(seat, Statistic::kDonkBet, bets);
  }
  if (raises_ == 1 && continued_ >= 0 && continued_ != seat)
    note(seat, Statistic::kFoldToCbet, kind == Kind::kFold);
  if (raises_ > 0 && checked_ & seat_bit(seat)) {
    note(seat, Statistic::kCheckFold, kind == Kind::kFold);
    if (can_raise) note(seat, Statistic::kCheckRaise, kind >= Kind::kBet);
    checked_ &= static_cast<Seats>(~seat_bit(seat));
  }
}

// The third, fourth and fifth bet of a street. Nobody faces the same bet twice.
void Counter::see_raises(int seat, Kind kind, bool can_raise) {
  const bool raises = kind >= Kind::kBet;
  const bool folds = kind == Kind::kFold;
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

void Counter::see_action(const Deal& deal, const Action& action, Chips call, bool can_raise) {
  const int seat = deal.actor;
  const bool opened = deal.level > deal.base;
  const Kind kind = action.kind;
  if (call > 0 || kind == Kind::kFold) note(seat, Statistic::kFold, kind == Kind::kFold);
  if (call > 0)
    note(seat, Statistic::kCall, kind == Kind::kCall);
  else
    note(seat, Statistic::kCheck, kind == Kind::kCheck);
  if (can_raise) note(seat, opened ? Statistic::kRaise : Statistic::kBet, kind >= Kind::kBet);
  if (kind == Kind::kCall) at(seat, 0, Statistic::kCalledHand).times = 1;
  if (kind < Kind::kBet) return;
  at(seat, 0, Statistic::kRaisedHand).times = 1;
  const Chips pot = pot_of(game_, deal) + deal.level - deal.spent[seat];
  if (pot <= 0) return;
  Count& size = at(seat, street_, Statistic::kBetSize);
  size.times += static_cast<double>(deal.base + action.to - deal.level) / static_cast<double>(pot);
  ++size.opportunities;
}

void Counter::finish(const Deal& deal, const Chips* stacks) {
  reach(deal, deal.round);
  const bool showdown = deal.over && !at_most_one(deal.in);
  const int flop = std::min(1, game_.rounds - 1);
  const double pot =
      static_cast<double>(pot_of(game_, deal)) / static_cast<double>(places_.unit);
  for (int seat = 0; seat < game_.seats; ++seat) {
    for (int street = 1; street < game_.rounds; ++street)
      at(seat, street, Statistic::kSeen).opportunities = at(seat, street - 1, Statistic::kSeen).times;
    at(seat, 0, Statistic::kRaisedHand).opportunities = 1;
    at(seat, 0, Statistic::kCalledHand).opportunities = 1;
    at(seat, 0, Statistic::kSeats) = {static_cast<double>(game_.seats), 1};
    const bool saw_flop = at(seat, flop, Statistic::kSeen).times > 0;
    const bool shows = showdown && deal.in & seat_bit(seat);
    if (deal.over && saw_flop) at(seat, 0, Statistic::kShowdown) = {shows ? 1.0 : 0.0, 1};
    if (deal.over && saw_flop) at(seat, 0, Statistic::kPot) = {pot, 1};
    if (!deal.decided) continue;
    const double won = deal.won[seat] > 0 ? 1 : 0;
    if (shows) at(seat, 0, Statistic::kWonShowdown) = {won, 1};
    if (saw_flop) at(seat, 0, Statistic::kWonSeeingFlop) = {won, 1};
    const Chips stack = std::min(stacks[seat], game_.cap);
    const auto parts = static_cast<double>(deal.won[seat] + kParts * (deal.left[seat] - stack));
    const double payoff = parts / static_cast<double>(kParts * places_.unit);
    at(seat, 0, Statistic::kWinnings) = {payoff, 1};
    at(seat, 0, Statistic::kSquaredWinnings) = {payoff * payoff, 1};
  }
}

void count_moves(const Game& game, const Places& places, const Chips* stacks,
                 std::span<const Move> moves, const Deal& deal, SeatCounts* counts) {
  Counter counter(game, places, counts);
  Deal again;
  std::memset(&again, 0, sizeof again);
  // Without cards there is nothing to compare at the end.
  std::memset(again.hole, kUnknownCard, sizeof again.hole);
  std::memset(again.board, kUnknownCard, sizeof again.board);
  start(game, stacks, again);
  for (const Move& move : moves) {
    counter.see(again, move.action);
    repeat(game, again, move.action);
  }
  counter.finish(deal, stacks);
}

}  // namespace fivebet
