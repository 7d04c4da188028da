// Moik's networks at the table: their inputs, and how they act.
//
// An amount of b big blinds is encoded as b / (b + 20), so that twenty big blinds are a
// half whatever the level; ratios, streets, seats and players left are encoded as parts of
// their maximum. All of these are stretched, to reach 4 or as the network was evolved, and
// hand strength, which among nine players varies by a few percent only, to 20: a network whose
// weights start near 1 has to tell hands apart. Opponents follow in the order of seats, from the left. Inputs that
// nobody or nothing is known for are -1.
#pragma once

#include <cmath>
#include <numbers>

#include "equity/strength_lookup.hpp"
#include "table/hand_state.hpp"
#include "tournaments/network.hpp"

namespace fivebet {

inline constexpr int kTableInputs = 16;
inline constexpr int kModelInputs = 40;
inline constexpr float kUnknownInput = -1.0f;
inline constexpr float kHalfStack = 20.0f;  // in big blinds
inline constexpr float kPlayersAtMost = 45.0f;
inline constexpr float kStrengthStretch = 20.0f;

// What a player has done so far, counted as in fivebet.opponents: hands with a preflop
// decision, those entered and those raised preflop; hands raised, called and folded on any
// street.
struct Habits {
  std::uint32_t decided = 0;
  std::uint32_t entered = 0;
  std::uint32_t raised_first = 0;
  std::uint32_t raised = 0;
  std::uint32_t called = 0;
  std::uint32_t folded = 0;
};

inline float part_of(std::uint32_t times, std::uint32_t opportunities, float stretch) {
  return opportunities ? stretch * static_cast<float>(times) / static_cast<float>(opportunities)
                       : kUnknownInput;
}

// From which probability of a raise it is medium, and from which large.
struct RaiseThresholds {
  float medium;
  float large;
};

// Means and deviations of small, medium and large bets, as fractions of the stack.
struct BetSpread {
  double mean;
  double deviation;
};
inline constexpr BetSpread kBetSpreads[3] = {{0.3, 0.05}, {0.45, 0.1}, {0.8, 0.05}};

inline float encode_chips(Chips chips, float half, float stretch) {
  const auto amount = static_cast<float>(chips);
  return stretch * amount / (amount + half);
}

// `players` are the entrants by seat, `habits` are those of all entrants.
inline void encode_inputs(const Game& game, const HandState& state, int seat, float strength, float half,
                          int left, const Habits* habits, const std::int32_t* players, bool models,
                          float stretch, float* inputs) {
  const Chips mine = state.contributed[seat] + state.behind[seat];
  Chips pot = state.dead;
  for (int i = 0; i < game.seats; ++i) pot += std::min(state.contributed[i], mine);
  const Chips call = std::min(to_match(state, seat), mine) - state.contributed[seat];
  inputs[0] = kStrengthStretch * strength;
  inputs[1] = stretch * static_cast<float>(state.street) / 3;
  inputs[2] = encode_chips(state.behind[seat], half, stretch);
  inputs[3] = encode_chips(pot, half, stretch);
  inputs[4] = encode_chips(call, half, stretch);
  inputs[5] = stretch * static_cast<float>(std::popcount(state.in) - 1) / kMaxOpponents;
  inputs[6] = stretch * static_cast<float>(left) / kPlayersAtMost;
  inputs[7] = stretch * static_cast<float>(seat) / static_cast<float>(game.seats - 1);
  for (int k = 0; k < kMaxOpponents; ++k) {
    const bool there = k + 1 < game.seats;
    const int other = (seat + k + 1) % game.seats;
    inputs[8 + k] = there ? encode_chips(state.behind[other], half, stretch) : kUnknownInput;
    if (!models) continue;
    float* model = inputs + kTableInputs + 3 * k;
    model[0] = model[1] = model[2] = kUnknownInput;
    if (!there) continue;
    const Habits& seen = habits[players[other]];
    model[0] = part_of(seen.entered, seen.decided, stretch);
    model[1] = part_of(seen.raised_first, seen.decided, stretch);
    model[2] = part_of(seen.raised, seen.raised + seen.called + seen.folded, stretch);
  }
}

struct NetworkAction {
  enum Choice : std::uint8_t { kFold, kCall, kRaise } choice;
  Chips to;
};

// Draws an action by a network's probabilities; draws are named by (seed, "evolved",
// hand, action). A fold becomes a check where that is free, and a raise that is not
// allowed a call.
inline NetworkAction sample_action(const float* probabilities, const RaiseThresholds& thresholds,
                                   const LegalActions& legal, Chips bet, Chips stack, std::uint64_t seed,
                                   std::uint64_t hand, std::uint64_t action) {
  constexpr std::uint64_t kPurpose = purpose_key("evolved");
  Stream stream(seed, kPurpose, hand, action);
  const auto draw = static_cast<float>(stream.uniform());
  if (draw < probabilities[0]) return {legal.call > 0 ? NetworkAction::kFold : NetworkAction::kCall, 0};
  if (draw < probabilities[0] + probabilities[1] || !legal.raise) return {NetworkAction::kCall, 0};
  const BetSpread& size =
      kBetSpreads[probabilities[2] >= thresholds.large ? 2 : probabilities[2] >= thresholds.medium];
  // Box and Muller.
  const double u = 1 - stream.uniform();
  const double turn = 2 * std::numbers::pi * stream.uniform();
  const double part = size.mean + size.deviation * std::sqrt(-2 * std::log(u)) * std::cos(turn);
  const auto chips = static_cast<Chips>(std::llround(part * static_cast<double>(stack)));
  return {NetworkAction::kRaise, std::clamp(bet + chips, legal.min_to, legal.max_to)};
}

}  // namespace fivebet
