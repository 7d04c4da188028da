// Opponents with habits, for learning what wins from them.
//
// They play as the players by rules do (fivebet.agents.players.rule_players): by the share of
// random hands that theirs beats, to the power of the opponents. A style is drawn: among
// those that a league has many of, such as who always calls, and at random.
#pragma once

#include <algorithm>
#include <cmath>

#include "solve/ring_lines.hpp"
#include "util/random.hpp"

namespace fivebet {

struct RingStyle {
  float enter;       // the strength with which it stays in before the flop
  float call;        // how much more strength than the pot odds a call after the flop takes
  float bet;         // the strength with which it bets or raises
  float aggression;  // how often it does so when strong enough
  float bluff;       // how often it bets or raises whatever it holds
  bool large;        // which of the raises it makes

  // What somebody who has seen many hands of it takes it for.
  Habit habit() const {
    const float raises = std::min((1 - bet) * aggression + bluff, 1.0f);
    const float folds = std::clamp(0.3f + call, 0.0f, 1.0f);  // to a bet of two thirds of the pot
    if (raises >= 0.42f) return Habit::kRaises;
    if (folds >= 0.55f || enter >= 0.8f) return Habit::kFolds;
    if (folds <= 0.33f && enter <= 0.55f) return Habit::kCalls;
    return Habit::kSound;
  }
};

inline constexpr RingStyle kKnownStyles[] = {
    {0.0f, -2.0f, 2.0f, 0.0f, 0.0f, false},     // always calls
    {0.0f, -2.0f, 0.0f, 1.0f, 1.0f, false},     // always raises
    {0.33f, -0.1f, 2.0f, 0.0f, 0.4f, true},     // plays at random
    {2.0f, 2.0f, 2.0f, 0.0f, 0.0f, false},      // always folds
    {0.7f, 0.1f, 0.72f, 0.9f, 0.03f, true},     // tight
    {0.25f, -0.1f, 0.9f, 0.4f, 0.01f, true},    // loose
    {0.1f, -0.2f, 0.4f, 0.9f, 0.35f, true},     // maniac
    {0.0f, -1.0f, 0.97f, 0.3f, 0.0f, true},     // station
    {0.1f, 0.45f, 0.9f, 0.5f, 0.0f, true},      // timid
    {0.45f, 0.05f, 0.62f, 0.95f, 0.1f, true},   // solid
};
inline constexpr std::uint32_t kKnown = std::size(kKnownStyles);

template <class Random>
float draw_unit(Random& random) {
  return static_cast<float>(random.next() >> 40) * 0x1p-24f;
}

template <class Random>
RingStyle draw_style(Random& random) {
  if (draw_unit(random) < 0.5f) return kKnownStyles[random.below(kKnown)];
  const float loose = draw_unit(random), bold = draw_unit(random), sly = draw_unit(random);
  return {0.75f - 0.75f * loose,
          0.45f - 0.65f * loose + 0.1f * (draw_unit(random) - 0.5f),
          0.9f - 0.5f * bold,
          0.3f + 0.7f * draw_unit(random),
          0.3f * sly * sly,
          draw_unit(random) < 0.7f};
}

// What it does with a strength, one of the choice's actions. `odds` is the part of the pot
// after calling that a call pays.
template <class Random>
int style_action(const RingStyle& style, const RingChoice& choice, int street, float strength, float odds,
                 Random& random) {
  const bool can_raise = choice.mask >> kRingSmall;
  const float raises = strength >= style.bet ? std::min(style.bluff + style.aggression, 1.0f) : style.bluff;
  if (can_raise && draw_unit(random) < raises) {
    if (style.large && choice.has(kRingLarge)) return kRingLarge;
    for (const int action : {kRingSmall, kRingLarge, kRingAllIn})
      if (choice.has(action)) return action;
  }
  const float needed = street == 0 ? style.enter : odds + style.call;
  return choice.has(kRingFold) && strength < needed ? kRingFold : kRingCall;
}

}  // namespace fivebet
