// The four baseline players, compiled: fold, call, raise, random.
//
// `fold` folds whenever it would have to pay, `raise` raises by the least it
// may. `random` takes each kind of move that is legal with the same
// probability and each raise between the bounds likewise, or by a mix of four
// shares; its draws are named by (seed, "random", hand, action), so that a hand
// plays the same anywhere.
#pragma once

#include "table/hand_state.hpp"
#include "table/showdown.hpp"
#include "util/interruption.hpp"

namespace fivebet {

enum class Baseline : std::uint8_t { kFold, kCall, kRaise, kRandom };

struct RandomKey {
  std::uint64_t seed;
  std::uint64_t hand;
};

inline constexpr std::uint64_t kRandomPurpose = purpose_key("random");

inline void play_random(const Game& game, HandState& state, RandomKey key) {
  const LegalActions legal = legal_actions(game, state);
  Stream stream(key.seed, kRandomPurpose, key.hand, state.actions);
  const std::uint64_t kinds = 1 + legal.fold + legal.raise;
  const std::uint64_t kind = stream.below(kinds) + (legal.fold ? 0 : 1);
  if (kind == 0) return fold(game, state);
  if (kind == 1) return check_or_call(game, state);
  const auto sizes = static_cast<std::uint64_t>(legal.max_to - legal.min_to) + 1;
  raise_to(game, state, legal.min_to + static_cast<Chips>(stream.below(sizes)));
}

// Plays by the probabilities of four actions: fold (or check where that is free), raise
// by the least, call, go all-in. Those of actions that come to the same add up.
inline void play_mix(const Game& game, HandState& state, RandomKey key, const double* mix) {
  const LegalActions legal = legal_actions(game, state);
  struct Part {
    Chips to;  // -1 to fold, 0 to check or call
    double share;
  };
  const Chips to[4] = {legal.call > 0 ? -1 : 0, legal.raise ? legal.min_to : 0, 0,
                       legal.raise ? legal.max_to : 0};
  Part parts[4];
  int n = 0;
  for (int i = 0; i < 4; ++i) {
    Part* found = std::find_if(parts, parts + n, [&](const Part& part) { return part.to == to[i]; });
    if (found == parts + n) parts[n++] = {to[i], 0};
    found->share += mix[i];
  }
  double draw = Stream(key.seed, kRandomPurpose, key.hand, state.actions).uniform();
  const Part* part = parts;
  for (; part < parts + n - 1 && draw >= part->share; ++part) draw -= part->share;
  if (part->to < 0) return fold(game, state);
  if (part->to == 0) return check_or_call(game, state);
  raise_to(game, state, part->to);
}

inline void play(Baseline player, const Game& game, HandState& state, RandomKey key) {
  switch (player) {
    case Baseline::kFold:
      return to_match(state, state.actor) > state.contributed[state.actor] ? fold(game, state)
                                                                           : check_or_call(game, state);
    case Baseline::kCall: return check_or_call(game, state);
    case Baseline::kRaise: {
      const LegalActions legal = legal_actions(game, state);
      return legal.raise ? raise_to(game, state, legal.min_to) : check_or_call(game, state);
    }
    case Baseline::kRandom: return play_random(game, state, key);
  }
}

struct Seated {
  Baseline player;
  std::uint64_t seed;  // of its draws
};

// One deal after the other from `first` on, each in `turns` seatings, which name
// the player on each seat. Adds each player's winnings of a deal, in fractions of a
// chip, to the deal's row, and what players won from each other to `flows`, if
// that is not null. Returns the number of actions.
inline std::uint64_t play_deals(const Game& game, const Seated* players, std::uint64_t seed,
                                std::uint64_t first, std::size_t deals, std::size_t turns,
                                const std::uint8_t* seatings, Chips* winnings, double* flows) {
  constexpr std::uint64_t kPurpose = purpose_key("deal");
  const auto seats = static_cast<std::size_t>(game.seats);
  std::uint64_t actions = 0;
  HandState state;
  state.mucked = 0;
  for (std::size_t i = 0; i < deals; ++i, winnings += seats) {
    const std::uint64_t number = first + i;
    Stream stream(seed, kPurpose, number);
    deal_cards(game, stream, state);
    for (std::size_t turn = 0; turn < turns; ++turn, seatings += seats) {
      interruption_point();
      start_hand(game, game.stack, state);
      while (!state.over) {
        const Seated& seated = players[seatings[state.actor]];
        play(seated.player, game, state, {seated.seed, number});
      }
      actions += state.actions;
      for (std::size_t seat = 0; seat < seats; ++seat) {
        const Chips stack = std::min(game.stack[seat], game.cap);
        winnings[seatings[seat]] += state.won[seat] + kChipFractions * (state.behind[seat] - stack);
      }
      if (!flows) continue;
      double by_seat[kMaxSeats * kMaxSeats] = {};
      add_flows(game, state, game.stack, by_seat);
      for (std::size_t i = 0; i < seats; ++i)
        for (std::size_t j = 0; j < seats; ++j)
          flows[seatings[i] * seats + seatings[j]] += by_seat[i * seats + j];
    }
  }
  return actions;
}

}  // namespace fivebet
