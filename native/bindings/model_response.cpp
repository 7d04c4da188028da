// Python bindings of models of opponents: their words for a hand, and the response to one.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/checks.hpp"
#include "bindings/hand_info.hpp"
#include "bindings/long_work.hpp"
#include "solve/model_response.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fivebet;

namespace {

using ModelArray = InputArray<float, nb::shape<-1, kModelSituations, kStrengthLevels, kModelActions>>;
using RangeArray = InputArray<double, nb::shape<-1, kCombos>>;
constexpr std::size_t kMostDeals = 1'000'000;

Strengths copied_strengths(const WeightArray& array) {
  const std::vector<double> given = copied_weights(array);
  Strengths strengths{};
  std::transform(given.begin(), given.end(), strengths.begin(), [](double x) { return static_cast<float>(x); });
  return strengths;
}

void need_two(const HandInfo& hand) {
  need(hand.rules->seats == 2 && hand.rules->holdem(), "models of opponents are for hold'em for two");
}

// The hand before one of its moves, or as it is.
HandState state_before(const HandInfo& hand, std::size_t move) {
  need(move <= hand.moves.size(), "the hand has no such move");
  HandState state = hand.state;  // its cards
  start_hand(*hand.rules, hand.stacks.data(), state);
  for (std::size_t i = 0; i < move; ++i) replay_action(*hand.rules, state, hand.moves[i].action);
  need(!state.over, "the hand is over by then");
  return state;
}

int situation(const HandInfo& hand, std::size_t move) {
  need_two(hand);
  return model_situation(*hand.rules, state_before(hand, move));
}

auto modelled(const HandInfo& hand, std::size_t move) {
  need_two(hand);
  need(move < hand.moves.size(), "the hand has no such move");
  const HandState state = state_before(hand, move);
  const Action& action = hand.moves[move].action;
  const bool raises = action.kind == ActionKind::kBet || action.kind == ActionKind::kRaise;
  return std::make_tuple(model_situation(*hand.rules, state), model_action(*hand.rules, state, action),
                         raises ? raise_fraction(*hand.rules, state, action) : 0.0);
}

std::vector<int> raise_names(const HandInfo& hand, const std::vector<Chips>& tos) {
  need_two(hand);
  const HandState state = state_before(hand, hand.moves.size());
  std::vector<int> names;
  for (const Chips to : tos) names.push_back(model_action(*hand.rules, state, {ActionKind::kRaise, to}));
  return names;
}

Array<std::uint8_t> levels_on(CardSet board, WeightArray preflop) {
  checked_board(board, 0, 0);
  const StrengthLevels levels = strength_levels(board, copied_strengths(preflop));
  return array(std::vector<std::uint8_t>(levels.begin(), levels.end()));
}

auto respond(const HandInfo& hand, ModelArray models, const std::array<double, kModelRaises>& sizes,
             RangeArray weights, WeightArray preflop, const std::vector<double>& first_sizes,
             const std::vector<double>& later_sizes, std::size_t deals, std::uint64_t seed, std::uint64_t index) {
  need_two(hand);
  need(deals >= 1 && deals <= kMostDeals, "a response is found on 1 to 1,000,000 deals");
  need(models.shape(0) >= 1 && models.shape(0) <= kMostModels, "an opponent has 1 to 16 models");
  need(weights.shape(0) == models.shape(0), "every model needs weights of its own");
  OpponentModels opponent{copied(models), sizes};
  need_within(opponent.chances, 0, 1, "a probability is a number from 0 to 1");
  for (const auto* numbers : {&first_sizes, &later_sizes})
    need_within(*numbers, 0.01, 1000, "a raise is by 0.01 to 1,000 pots");
  need_within(sizes, 0.01, 1000, "a raise is by 0.01 to 1,000 pots");
  const std::vector<double> range = copied_weights(weights);
  const Strengths strengths = copied_strengths(preflop);
  const ResponseOptions options{first_sizes, later_sizes, deals, seed, index};
  const HandState state = state_before(hand, hand.moves.size());
  const Game& game = *hand.rules;
  const auto known = [](std::uint8_t card) { return card != kUnknownCard; };
  need(std::all_of(state.board, state.board + game.board_cards[state.street], known), "the board is unknown");
  ModelResponse found =
      without_gil([&] { return respond_to_model(game, state, opponent, range, strengths, options); });
  std::vector<std::pair<int, Chips>> actions;
  for (const Action& action : found.actions)
    actions.emplace_back(std::min(model_action(game, state, action), 2), action.to);
  const std::size_t rows = actions.size();
  constexpr std::size_t buckets = kResponseBuckets;
  return std::make_tuple(actions, array(std::move(found.values), {rows, buckets}),
                         array(std::move(found.errors), {rows, buckets}),
                         array(std::vector<std::uint8_t>(found.buckets.begin(), found.buckets.end())));
}

}  // namespace

void bind_model_response(nb::module_& m) {
  m.def("model_situation", &situation, "hand"_a, "move"_a);
  m.def("modelled_move", &modelled, "hand"_a, "move"_a);
  m.def("modelled_raises", &raise_names, "hand"_a, "tos"_a);
  m.def("strength_levels", &levels_on, "board"_a, "preflop"_a);
  m.def("respond_to_model", &respond, "hand"_a, "models"_a, "sizes"_a, "weights"_a, "preflop"_a, "first_sizes"_a,
        "later_sizes"_a, "deals"_a, "seed"_a, "index"_a);
}
