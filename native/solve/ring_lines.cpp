#include "solve/ring_lines.hpp"

#include <algorithm>
#include <bit>

namespace fivebet {
namespace {

constexpr double kSmallRaise = 0.5, kLargeRaise = 1.0;  // of the pot after calling
constexpr double kNearAllIn = 0.75;                     // raises above this part of the stack are all-in
constexpr double kAllInPots = 3.0;                      // all-in is offered up to so many pots

Chips pot_after_call(const Game& game, const HandState& state, Chips call) {
  return pot_of(game, state) + call;
}

int position_of(const Game& game, int seat) {
  if (game.seats == 2) return seat;
  if (seat < 2) return 1 - seat;
  return std::min(1 + game.seats - seat, 6);
}

// Puts features into a word, one after the other.
struct Packed {
  std::uint64_t word = 0;
  unsigned bits = 0;

  void add(int value, unsigned width) {
    word |= static_cast<std::uint64_t>(value) << bits;
    bits += width;
  }
};

template <std::size_t N>
int band(double value, const std::array<double, N>& bounds) {
  return static_cast<int>(std::upper_bound(bounds.begin(), bounds.end(), value) - bounds.begin());
}

// What is believed of those whom the player has to think of: of who raised last, else of
// the others together.
int summary(const RingLine& line, int seat, const Habits& habits) {
  const HandState& state = line.state;
  if (state.aggressor >= 0 && state.aggressor != seat)
    return static_cast<int>(habits[static_cast<std::size_t>(state.aggressor)]);
  int count[kHabits] = {};
  int others = 0;
  each_seat(state.in & static_cast<Seats>(~seat_bit(seat)), [&](int other) {
    ++count[static_cast<int>(habits[static_cast<std::size_t>(other)])];
    ++others;
  });
  if (count[static_cast<int>(Habit::kCalls)]) return static_cast<int>(Habit::kCalls);
  if (count[static_cast<int>(Habit::kRaises)]) return static_cast<int>(Habit::kRaises);
  return static_cast<int>(count[static_cast<int>(Habit::kFolds)] == others ? Habit::kFolds : Habit::kSound);
}

}  // namespace

void RingLine::act(const Game& game, const Action& action) {
  const int seat = state.actor, street = state.street;
  const bool raises = action.kind == ActionKind::kBet || action.kind == ActionKind::kRaise;
  const Chips before = state.contributed[seat];
  const int aggressor = raises ? seat : state.aggressor;
  if (raises) {
    raised |= seat_bit(seat);
    callers = 0;
    if (street == 0) ++opened;
  }
  replay_action(game, state, action);
  if (!raises && action.kind != ActionKind::kFold && state.contributed[seat] > before) {
    called |= seat_bit(seat);
    ++callers;
  }
  if (state.over || state.street == street) return;
  bet_streets += street > 0 && raised;
  leader = aggressor;
  raised = called = 0;
  callers = 0;
}

RingChoice ring_choice(const Game& game, const HandState& state) {
  const LegalActions legal = legal_actions(game, state);
  RingChoice choice;
  const auto offer = [&](int action, Chips to) {
    choice.mask |= 1u << action;
    choice.to[static_cast<std::size_t>(action)] = to;
  };
  if (legal.call > 0) offer(kRingFold, 0);
  offer(kRingCall, 0);
  if (!legal.raise) return choice;
  if (game.fixed_limit()) {
    offer(kRingSmall, legal.min_to);
    return choice;
  }
  const auto pot = static_cast<double>(pot_after_call(game, state, legal.call));
  const auto level = static_cast<double>(state.contributed[state.actor] + legal.call - state.base);
  const auto sized = [&](double part) {
    return std::max(static_cast<Chips>(level + part * pot + 0.5), legal.min_to);
  };
  const auto most = static_cast<double>(legal.max_to);
  const Chips small = sized(kSmallRaise), large = sized(kLargeRaise);
  if (!state.raises && static_cast<double>(small) <= kNearAllIn * most && small < large)
    offer(kRingSmall, small);
  const bool fits = static_cast<double>(large) <= kNearAllIn * most;
  if (fits) offer(kRingLarge, large);
  if (!fits || most <= level + kAllInPots * pot) offer(kRingAllIn, legal.max_to);
  return choice;
}

Action ring_action(const RingChoice& choice, int action) {
  if (action == kRingFold) return {ActionKind::kFold, 0};
  if (action == kRingCall) return {ActionKind::kCall, 0};
  return {ActionKind::kRaise, choice.to[static_cast<std::size_t>(action)]};
}

int nearest_ring_action(const Game& game, const HandState& state, const RingChoice& choice,
                        const Action& action) {
  if (action.kind == ActionKind::kFold) return choice.has(kRingFold) ? kRingFold : kRingCall;
  if (action.kind == ActionKind::kCheck || action.kind == ActionKind::kCall) return kRingCall;
  const LegalActions legal = legal_actions(game, state);
  const auto pot = static_cast<double>(pot_after_call(game, state, legal.call));
  const auto level = static_cast<double>(state.contributed[state.actor] + legal.call - state.base);
  const auto added = [&](Chips to) { return (static_cast<double>(to) - level) / pot; };
  const double x = added(action.to);
  int below = -1, above = -1;
  for (int a = kRingSmall; a < kRingActions; ++a) {
    if (!choice.has(a)) continue;
    const double here = added(choice.to[static_cast<std::size_t>(a)]);
    if (here <= x) below = a;
    if (here > x && above < 0) above = a;
  }
  if (below < 0 || above < 0) return below >= 0 ? below : above >= 0 ? above : kRingCall;
  const double low = added(choice.to[static_cast<std::size_t>(below)]);
  const double high = added(choice.to[static_cast<std::size_t>(above)]);
  return (high - x) * (1 + low) / ((high - low) * (1 + x)) >= 0.5 ? below : above;
}

std::uint64_t ring_key(const Game& game, const RingLine& line, const RingChoice& choice, bool exploiting,
                       const Habits& habits) {
  static constexpr std::array<double, 2> kPrices{0.24, 0.36};  // of the pot after calling
  static constexpr std::array<double, 3> kDepths{0.8, 2.0, 5.0};  // of the chips behind, in pots
  static constexpr std::array<double, 3> kOpenDepths{12.0, 30.0, 80.0};  // the same before the flop, in big blinds
  static constexpr std::array<double, 2> kLimitPots{5.0, 9.0};  // of the pot, in bets of the street
  const HandState& state = line.state;
  const int seat = state.actor;
  const Seats self = seat_bit(seat), others = state.in & static_cast<Seats>(~self);
  const Chips call = std::min(to_match(state, seat) - state.contributed[seat], state.behind[seat]);
  const auto pot = static_cast<double>(pot_of(game, state));
  const int in = std::popcount(static_cast<unsigned>(state.in));
  const int behind = std::popcount(static_cast<unsigned>(state.to_act)) - 1;
  const int own = line.raised & self ? 2 : line.called & self ? 1 : 0;
  Chips deepest = 0;  // of those who could pay us
  each_seat(others, [&](int other) { deepest = std::max(deepest, state.behind[other]); });
  const auto depth = static_cast<double>(std::min(state.behind[seat], deepest));
  const bool limit = game.fixed_limit();
  Packed key;
  key.add(static_cast<int>(choice.mask), kKeyMaskBits);
  key.add(state.street, 2);
  key.add(exploiting, 1);
  key.add(exploiting ? summary(line, seat, habits) : 0, 2);
  key.add(std::min(static_cast<int>(state.raises), 4), 3);
  key.add(own, 2);
  key.add(limit || call == 0 ? 0 : band(static_cast<double>(call) / (pot + static_cast<double>(call)), kPrices),
          2);
  if (state.street == 0) {
    // Who raised last: nobody, a blind, the button or the seat before it, an earlier one.
    const int raiser = state.aggressor < 0 ? 0 : position_of(game, state.aggressor) / 2 + 1;
    key.add(position_of(game, seat), 3);
    key.add(std::min(raiser, 3), 2);
    key.add(std::min(line.callers, 2), 2);
    key.add(limit ? 0 : band(depth / static_cast<double>(game.big_blind()), kOpenDepths), 2);
    return key.word;
  }
  // Whether nobody acts after us on the streets to come.
  const bool last = !(state.can_act >> seat >> 1);
  key.add(std::min(in, 4) - 2, 2);
  key.add(in == 2 ? 0 : std::min(behind, 2), 2);
  key.add(last, 1);
  key.add(line.leader < 0 ? 0 : line.leader == seat ? 1 : 2, 2);
  key.add(std::min(line.opened, 2), 2);
  key.add(std::min(line.bet_streets, 2), 2);
  const auto bet = static_cast<double>(game.least[state.street]);
  key.add(limit ? band(pot / bet, kLimitPots) : band(depth / pot, kDepths), 2);
  return key.word;
}

}  // namespace fivebet
