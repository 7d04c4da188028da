// Moik's networks at the table: what they are told, and how they act on it.
//
// Chips are told in big blinds b as b / (b + 20), so that twenty big blinds are
// a half whatever the level; ratios, streets, seats and players left are told
// as parts of the most there can be. All that is stretched to reach 4, and hand
// strength, which among nine players moves within a few percent, to 20: a network
// whose weights start near 1 has to be able to tell hands apart. Opponents follow
// from the left; what there is nobody or nothing known for is -1.
#pragma once

#include <cmath>
#include <numbers>

#include "tournaments/network.hpp"
#include "equity/strength_lookup.hpp"
#include "table/hand_state.hpp"

namespace fivebet {

inline constexpr int kTableInputs = 16;
inline constexpr int kModelInputs = 40;
inline constexpr float kUnknownInput = -1.0f;
inline constexpr float kHalfStack = 20.0f;    // in big blinds
inline constexpr float kPlayersAtMost = 45.0f;
inline constexpr float kStretch = 4.0f;
inline constexpr float kStrengthStretch = 20.0f;

// What a player has done so far, as it is counted by fivebet.opponents: hands
// with a decision preflop and those entered; hands in which one could raise
// preflop and did; hands raised with, called with and folded.
struct Habits {
  std::uint32_t decided = 0;
  std::uint32_t entered = 0;
  std::uint32_t could_raise = 0;
  std::uint32_t raised_first = 0;
  std::uint32_t raised = 0;
  std::uint32_t called = 0;
  std::uint32_t folded = 0;
};

inline float part_of(std::uint32_t times, std::uint32_t opportunities) {
  return opportunities ? kStretch * static_cast<float>(times) / static_cast<float>(opportunities)
                       : kUnknownInput;
}

// Raises of t1 and more of probability are medium, of t2 and more large.
struct RaiseThresholds {
  float medium;
  float large;
};

// Means and deviations of small, medium and large bets, in parts of the stack.
struct BetSpread {
  double mean;
  double deviation;
};
inline constexpr BetSpread kBetSpreads[3] = {{0.3, 0.05}, {0.45, 0.1}, {0.8, 0.05}};

inline float encode_chips(Chips chips, float half) {
  const auto amount = static_cast<float>(chips);
  return kStretch * amount / (amount + half);
}

// `players` are the entrants by seat, `habits` all entrants'.
inline void encode_inputs(const Game& game, const HandState& state, int seat, float strength, float half, int left,
                 const Habits* habits, const std::int32_t* players, bool models, float* inputs) {
  const Chips mine = state.contributed[seat] + state.behind[seat];
  Chips pot = state.dead;
  for (int i = 0; i < game.seats; ++i) pot += std::min(state.contributed[i], mine);
  const Chips call = std::min(to_match(state, seat), mine) - state.contributed[seat];
  inputs[0] = kStrengthStretch * strength;
  inputs[1] = kStretch * static_cast<float>(state.street) / 3;
  inputs[2] = encode_chips(state.behind[seat], half);
  inputs[3] = encode_chips(pot, half);
  inputs[4] = encode_chips(call, half);
  inputs[5] = kStretch * static_cast<float>(std::popcount(state.in) - 1) / kMaxOpponents;
  inputs[6] = kStretch * static_cast<float>(left) / kPlayersAtMost;
  inputs[7] = kStretch * static_cast<float>(seat) / static_cast<float>(game.seats - 1);
  for (int k = 0; k < kMaxOpponents; ++k) {
    const bool there = k + 1 < game.seats;
    const int other = (seat + k + 1) % game.seats;
    inputs[8 + k] = there ? encode_chips(state.behind[other], half) : kUnknownInput;
    if (!models) continue;
    float* model = inputs + kTableInputs + 3 * k;
    model[0] = model[1] = model[2] = kUnknownInput;
    if (!there) continue;
    const Habits& seen = habits[players[other]];
    model[0] = part_of(seen.entered, seen.decided);
    model[1] = part_of(seen.raised_first, seen.could_raise);
    model[2] = part_of(seen.raised, seen.raised + seen.called + seen.folded);
  }
}

struct NetworkAction {
  enum Choice : std::uint8_t { kFold, kCall, kRaise } choice;
  Chips to;
};

// What comes of a network's probabilities; the draws are named by (seed,
// "evolved", hand, action). Who would fold for nothing checks, who may not
// raise calls.
inline NetworkAction sample_action(const float* probabilities, const RaiseThresholds& thresholds, const LegalActions& legal, Chips bet,
                     Chips stack, std::uint64_t seed, std::uint64_t hand, std::uint64_t action) {
  constexpr std::uint64_t kPurpose = purpose_key("evolved");
  Stream stream(seed, kPurpose, hand, action);
  const auto draw = static_cast<float>(stream.uniform());
  if (draw < probabilities[0]) return {legal.call > 0 ? NetworkAction::kFold : NetworkAction::kCall, 0};
  if (draw < probabilities[0] + probabilities[1] || !legal.raise) return {NetworkAction::kCall, 0};
  const BetSpread& size = kBetSpreads[probabilities[2] >= thresholds.large ? 2 : probabilities[2] >= thresholds.medium];
  // Box and Muller.
  const double u = 1 - stream.uniform();
  const double turn = 2 * std::numbers::pi * stream.uniform();
  const double part = size.mean + size.deviation * std::sqrt(-2 * std::log(u)) * std::cos(turn);
  const auto chips = static_cast<Chips>(std::llround(part * static_cast<double>(stack)));
  return {NetworkAction::kRaise, std::clamp(bet + chips, legal.min_to, legal.max_to)};
}

}  // namespace fivebet
