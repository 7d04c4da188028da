// The best response to a model of a heads-up opponent, on sampled deals.
//
// A model says how often an opponent folds, calls and raises in a situation with a level of
// strength: the street, what it faces and at what price, and how many random hands its own
// beats. The response walks through the betting from a hand's present state. Deals are drawn
// once: both players' hole cards and the cards to come. An opponent's action divides the
// weight of every deal as the model says; ours is, for all deals in which we know the same
// (the line of betting, a bucket of our hand), the one with the largest sum of winnings.
// So nobody sees cards to come or the other's hand, and all hands of ours are answered at once.
//
// What a choice wins is counted on the deals that did not take part in it: each half of the deals
// follows the choices of the other. Otherwise a choice among noisy sums would look better
// than it is, and long lines better than short ones. On the river there is no sample: all deals
// are counted.
//
// What an opponent does is never quite known. So there may be several models of it: every deal is
// played by one of them, and we do not know which. Then our choices are good on average, and how
// far the models differ about an action says how sure that is.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "cards/combos.hpp"
#include "table/action.hpp"

namespace fivebet {

inline constexpr int kStrengthLevels = 16;
inline constexpr int kModelSituations = 128;
inline constexpr int kModelActions = 5;  // fold, check or call, and raises: small, large, huge
inline constexpr int kModelRaises = 3;
inline constexpr std::size_t kMostModels = 16;
inline constexpr int kResponseBuckets = 3 * kStrengthLevels;

using StrengthLevels = std::array<std::uint8_t, kCombos>;
using Strengths = std::array<float, kCombos>;

// The level of every hand's strength on a board, from 0 to 15 and finer among good hands, 0 for
// those that the board rules out; before the flop by the strengths that are given.
StrengthLevels strength_levels(CardSet board, const Strengths& preflop);
// What we know of each of our hands: its level, and on flop and turn whether it draws to a
// straight (open-ended) or to a flush; on the river and before the flop finer levels.
StrengthLevels response_buckets(CardSet board, const Strengths& preflop);

// The situation of the player to act.
int model_situation(const Game& game, const HandState& state);
// The part of the pot after calling by which a raise raises.
double raise_fraction(const Game& game, const HandState& state, const Action& action);
// The model's name for an action: 0 to 4.
int model_action(const Game& game, const HandState& state, const Action& action);

// One or several models of the same opponent, as likely as each other.
struct OpponentModels {
  std::vector<float> chances;  // by model, situation, level and action
  std::array<double, kModelRaises> sizes{};  // of its raises, by the pot after calling

  std::size_t count() const { return chances.size() / (kModelSituations * kStrengthLevels * kModelActions); }
  float chance(std::size_t model, int situation, std::size_t level, int action) const {
    const auto row = (model * kModelSituations + static_cast<std::size_t>(situation)) * kStrengthLevels + level;
    return chances[row * kModelActions + static_cast<std::size_t>(action)];
  }
};

struct ResponseOptions {
  std::vector<double> first_sizes;  // of our raises now, by the pot after calling; all-in besides
  std::vector<double> later_sizes;  // of our raises later
  std::size_t deals = 4'000;
  std::uint64_t seed = 0, index = 0;  // of the deals that are drawn
};

struct ModelResponse {
  std::vector<Action> actions;
  std::vector<double> values;  // the mean chips that each action wins in the hand, by action and bucket
  // How far what an action wins may be from the mean: the standard deviation among the models, and the
  // standard error of the sample.
  std::vector<double> errors;
  StrengthLevels buckets;      // of our hands
};

// What each of our actions wins against the models when it is our turn. `weights` are those of
// the opponent's hands, by model.
ModelResponse respond_to_model(const Game& game, const HandState& state, const OpponentModels& model,
                               std::span<const double> weights, const Strengths& preflop,
                               const ResponseOptions& options);

}  // namespace fivebet
