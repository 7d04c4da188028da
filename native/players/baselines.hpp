// The four players that everybody beats, compiled: fold, call, raise, random.
//
// `fold` folds whenever it would have to pay, `raise` raises by the least it
// may. `random` takes each kind of move that is legal with the same
// probability and each raise between the bounds likewise; its draws are named
// by (seed, "random", hand, action), so that a hand plays the same anywhere.
#pragma once

#include "../table.hpp"

namespace fivebet {

enum class Baseline : std::uint8_t { kFold, kCall, kRaise, kRandom };

struct RandomKey {
  std::uint64_t seed;
  std::uint64_t hand;
};

inline void play_random(const Game& game, Deal& deal, RandomKey key) {
  constexpr std::uint64_t kPurpose = purpose_key("random");
  const Legal may = legal(game, deal);
  Stream stream(key.seed, kPurpose, key.hand, deal.actions);
  const std::uint64_t kinds = 1 + may.fold + may.raise;
  const std::uint64_t kind = stream.below(kinds) + (may.fold ? 0 : 1);
  if (kind == 0) return fold(game, deal);
  if (kind == 1) return check_or_call(game, deal);
  const auto sizes = static_cast<std::uint64_t>(may.max_to - may.min_to) + 1;
  raise_to(game, deal, may.min_to + static_cast<Chips>(stream.below(sizes)));
}

inline void play(Baseline player, const Game& game, Deal& deal, RandomKey key) {
  switch (player) {
    case Baseline::kFold:
      return to_match(deal, deal.actor) > deal.spent[deal.actor] ? fold(game, deal)
                                                                 : check_or_call(game, deal);
    case Baseline::kCall:
      return check_or_call(game, deal);
    case Baseline::kRaise: {
      const Legal may = legal(game, deal);
      return may.raise ? raise_to(game, deal, may.min_to) : check_or_call(game, deal);
    }
    case Baseline::kRandom:
      return play_random(game, deal, key);
  }
}

// Hands `from` to `to` between players who move one seat on with every hand:
// player p sits on seat (p - hand) mod seats, as the ACPC dealer has it. Adds
// each player's winnings, in parts of a chip, and returns the actions taken.
inline std::uint64_t play_hands(const Game& game, const Baseline* players, std::uint64_t seed,
                                std::uint64_t from, std::uint64_t to, Chips* winnings) {
  constexpr std::uint64_t kPurpose = purpose_key("deal");
  const auto seats = static_cast<std::uint64_t>(game.seats);
  std::uint64_t actions = 0;
  Deal deal;
  deal.mucked = 0;
  for (std::uint64_t hand = from; hand < to; ++hand) {
    Stream stream(seed, kPurpose, hand);
    deal_cards(game, stream, deal);
    start(game, game.stack, deal);
    const std::uint64_t shift = hand % seats;
    const auto player_at = [&](std::uint64_t seat) {
      const std::uint64_t player = seat + shift;
      return player >= seats ? player - seats : player;
    };
    while (!deal.over)
      play(players[player_at(static_cast<std::uint64_t>(deal.actor))], game, deal, {seed, hand});
    actions += deal.actions;
    for (std::uint64_t seat = 0; seat < seats; ++seat) {
      const Chips stack = std::min(game.stack[seat], game.cap);
      winnings[player_at(seat)] += deal.won[seat] + kParts * (deal.left[seat] - stack);
    }
  }
  return actions;
}

}  // namespace fivebet
